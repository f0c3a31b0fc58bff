import { join } from 'node:path';

const leftOut = join(import.meta.dirname, '../src/reports/left-out.ts');

/** jsPDF would load these for HTML and SVG, which no report draws. */
export const withoutUnusedDrawing = Object.fromEntries(
  ['html2canvas', 'canvg', 'dompurify'].map((name) => [name, leftOut]),
);
