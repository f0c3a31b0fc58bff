import type { Pen } from './pen.ts';

/** A picture made of lines; as wide as the page's body (186 mm). */
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
  /** Of the columns in mm, 186 together. */
  widths: readonly number[];
  rows: readonly (readonly string[])[];
  /** The least height of a row in mm, where there is something to write in by pen. */
  rowHeight?: number;
}

export interface Figure {
  kind: 'figure';
  /** Without its number: the layout counts. */
  caption: string;
  drawing: Drawing;
}

/** One piece of a guide. A guide is a list of them, in the order of reading. */
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
 * @param widths of the columns in mm, 186 together.
 * @param text the head and then the rows, a line each, with `|` between the cells.
 * @param rowHeight in mm, where there is something to write in by pen.
 */
export function table(widths: TableBlock['widths'], text: string, rowHeight?: number): Block {
  const lines = text.trim().split('\n');
  const [head = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return { kind: 'table', head, widths, rows, ...(rowHeight !== undefined && { rowHeight }) };
}

export interface Guide {
  /** Name of the file without its extension; the Guide screen finds its section by it (`spec §2`). */
  name: string;
  title: string;
  subtitle: string;
  /** Number of the document, such as GK-101. */
  number: string;
  readers: string;
  appliesTo: string;
  blocks: readonly Block[];
}
