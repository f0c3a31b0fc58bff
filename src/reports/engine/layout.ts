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
  /** The small texts at the top of each page except the first, at the left and at the right. */
  running: readonly [string, string];
  /** The small text at the bottom of each page, to the left of the page number. */
  foot: string;
  /** Without both, for a sheet that is cut up. */
  unmarked?: boolean;
  /** With an id, the same data always produces the same bytes. */
  fileId?: string;
}

/** A JPEG that can be embedded: upright, without metadata, and not larger than it is printed. Width and height are in pixels. */
export interface ReportPhoto {
  /**
   * Bytes, a Blob, or a piece of the file that is being built. The browser can store a Blob outside the memory of the page, which needs the
   * memory for decoding photos.
   */
  content: Blob | Uint8Array<ArrayBuffer> | { piece: Blob; start: number; end: number };
  grey: boolean;
  width: number;
  height: number;
}

/** A report photo from a JPEG that can be embedded unchanged. */
export function reportPhoto({ bytes, width, height, components }: ReadyJpeg): ReportPhoto {
  return { content: bytes, grey: components === 1, width, height };
}

/** The place of a photo on a page, in mm. A photo is fitted into its slot and never cropped. */
export interface PhotoSlot {
  /** The index of the photo. */
  photo: number;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  link?: string | null;
}

/** A kind of document: it draws data as pages. It uses no network, React or worker, so it runs anywhere. */
export interface Layout<Data> {
  meta(data: Data): DocumentMeta;
  /** All texts of the data that are drawn, so that their fonts can be loaded. */
  texts(data: Data): readonly string[];
  /** The stored URLs of the photos. Slots refer to them by index. */
  photos(data: Data): readonly string[];
  /** The same data with other photos instead of those that could not be loaded. If there are no other photos, these stay. */
  withoutPhotos?(data: Data, failed: ReadonlySet<string>): Data;
  /** Draws the document, and returns the places of its photos. A long document pauses in between (`pauseAfterSlice`). */
  draw(paper: Paper, data: Data): readonly PhotoSlot[] | Promise<readonly PhotoSlot[]>;
}

/** A4, and the edges of its printable part, in mm. */
export const page = { width: 210, height: 297, left: 12, right: 198, top: 22, bottom: 281 } as const;

/** The body of a page of a report, in mm. It is close to header and footer, so that three rows of photos with their texts fit on a page. */
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
  /** The condensed semibold font of headings and labels. */
  bold?: boolean;
  colour?: string;
}

/** The font size in mm. */
export function emOf({ size }: TextStyle): number {
  return (size * 25.4) / 72;
}
