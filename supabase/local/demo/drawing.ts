export type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return children.length === 0
    ? `<${name}${written.join('')}/>`
    : `<${name}${written.join('')}>${children.join('')}</${name}>`;
}

export const box = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string =>
  element('rect', { x, y, width, height, fill, ...more });

export const disc = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): string =>
  element('circle', { cx, cy, r, fill, ...more });

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more });

export const shape = (d: string, fill: string, more: Attributes = {}): string => element('path', { d, fill, ...more });

export const line = (d: string, stroke: string, width: number, more: Attributes = {}): string =>
  element('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });

export const label = (x: number, y: number, text: string, size: number, fill: string, more: Attributes = {}): string =>
  element('text', { x, y, 'font-size': size, fill, ...more }, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));

export const group = (transform: string, ...children: string[]): string => element('g', { transform }, ...children);

export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** The colours of the portal, and of the materials of a gate. */
export const colour = {
  ink: '#17212B',
  ink2: '#46525E',
  paper: '#F5F4EF',
  marking: '#E6E2D6',
  kerb: '#9CA3A8',
  teal: '#2E9AAB',
  tealDark: '#1E7685',
  tealDeep: '#0B5563',
  amber: '#F2B01E',
  red: '#D03A26',
  redDark: '#A82A1A',
  white: '#F6F4EE',
  steel: '#B4BDC5',
  steelDark: '#66727D',
  steelLight: '#DDE3E7',
  black: '#12181E',
  board: '#1C6B4C',
  boardDark: '#124B36',
  terminal: '#3BA05F',
  copper: '#C77B3A',
  green: '#45D483',
  fault: '#FF5240',
  blue: '#2B6CB8',
  hedge: '#54806A',
  hedgeDark: '#3C6452',
} as const;

export type Variant = 1 | 2 | 3 | 4;
type Four<T> = readonly [T, T, T, T];

export type Light = 'day' | 'dusk' | 'night' | 'rain';

/** Two layers of SVG, each 1600 x 1200: the picture, which daylight or rain changes, and the parts that emit light. */
export interface Layers {
  picture: string;
  glow: string;
}

/** The post and the year of a scene, and the text that its instrument or sign shows. */
export interface Place {
  /** The name of the post, on its sign. */
  post: string;
  /** Whether the post is below ground. */
  indoors: boolean;
  /** Selects the buildings or pillars around the post. */
  lane: number;
  /** Selects the colour of the cars and the position of the instruments, so that two visits do not look the same. */
  seed: number;
  year: number;
  /** The loop that is measured. */
  loop: string;
  /** The text of the display; null for the usual figure. */
  reading: string | null;
}

/** Four drawings of a subject. A portrait shows only the middle 900 units, so the subject has to be between x 350 and 1250. */
export interface Scene {
  portrait: Four<boolean>;
  draw(variant: Variant, place: Place): Layers;
}

const position = { 1: 0, 2: 1, 3: 2, 4: 3 } as const;

export function pick<T>(four: Four<T>, variant: Variant): T {
  return four[position[variant]];
}

/** Numbers from 0 to 1, the same on every run (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
