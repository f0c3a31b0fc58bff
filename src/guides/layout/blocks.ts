import type { Pen } from './pen.ts';

/** As wide as the page's body (186 mm). */
export interface Drawing {
  /** In mm. */
  height: number;
  draw(pen: Pen): void;
}

export interface HeadingBlock {
  kind: 'heading';
  /** Without its number: the layout counts. */
  text: string;
}

export interface TableBlock {
  kind: 'table';
  head: readonly string[];
  /** Of the columns in mm, 186 in total. */
  widths: readonly number[];
  rows: readonly (readonly string[])[];
  /** Minimum height of a row in mm, for filling in by hand. */
  rowHeight?: number;
}

export interface Figure {
  kind: 'figure';
  /** Without its number: the layout counts. */
  caption: string;
  drawing: Drawing;
}

/** A guide is a list of blocks in reading order. */
export type Block =
  | HeadingBlock
  | { kind: 'paragraph'; text: string }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'list'; items: readonly string[] }
  | TableBlock
  | { kind: 'note'; text: string }
  | { kind: 'warning'; text: string }
  | Figure;

export const heading = (text: string): Block => ({ kind: 'heading', text });

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

export const steps = (...items: readonly string[]): Block => ({ kind: 'steps', items });

export const list = (...items: readonly string[]): Block => ({ kind: 'list', items });

export const note = (text: string): Block => ({ kind: 'note', text });

export const warning = (text: string): Block => ({ kind: 'warning', text });

export const figure = (caption: string, drawing: Drawing): Block => ({ kind: 'figure', caption, drawing });

/**
 * @param widths of the columns in mm, 186 in total.
 * @param text the header and then the rows, a line each, with `|` between cells.
 * @param rowHeight in mm, for filling in by hand.
 */
export function table(widths: TableBlock['widths'], text: string, rowHeight?: number): Block {
  const lines = text.trim().split('\n');
  const [head = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return { kind: 'table', head, widths, rows, ...(rowHeight !== undefined && { rowHeight }) };
}

export interface Guide {
  /** File name without extension; the Guide screen derives its section from it (`spec §2`). */
  name: string;
  title: string;
  subtitle: string;
  /** Of the document, such as GK-101. */
  number: string;
  readers: string;
  appliesTo: string;
  blocks: readonly Block[];
}
