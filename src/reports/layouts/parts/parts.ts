import { t } from '../../../lib/language/translate.ts';
import { companyContact, companyName, telUrl } from '../../../records/company.ts';
import { linkTo } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { visitTitle } from '../../../records/task/visit.ts';
import { drawLines, lineHeight, type Flow } from '../../engine/flow.ts';
import { colours, page } from '../../engine/layout.ts';
import type { ReportSite, ReportVisit } from '../../report-request.ts';
import type { FigureTile } from '../../report-words.ts';
import { oneLine } from '../../text/clean-text.ts';
import { drawFitted, drawText, textWidth, fitText } from '../../text/draw-text.ts';

const gap = 4;
const inset = 3;
/** The height of a tile with a note of up to two lines, in mm. */
const usualHeight = 25;
const labelStyle = { size: 9, bold: true, colour: colours.grey };
const noteStyle = { size: 8.5, colour: colours.grey };

function shareOf({ wide = false }: FigureTile): number {
  return wide ? 1.5 : 1;
}

/** Draws figures as tiles side by side. A wide tile is one and a half times as wide as the others. */
export function drawTiles(flow: Flow, tiles: readonly FigureTile[]): void {
  const { paper } = flow;
  const { doc, fonts } = paper;
  const shares = tiles.reduce((sum, tile) => sum + shareOf(tile), 0);
  const unit = (page.right - page.left - gap * (tiles.length - 1)) / shares;
  const notes = tiles.map((tile) => flow.lines(tile.note, noteStyle, unit * shareOf(tile) - 2 * inset));
  const height = usualHeight + Math.max(0, ...notes.map(({ length }) => length - 2)) * lineHeight(noteStyle);
  flow.need(height);
  let x: number = page.left;
  for (const [index, tile] of tiles.entries()) {
    const { label, figure, bad = false } = tile;
    const width = unit * shareOf(tile);
    const across = width - 2 * inset;
    doc.setFillColor(colours.ground);
    doc.rect(x, flow.y, width, height, 'F');
    doc.setFillColor(bad ? colours.bad : colours.brand);
    doc.rect(x, flow.y, width, 1, 'F');
    drawFitted(paper, label, x + inset, flow.y + 5.6, labelStyle, across);
    const [large, small] = [20, 13].map((size) => ({ size, bold: true, colour: bad ? colours.bad : colours.ink }));
    const style = large && textWidth(paper, figure, large) <= across ? large : (small ?? labelStyle);
    drawText(paper, fitText(fonts, figure, style, across), x + inset, flow.y + 13.4, style);
    drawLines(paper, notes[index] ?? [], x + inset, flow.y + 15.6, noteStyle);
    x += width + gap;
  }
  flow.space(height);
}

/** The height of the band with the hotline, in mm. */
export const callCardHeight = 13;

const nameStyle = { size: 9, bold: true, colour: colours.pale };
const numberStyle = { size: 15, bold: true, colour: colours.white };
const restStyle = { size: 9.5, colour: colours.white };

/** Draws a dark band with the company's hotline for emergencies. */
export function drawCallCard(flow: Flow): void {
  const { paper } = flow;
  const { doc } = paper;
  const { hotline, hours, email } = companyContact;
  flow.need(callCardHeight);
  doc.setFillColor(colours.ink);
  doc.rect(page.left, flow.y, page.right - page.left, callCardHeight, 'F');
  doc.setFillColor(colours.amber);
  doc.rect(page.left, flow.y, 1.4, callCardHeight, 'F');
  drawFitted(paper, t('Who to call'), page.left + 5, flow.y + 5.2, nameStyle, 58);
  drawText(paper, companyName, page.left + 5, flow.y + 10, restStyle);
  const middle = page.left + 66;
  drawText(paper, hotline, middle, flow.y + 8.6, numberStyle);
  doc.link(middle, flow.y + 2.5, textWidth(paper, hotline, numberStyle), 8, {
    url: telUrl(hotline),
  });
  drawFitted(paper, hours, page.right - 5, flow.y + 5.2, restStyle, 70, 'right');
  drawText(paper, email, page.right - 5, flow.y + 10, restStyle, 'right');
  const width = textWidth(paper, email, restStyle);
  doc.link(page.right - 5 - width, flow.y + 6, width, 5.5, { url: `mailto:${email}` });
  flow.space(callCardHeight);
}

/** The title of a visit in one line. */
export function titleLine(visit: ReportVisit): string {
  return oneLine(visitTitle(visit));
}

/** The title of a visit in one line, after its site if the paper has several sites. */
export function placedTitle(visit: ReportVisit): string {
  return visit.at ? t('{site}: {text}', { site: visit.at.siteName, text: titleLine(visit) }) : titleLine(visit);
}

/** The portal's URL of a visit or of one of its photos; null when the paper has no links. @param shown the position of the photo, from 1 */
export function visitUrl(
  site: Pick<ReportSite, 'portal' | 'name'>,
  { id, year, month, at }: ReportVisit,
  shown: number | null = null,
): string | null {
  const { portal, name } = at ?? site;
  if (portal === null) return null;
  return new URL(linkTo(paths.maintenance, { site: name, year, month, task: id, photo: shown }), portal).href;
}

const siteNameStyle = { size: 16, bold: true };
const addressStyle = { size: 10, colour: colours.grey };

export function drawSite(flow: Flow, { siteName, address }: Pick<ReportSite, 'siteName' | 'address'>): void {
  flow.paragraph(siteName, siteNameStyle);
  flow.paragraph(address, addressStyle);
  flow.space(4);
}
