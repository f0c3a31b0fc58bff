import { t } from '../../../lib/language/translate.ts';
import { companyContact, companyName } from '../../../records/company.ts';
import { plainList } from '../../../records/counted.ts';
import { longDate } from '../../../records/time.ts';
import { baseline, drawLines, lineHeight } from '../../engine/flow.ts';
import { colours, page, type Paper, type TextStyle } from '../../engine/layout.ts';
import { drawGateAt, gateSize } from '../../engine/letterhead.ts';
import type { KeyCard, KeyCards } from '../../report-request.ts';
import { oneLine } from '../../text/clean-text.ts';
import { drawFitted, drawText, wrapText } from '../../text/draw-text.ts';
import { drawCode } from '../parts/draw-code.ts';
import { cardWords } from './card-words.ts';

/** The frame of the card, and the lengths inside it, in mm. */
const frame = { x: (page.width - 165) / 2, y: 22, width: 165 } as const;
const inset = 12;
const left = frame.x + inset;
const across = frame.width - 2 * inset;
/** The size of the QR code with its quiet zone, at the right edge. */
const codeSize = 44;
const numberWidth = 7;
const stepLeft = left + numberWidth;
const stepAcross = across - numberWidth - codeSize - 4;
/** The distance between the left edges of two groups of a key. */
const groupStep = 21;

const bodyStyle = { size: 11 };
const hintStyle = { size: 9, colour: colours.grey };
const companyStyle = { size: 11, bold: true, colour: colours.brand };
const titleStyle = { size: 21, bold: true };
const siteStyle = { size: 15, bold: true, colour: colours.grey };
const numberStyle = { size: 13, bold: true, colour: colours.brand };
const portalStyle = { size: 12, bold: true };
const keyStyle = { size: 17, bold: true };
const factStyle = { size: 11, bold: true };

/**
 * Draws the card of a new key on a page: its purpose, how to log in, how to keep it safe, and whom to ask. The QR code has only the portal's
 * address, so that a photo of the code does not open anything.
 */
export function drawKeyCard(paper: Paper, card: KeyCard, { portal, madeOn }: Omit<KeyCards, 'cards'>): void {
  const words = cardWords(card);
  const write = (text: string, y: number, style: TextStyle, x = left, width = across) =>
    drawLines(paper, wrapText(paper.fonts, text, style, width), x, y, style);
  const gate = 0.42;
  drawGateAt(paper.doc, {
    x: frame.x + frame.width - inset - gateSize.width * gate,
    y: frame.y + inset + 8,
    scale: gate,
  });
  let y = write(companyName, frame.y + inset - 3, companyStyle, left, across - 20);
  y = write(words.title, y + 2, titleStyle, left, across - 20);
  if (words.sites !== '') y = write(oneLine(words.sites), y + 1, siteStyle);
  y = write(words.purpose, y + 4, bodyStyle) + 6;

  drawCode(paper, portal, { x: left + across - codeSize + 4, y: y - 4, width: codeSize, height: codeSize });
  const codeEnd = y + codeSize;
  y = drawStep(paper, 1, t('Open this link in a browser, or scan the code with a phone:'), y);
  y = write(portal, y + 0.5, portalStyle, stepLeft, stepAcross) + 4;
  const typing = t('Type this key into the field “{field}”, then press “{button}”:', {
    field: t('Secret Key'),
    button: t('Login'),
  });
  y = drawStep(paper, 2, typing, y);
  y = drawGroups(paper, card.key.split('-'), y + 1);
  y = write(
    t('Spaces, dashes and small or capital letters make no difference.'),
    y + 1,
    hintStyle,
    stepLeft,
    stepAcross,
  );
  y = drawStep(paper, 3, words.end, y + 4);

  y = write(words.careText, Math.max(y, codeEnd) + 5, bodyStyle) + 6;
  y = drawFacts(paper, factsOf(card, madeOn), y);
  paper.doc.setDrawColor(colours.grey);
  paper.doc.setLineWidth(0.3);
  paper.doc.rect(frame.x, frame.y, frame.width, y + inset - frame.y);
}

/** Draws a numbered step. Returns the y below it. */
function drawStep(paper: Paper, number: number, text: string, y: number): number {
  drawText(paper, `${number}.`, left, y + baseline(bodyStyle), numberStyle);
  return drawLines(paper, wrapText(paper.fonts, text, bodyStyle, stepAcross), stepLeft, y, bodyStyle);
}

/** Draws the groups of a key in rows, in the order in which they are typed. Returns the y below them. */
function drawGroups(paper: Paper, groups: readonly string[], y: number): number {
  const columns = Math.floor(stepAcross / groupStep);
  groups.forEach((group, index) => {
    const line = Math.floor(index / columns);
    const top = y + line * lineHeight(keyStyle);
    drawFitted(
      paper,
      group,
      stepLeft + (index % columns) * groupStep,
      top + baseline(keyStyle),
      keyStyle,
      groupStep - 2,
    );
  });
  return y + Math.ceil(groups.length / columns) * lineHeight(keyStyle);
}

function factsOf({ label, until }: KeyCard, madeOn: string): [name: string, fact: string][] {
  return [
    [t('Issued to'), t('{key}, {day}', { key: oneLine(label), day: longDate(madeOn) })],
    [t('Works'), until === null ? t('until we end it') : t('until {day}', { day: longDate(until) })],
    [t('Questions'), plainList([companyContact.hotline, companyContact.email])],
  ];
}

/** The width of the names of the facts, in mm. */
const factNames = 34;

/** Draws the facts below a line, with their names at the left. Returns the y below them. */
function drawFacts(paper: Paper, facts: readonly [name: string, fact: string][], y: number): number {
  paper.doc.setDrawColor(colours.line);
  paper.doc.setLineWidth(0.3);
  paper.doc.line(left, y, left + across, y);
  let below = y + 3;
  for (const [name, fact] of facts) {
    drawFitted(paper, name, left, below + baseline(factStyle), hintStyle, factNames - 2);
    const lines = wrapText(paper.fonts, fact, factStyle, across - factNames);
    below = drawLines(paper, lines, left + factNames, below, factStyle) + 1;
  }
  return below;
}
