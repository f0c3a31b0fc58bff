import { jsPDF } from 'jspdf';
import type { FontSource } from '../fonts/font-source.ts';
import { loadLatinFaces, type LatinFaces, type LoadedFonts } from '../fonts/load-fonts.ts';

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
