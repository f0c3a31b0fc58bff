/** The printable part of A4, in mm. */
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

/** In mm. */
export function emOf({ size }: TextStyle): number {
  return (size * 25.4) / 72;
}
