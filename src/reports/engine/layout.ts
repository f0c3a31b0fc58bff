import type { jsPDF } from 'jspdf';
import type { ReadyJpeg } from '../../lib/photo/jpeg.ts';
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
  /** Without both, as a sheet to cut up. */
  unmarked?: boolean;
  /** With an id, the same data always produces the same bytes. */
  fileId?: string;
}

/** A JPEG ready to embed: upright, without metadata, no larger than it prints. Size in pixels. */
export interface ReportPhoto {
  /** In a Blob, or a piece of the file, they are in the browser's own process and not in the memory of the page. */
  content: Blob | Uint8Array<ArrayBuffer> | { piece: Blob; start: number; end: number };
  grey: boolean;
  width: number;
  height: number;
}

/** A JPEG that is ready as it is. */
export function reportPhoto({ bytes, width, height, components }: ReadyJpeg): ReportPhoto {
  return { content: bytes, grey: components === 1, width, height };
}

/** In mm; a photo is fitted into its slot and never cropped. */
export interface PhotoSlot {
  photo: number;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  link?: string | null;
}

/** A kind of document: data in, drawing calls out. It knows no network, React or worker, so it runs anywhere. */
export interface Layout<Data> {
  meta(data: Data): DocumentMeta;
  /** All text that is drawn, so that its fonts can be loaded. */
  texts(data: Data): readonly string[];
  /** Stored URLs, in the order that the slots refer to. */
  photos(data: Data): readonly string[];
  /** The same data with other photos where some could not be loaded; where none is left it keeps those. */
  withoutPhotos?(data: Data, failed: ReadonlySet<string>): Data;
  /** Draws the report. With many visits it pauses in between (`pauseAfterSlice`). */
  draw(paper: Paper, data: Data): readonly PhotoSlot[] | Promise<readonly PhotoSlot[]>;
}

/** A4, and the edges of its printable part, in mm. */
export const page = { width: 210, height: 297, left: 12, right: 198, top: 22, bottom: 281 } as const;

/** The body of a report page, in mm: close to header and footer, so that three rows of photos fit with their text. */
export const reportBody = { top: 18.5, bottom: 283.5 } as const;

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
  good: '#1A6B3C',
  bad: '#A8261A',
} as const;

export interface TextStyle {
  /** In points. */
  size: number;
  /** The condensed semibold of headings and labels. */
  bold?: boolean;
  colour?: string;
}

/** The size of the font, in mm. */
export function emOf({ size }: TextStyle): number {
  return (size * 25.4) / 72;
}
