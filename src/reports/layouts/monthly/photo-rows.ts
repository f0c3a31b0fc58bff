import { baseline, lineHeight, type Flow } from '../../engine/flow.ts';
import type { PhotoSlot } from '../../engine/layout.ts';
import { colours, page } from '../../engine/page-style.ts';
import type { MonthlyReport, ReportVisit } from '../../report-request.ts';
import { drawText } from '../../text/draw-text.ts';
import { fitText } from '../../text/wrap-text.ts';
import { visitTitle, visitUrl } from '../parts/visit-words.ts';

/** Photos stand two in a row at this size in mm (`spec §9`). */
export const photoBox = { width: 90, height: 67.5 } as const;
const gutter = 6;
/** Below a photo: its number, and the distance to the next row. */
const caption = { number: 3.4, pitch: 5 };

const captionStyle = { size: 8, colour: colours.grey };
const continuedStyle = { size: 10, bold: true, colour: colours.brand };
const continuedHeight = lineHeight(continuedStyle) + 1.8;

/** The places of the photos in a row, from 0; null where something else stands. */
type PhotoRow = readonly (number | null)[];

/** Rows of two. With `beside`, the text stands in the place of the first photo, and each row is full. */
export function photoRows(count: number, beside: boolean): PhotoRow[] {
  const places = [...(beside ? [null] : []), ...Array.from({ length: count }, (_, index) => index)];
  return Array.from({ length: Math.ceil(places.length / 2) }, (_, row) => places.slice(row * 2, row * 2 + 2));
}

/** In mm, from the top of the first photo to the number below the last one. */
export function rowsHeight(rows: readonly PhotoRow[]): number {
  return rows.length * (photoBox.height + caption.pitch) - (caption.pitch - caption.number);
}

/**
 * Draws the rows from where the flow is. A page that has photos of a visit has its title too: where they go on, a line
 * says whose they are. A last photo never goes to the next page alone.
 * @param titled the page that has the title already.
 */
export function drawPhotoRows(
  flow: Flow,
  { data, visit, number, first }: { data: MonthlyReport; visit: ReportVisit; number: number; first: number },
  rows: readonly PhotoRow[],
  titled: number,
): PhotoSlot[] {
  let titledPage = titled;
  return rows.flatMap((row, index) => {
    // the row before a single photo waits for it
    const together = rows.at(-1)?.length === 1 && index > 0 && index === rows.length - 2 ? 2 : 1;
    const height = rowsHeight(rows.slice(index, index + together));
    flow.need(height + (flow.page === titledPage ? 0 : continuedHeight));
    if (flow.page !== titledPage) {
      drawContinued(flow, visit, number);
      titledPage = flow.page;
    }
    const slots = row.flatMap((place, column) => {
      if (place === null) return [];
      const x = page.left + column * (photoBox.width + gutter);
      const text = `Photo ${number}.${place + 1}`;
      drawText(flow.paper, text, x, flow.y + photoBox.height + caption.number, captionStyle);
      const link = visitUrl(data, visit, place + 1);
      return [{ photo: first + place, page: flow.page, x, y: flow.y, ...photoBox, link }];
    });
    flow.space(photoBox.height + (index === rows.length - 1 ? caption.number : caption.pitch));
    return slots;
  });
}

function drawContinued(flow: Flow, visit: ReportVisit, number: number): void {
  const { paper } = flow;
  const after = ', continued';
  const across = page.right - page.left - 26;
  const title = fitText(paper.fonts, `Visit ${number}: ${visitTitle(visit)}`, continuedStyle, across);
  drawText(paper, `${title}${after}`, page.left, flow.y + baseline(continuedStyle), continuedStyle);
  flow.space(continuedHeight);
}
