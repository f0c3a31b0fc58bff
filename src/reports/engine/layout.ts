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
  /** ISO 8601. */
  madeOn: string;
  /** Small at the top of each page but the first, left and right. */
  running: readonly [string, string];
  /** Small at the bottom of each page, left of its number. */
  foot: string;
  /** With an id, the same data always produces the same bytes. */
  fileId?: string;
}

/** A JPEG ready to embed: upright, without metadata, no larger than it prints. Size in pixels. */
export interface ReportPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** In mm; a photo is fitted into its slot and never cropped. */
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
  /** All text that is drawn, so that its fonts can be loaded. */
  texts(data: Data): readonly string[];
  /** Stored URLs, in the order that the slots refer to. */
  photos(data: Data): readonly string[];
  draw(paper: Paper, data: Data): readonly PhotoSlot[];
}
