import { companyContact } from '../../../records/company.ts';
import { codeGroups, stickerLink, stickerNumber, typedAddress } from '../../../records/fault/sticker.ts';
import { colours, emOf, type Paper, type TextStyle } from '../../engine/layout.ts';
import { drawGateAt, gateSize } from '../../engine/letterhead.ts';
import type { PrintedSticker, StickerSheet } from '../../report-request.ts';
import { oneLine } from '../../text/clean-text.ts';
import { drawFitted, drawText, fittedStyle, textWidth, wrapText } from '../../text/draw-text.ts';
import { drawCode, type Box } from '../parts/draw-code.ts';
import { stickerWords } from './sticker-words.ts';

/** The positions and sizes of the parts of a sticker, in mm from its upper left corner. */
export interface Arrangement {
  width: number;
  height: number;
  /** The factor for type sizes and line widths; 1 on the smallest sticker. */
  scale: number;
  /** The dark band with the headlines. */
  band: Box;
  /** Whether the band has room for only two lines. */
  hasLowBand: boolean;
  /** The QR code. */
  code: Box;
  siteAndPost: Box;
  hotline: Box;
  /** The number of the sticker, by which people name it on the telephone. */
  number: Box;
  /** The address and the secret code to type, for a phone that cannot scan. */
  linkToType: Box;
  /** The note that the sticker never asks for a key, a password or money. */
  neverAsks: Box;
}

/** The smallest sticker, of the size of a common label (`sticker-sheet.ts`). It is wider than high, and the other parts are beside the code. */
const wide: Omit<Arrangement, 'scale'> = {
  width: 99.1,
  height: 67.7,
  band: { x: 3, y: 3, width: 93.1, height: 16.4 },
  hasLowBand: true,
  code: { x: 2.4, y: 20.4, width: 44.3, height: 44.3 },
  siteAndPost: { x: 49, y: 21.4, width: 47.1, height: 16.2 },
  hotline: { x: 49, y: 38.6, width: 33.5, height: 7.4 },
  number: { x: 83.5, y: 38.6, width: 12.6, height: 7.4 },
  linkToType: { x: 49, y: 48, width: 47.1, height: 8.6 },
  neverAsks: { x: 49, y: 57.9, width: 47.1, height: 6.9 },
};

function scaled(box: Box, scale: number): Box {
  return { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale };
}

/** The arrangement of the smallest sticker, enlarged. */
export function wideArrangement(scale: number): Arrangement {
  const { width, height, hasLowBand, band, code, siteAndPost, hotline, number, linkToType, neverAsks } = wide;
  return {
    width: width * scale,
    height: height * scale,
    scale,
    hasLowBand,
    band: scaled(band, scale),
    code: scaled(code, scale),
    siteAndPost: scaled(siteAndPost, scale),
    hotline: scaled(hotline, scale),
    number: scaled(number, scale),
    linkToType: scaled(linkToType, scale),
    neverAsks: scaled(neverAsks, scale),
  };
}

/** A sticker that fills an A4 page. It is higher than wide, and the other parts are around the code. */
export const tallArrangement: Arrangement = {
  width: 210,
  height: 297,
  scale: 2.6,
  band: { x: 10, y: 10, width: 190, height: 62 },
  hasLowBand: false,
  code: { x: 5, y: 126, width: 124, height: 124 },
  siteAndPost: { x: 10, y: 79, width: 150, height: 44 },
  hotline: { x: 130, y: 137, width: 70, height: 22 },
  number: { x: 162, y: 79, width: 38, height: 9.5 },
  linkToType: { x: 130, y: 172, width: 70, height: 66 },
  neverAsks: { x: 10, y: 258, width: 190, height: 27 },
};

/** Draws a sticker with its upper left corner at `x`, `y`. */
export function drawSticker(
  paper: Paper,
  sheet: StickerSheet,
  sticker: PrintedSticker,
  at: Pick<Box, 'x' | 'y'>,
  arrangement: Arrangement,
): void {
  const { scale } = arrangement;
  const onPage = (box: Box): Box => ({ ...box, x: at.x + box.x, y: at.y + box.y });
  drawBand(paper, onPage(arrangement.band), arrangement.hasLowBand, scale);
  drawCode(paper, stickerLink(sheet.portal, sticker.secret), onPage(arrangement.code));
  const post = sticker.post === null ? stickerWords.guardHouse : oneLine(sticker.post);
  drawSiteAndPost(paper, onPage(arrangement.siteAndPost), oneLine(sheet.siteName), post, scale);
  drawHotline(paper, onPage(arrangement.hotline), scale);
  drawNumber(paper, onPage(arrangement.number), stickerNumber(sticker.id), scale);
  drawLinkToType(paper, onPage(arrangement.linkToType), typedAddress(sheet.portal), codeGroups(sticker.secret), scale);
  drawNeverAsks(paper, onPage(arrangement.neverAsks), scale);
}

/** Half the height of a capital letter, as a share of the font size. A baseline this far below the middle makes a line look centred. */
const halfCapital = 0.35;

/** Draws the dark band with the large headlines and the gate, and the striped bar below. */
function drawBand(paper: Paper, { x, y, width, height }: Box, isLow: boolean, scale: number): void {
  const { doc } = paper;
  const [bar, inset] = [2.2 * scale, 2.6 * scale];
  const dark = height - bar;
  doc.setFillColor(colours.ink);
  doc.rect(x, y, width, dark, 'F');
  drawStripes(paper, { x, y: y + dark, width, height: bar });
  const gate = (dark - 2 * inset) / gateSize.height;
  drawGateAt(doc, { x: x + width - inset - gateSize.width * gate, y: y + dark - inset, scale: gate });
  const across = width - gateSize.width * gate - 3 * inset;
  const [english, ...others] = stickerWords.headlines;
  const lines = isLow ? [[english], others] : stickerWords.headlines.map((headline) => [headline]);
  const step = (dark - inset) / lines.length;
  lines.forEach((headlines, index) => {
    const text = headlines.join('    ');
    const largest = { size: isLow && index === 0 ? 17 * scale : 12.5 * scale, bold: true, colour: colours.white };
    const style = fittedStyle(paper, text, largest, across);
    const baseline = y + inset / 2 + step * (index + 0.5) + emOf(style) * halfCapital;
    drawText(paper, text, x + inset, baseline, style);
  });
}

/** Draws a bar with the red and white stripes of a barrier's arm. */
function drawStripes({ doc }: Paper, { x, y, width, height }: Box): void {
  doc.saveGraphicsState();
  doc.rect(x, y, width, height, null);
  doc.clip();
  doc.discardPath();
  doc.setFillColor(colours.white);
  doc.rect(x, y, width, height, 'F');
  doc.setFillColor(colours.red);
  const stripe = height * 1.6;
  for (let left = x - height; left < x + width; left += 2 * stripe) {
    doc.moveTo(left, y + height);
    doc.lineTo(left + height, y);
    doc.lineTo(left + height + stripe, y);
    doc.lineTo(left + stripe, y + height);
    doc.close();
    doc.fill();
  }
  doc.restoreGraphicsState();
}

interface FittedText {
  style: TextStyle;
  lines: readonly string[];
  height: number;
}

/** The height of a line, as a multiple of the font size. */
const leading = 1.16;

/** A text in lines of at most `across` mm. */
function inLines(paper: Paper, text: string, style: TextStyle, across: number): FittedText {
  const lines = wrapText(paper.fonts, text, style, across);
  return { style, lines, height: lines.length * emOf(style) * leading };
}

/** The style in a slightly smaller size. The step is small, so that little room is lost, and large enough that few steps are needed. */
const oneStepSmaller = (style: TextStyle): TextStyle => ({ ...style, size: style.size * 0.96 });

/** A style in which the longest word of a text fits. It is not smaller than half the size; a longer word is broken. */
function wholeWords(paper: Paper, text: string, style: TextStyle, across: number): TextStyle {
  const widths = text.match(/[^\s\p{Script=Han}]+/gu)?.map((word) => textWidth(paper, word, style)) ?? [];
  return { ...style, size: style.size * Math.max(0.5, Math.min(1, across / Math.max(across, ...widths))) };
}

function writeLines(paper: Paper, { style, lines }: FittedText, x: number, y: number): void {
  const em = emOf(style);
  lines.forEach((line, index) => drawText(paper, line, x, y + em * (0.9 + index * leading), style));
}

/** A text that is smaller than this share of its normal size is not made smaller, as long as the other text is larger than this share. */
const readableShare = 0.62;

/**
 * The texts of the site and the post, as large as both fit into `height`. In each step the taller text is made smaller, as long as it stays
 * readable.
 */
function fitSiteAndPost(
  paper: Paper,
  site: { text: string; style: TextStyle; across: number },
  post: { text: string; style: TextStyle; across: number },
  height: number,
): [FittedText, FittedText] {
  let above = inLines(paper, site.text, site.style, site.across);
  let below = inLines(paper, post.text, post.style, post.across);
  while (above.height + below.height > height) {
    const areTooSmall = [
      above.style.size < site.style.size * readableShare,
      below.style.size < post.style.size * readableShare,
    ];
    const shrinksSite = areTooSmall[0] === areTooSmall[1] ? above.height > below.height : areTooSmall[1];
    if (shrinksSite) above = inLines(paper, site.text, oneStepSmaller(above.style), site.across);
    else below = inLines(paper, post.text, oneStepSmaller(below.style), post.across);
  }
  return [above, below];
}

/** Draws the site, and below it the post in a frame. */
function drawSiteAndPost(paper: Paper, { x, y, width, height }: Box, site: string, post: string, scale: number): void {
  const { doc } = paper;
  const [inset, padding, gap, edge] = [2.2 * scale, 0.8 * scale, 1.2 * scale, 0.5 * scale];
  const across = width - 2 * inset;
  const siteStyle = wholeWords(paper, site, { size: 10 * scale, bold: true, colour: colours.grey }, width);
  const postStyle = wholeWords(paper, post, { size: 21 * scale, bold: true }, across);
  const [above, below] = fitSiteAndPost(
    paper,
    { text: site, style: siteStyle, across: width },
    { text: post, style: postStyle, across },
    height - gap - 2 * padding,
  );
  writeLines(paper, above, x, y);
  const top = y + above.height + gap;
  const longest = Math.max(...below.lines.map((line) => textWidth(paper, line, below.style)));
  doc.setFillColor(colours.white);
  doc.setDrawColor(colours.ink);
  doc.setLineWidth(edge);
  doc.roundedRect(x + edge / 2, top, longest + 2 * inset, below.height + 2 * padding, scale, scale, 'FD');
  writeLines(paper, below, x + inset, top + padding);
}

/** The size of a caption on the smallest sticker, in points. */
const captionSize = 5.8;

/** The distance from the top of a box to the baseline of its caption, in mm: about the font size, as a point is 0.353 mm. */
const captionDrop = (scale: number) => captionSize * scale * 0.36;

function drawCaption(paper: Paper, text: string, x: number, y: number, across: number, scale: number): void {
  drawFitted(paper, text, x, y, { size: captionSize * scale, colour: colours.grey }, across);
}

function drawHotline(paper: Paper, { x, y, width, height }: Box, scale: number): void {
  const caption = captionDrop(scale);
  drawCaption(paper, stickerWords.call, x, y + caption, width, scale);
  const style = { size: 17 * scale, bold: true };
  drawFitted(paper, companyContact.hotline, x, y + height, style, width);
}

function drawNumber(paper: Paper, { x, y, width, height }: Box, number: string, scale: number): void {
  drawFitted(paper, number, x + width, y + height, { size: 11 * scale, bold: true }, width, 'right');
}

/** Draws the address of the sticker's link, and its secret code in the number of lines that allows the largest type. */
function drawLinkToType(
  paper: Paper,
  { x, y, width, height }: Box,
  address: string,
  groups: readonly string[],
  scale: number,
) {
  const caption = captionDrop(scale);
  drawCaption(paper, stickerWords.type, x, y + caption, width, scale);
  const addressStyle = fittedStyle(paper, address, { size: 8.5 * scale, bold: true }, width);
  const below = y + caption + emOf(addressStyle) * 1.15;
  drawText(paper, address, x, below, addressStyle);
  const room = y + height - below;
  const [best] = [groups.length, 4, 2]
    .map((groupsPerLine) => {
      const lines = Array.from({ length: Math.ceil(groups.length / groupsPerLine) }, (_, index) =>
        groups.slice(index * groupsPerLine, (index + 1) * groupsPerLine).join(' '),
      );
      // the size that the height allows, converted from mm to points: an inch has 25.4 mm and 72 points
      const largest = { size: Math.min(15 * scale, (room / lines.length / leading / 25.4) * 72), bold: true };
      const sizes = lines.map((line) => fittedStyle(paper, line, largest, width).size);
      return { lines, style: { ...largest, size: Math.min(...sizes) } };
    })
    .toSorted((a, b) => b.style.size - a.style.size);
  best?.lines.forEach((line, index) => {
    drawText(paper, line, x, below + emOf(best.style) * leading * (index + 1), best.style);
  });
}

function drawNeverAsks(paper: Paper, { x, y, width, height }: Box, scale: number): void {
  const step = height / stickerWords.neverAsks.length;
  stickerWords.neverAsks.forEach((text, index) => {
    drawFitted(paper, text, x, y + step * (index + 0.8), { size: 6 * scale, colour: colours.grey }, width);
  });
}
