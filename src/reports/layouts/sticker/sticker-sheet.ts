import { fileNameOf } from '../../../lib/file-names.ts';
import { t, tIn } from '../../../lib/language/translate.ts';
import { companyContact } from '../../../records/company.ts';
import { stickerNumber } from '../../../records/fault/sticker.ts';
import { siteStamp } from '../../../records/time.ts';
import { colours, page, type Layout, type Paper } from '../../engine/layout.ts';
import { madeOnText } from '../../engine/letterhead.ts';
import type { StickerSheet, StickersPerPage } from '../../report-request.ts';
import { drawFitted } from '../../text/draw-text.ts';
import { drawSticker, tallArrangement, wideArrangement, type Arrangement } from './draw-sticker.ts';
import { stickerWords } from './sticker-words.ts';

interface Grid {
  arrangement: Arrangement;
  columns: number;
  rows: number;
  /** The gap between columns, in mm. */
  gap: number;
}

/**
 * The grids of a page. Eight stickers have the positions of the labels on a sheet of 99.1 x 67.7 mm labels, and can be printed on plain
 * paper too.
 */
const grids: { readonly [Size in StickersPerPage]: Grid } = {
  8: { arrangement: wideArrangement(1), columns: 2, rows: 4, gap: 2.5 },
  2: { arrangement: wideArrangement(2), columns: 1, rows: 2, gap: 0 },
  1: { arrangement: tallArrangement, columns: 1, rows: 1, gap: 0 },
};

/** The upper left corners of the stickers of a page, in reading order. */
function cornersOf({ arrangement, columns, rows, gap }: Grid): { x: number; y: number }[] {
  const { width, height } = arrangement;
  const left = (page.width - columns * width - (columns - 1) * gap) / 2;
  const top = (page.height - rows * height) / 2;
  return Array.from({ length: rows * columns }, (_, index) => ({
    x: left + (index % columns) * (width + gap),
    y: top + Math.floor(index / columns) * height,
  }));
}

/** Stickers for the posts of a site, to print and cut (`decisions §15`). */
export const stickerSheet: Layout<StickerSheet> = {
  meta: ({ name, siteName, madeOn }) => ({
    title: t('Stickers of {site}', { site: siteName }),
    subject: t('Codes to report a fault at the gate'),
    fileName: fileNameOf(name, 'Stickers', siteStamp(new Date(madeOn)).slice(0, 10)),
    madeOn,
    running: ['', ''],
    foot: '',
    unmarked: true,
  }),
  texts: ({ siteName, stickers }) => [
    siteName,
    companyContact.hotline,
    ...stickers.map(({ post }) => post ?? ''),
    ...Object.values(stickerWords).flat(),
  ],
  photos: () => [],
  draw(paper, data) {
    const grid = grids[data.perPage];
    const corners = cornersOf(grid);
    const perPage = corners.length;
    const pageCount = Math.ceil(data.stickers.length / perPage);
    for (const [index, sticker] of data.stickers.entries()) {
      const corner = corners[index % perPage];
      if (!corner) continue;
      const isFirstOfPage = index % perPage === 0;
      if (index > 0 && isFirstOfPage) paper.doc.addPage();
      drawSticker(paper, data, sticker, corner, grid.arrangement);
      // a sticker that fills the page needs no cut marks
      if (perPage === 1) continue;
      drawCutMarks(paper, corner, grid.arrangement);
      if (isFirstOfPage) drawMargin(paper, data, `${index / perPage + 1} / ${pageCount}`);
    }
    return [];
  },
};

/** The length of cut marks in mm. On a sheet of labels, which have round corners, such short marks are outside the labels. */
const markLength = 2.5;

/** Draws a cross at each corner of a sticker. */
function drawCutMarks({ doc }: Paper, { x, y }: { x: number; y: number }, { width, height }: Arrangement): void {
  doc.setDrawColor(colours.grey);
  doc.setLineWidth(0.15);
  for (const across of [x, x + width])
    for (const down of [y, y + height]) {
      doc.line(across - markLength, down, across + markLength, down);
      doc.line(across, down - markLength, across, down + markLength);
    }
}

const marginStyle = { size: 8, colour: colours.grey };
/** The baselines of the notes on the upper and the lower margin of a page, in mm from its top. */
const marginBaselines = { upper: 8, lower: 291 };

/** Writes notes for the office on the margins, which are cut off. @param pages such as `1 / 3` */
function drawMargin(paper: Paper, { siteName, stickers, madeOn }: StickerSheet, pages: string): void {
  const numbers = stickers.map(({ id }) => stickerNumber(id));
  const range =
    numbers.length === 1
      ? numbers[0]
      : tIn('of numbers', '{first} to {last}', { first: numbers[0] ?? '', last: numbers.at(-1) ?? '' });
  drawFitted(paper, t('Print at actual size (100 %).'), page.left, marginBaselines.upper, marginStyle, 60);
  drawFitted(paper, `${madeOnText(madeOn)}  ·  ${pages}`, page.right, marginBaselines.upper, marginStyle, 110, 'right');
  drawFitted(
    paper,
    t('{site}: {text}', { site: siteName, text: range ?? '' }),
    page.left,
    marginBaselines.lower,
    marginStyle,
    page.right - page.left,
  );
}
