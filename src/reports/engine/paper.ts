import { jsPDF } from 'jspdf';
import type { FontSource } from '../fonts/font-source.ts';
import { loadLatinFaces, type LatinFaces, type LoadedFonts } from '../fonts/load-fonts.ts';

/** The printable part of an A4 page, in mm. */
export const page = { width: 210, height: 297, left: 12, right: 198, top: 22, bottom: 281 } as const;

export const colours = {
  ink: '#17212B',
  grey: '#46525E',
  line: '#C9C4B8',
  ground: '#EFEDE7',
  brand: '#0B5563',
  white: '#FFFFFF',
  pale: '#B9C2CB',
  amber: '#F2B01E',
  red: '#E0452F',
  teal: '#2E9AAB',
  pen: '#1B3F7F',
} as const;

/** What a layout draws on: the document, and the faces that its texts need. */
export interface Paper {
  doc: jsPDF;
  fonts: LoadedFonts;
}

/** An empty A4 document in mm, with the faces that every document has. */
export interface BlankDocument {
  doc: jsPDF;
  latin: LatinFaces;
}

/** @throws Error when its fonts cannot be loaded. */
export async function blankDocument(fonts: FontSource): Promise<BlankDocument> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  return { doc, latin: await loadLatinFaces(doc, fonts) };
}
