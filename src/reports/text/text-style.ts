export interface TextStyle {
  /** In points. */
  size: number;
  /** The condensed semibold of headings and labels. */
  bold?: boolean;
  colour?: string;
}

/** Millimetres of a size in points. */
export function emOf({ size }: TextStyle): number {
  return (size * 25.4) / 72;
}
