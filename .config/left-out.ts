import { join } from 'node:path';

const leftOut = join(import.meta.dirname, '../src/reports/left-out.ts');

/** Replaces the packages that jsPDF would load to draw HTML and SVG, because no report contains these. */
export const withoutUnusedDrawing = Object.fromEntries(
  ['html2canvas', 'canvg', 'dompurify'].map((name) => [name, leftOut]),
);
