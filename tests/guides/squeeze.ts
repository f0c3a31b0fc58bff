import { paper } from '../support/made-report.ts';
import type { ReadPdf } from '../support/read-pdf.ts';

/** A text as PDFs are compared: a font has one mu for the letter and for the micro sign, and a line may be broken anywhere. */
export const squeeze = (text: string) => text.normalize('NFKC').replaceAll(/\s+/gu, '');

/** The text of all pages above their feet, with the title band of the first, in writing order, so that the cells of a table stay whole. */
export function writtenIn({ pages }: ReadPdf): string {
  return squeeze(
    pages
      .flatMap(({ parts }) => parts.filter(({ y }) => y > paper.top - 14 && y < paper.bottom))
      .map(({ text }) => text)
      .join(''),
  );
}
