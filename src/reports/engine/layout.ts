import type { jsPDF } from 'jspdf';
import type { LoadedFonts } from '../fonts/document-fonts.ts';

export interface Paper {
  doc: jsPDF;
  fonts: LoadedFonts;
}

export interface DocumentMeta {
  title: string;
  subject: string;
  fileName: string;
  /** ISO instant. */
  madeOn: string;
  /** Small at the top of each page but the first, left and right. */
  running: readonly [string, string];
  /** Small at the foot of each page, left of its number. */
  foot: string;
  /** With an id, the same data always makes the same bytes. */
  fileId?: string;
}

/** A JPEG ready to embed: upright, without metadata, not larger than it prints. */
export interface ReportPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  /** In pixels. */
  width: number;
  height: number;
}

/** Where a photo goes, in mm; it is fitted inside the box and never cropped. */
export interface PhotoSlot {
  photo: number;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  link?: string;
}

/** A kind of document: data in, drawing calls out. It knows no network, React or worker, so it runs anywhere. */
export interface Layout<Data> {
  meta(data: Data): DocumentMeta;
  /** Every text that is drawn, so that the fonts of its letters are there. */
  texts(data: Data): readonly string[];
  /** The stored urls of its photos, in the order that the slots count them in. */
  photos(data: Data): readonly string[];
  draw(paper: Paper, data: Data): readonly PhotoSlot[];
}
