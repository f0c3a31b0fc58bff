export type Variant = 1 | 2 | 3 | 4;
type Four<T> = readonly [T, T, T, T];

export type Light = 'day' | 'dusk' | 'night' | 'rain';

/** Two layers of SVG in a 1600 x 1200 field: what is lit, and what emits light. */
export interface Layers {
  picture: string;
  glow: string;
}

/** Four drawings of a subject. Portraits crop the middle 900 units, so the subject stays between x 350 and 1250. */
export interface Scene {
  subjects: Four<string>;
  lights: Four<Light>;
  portrait: Four<boolean>;
  draw(variant: Variant): Layers;
}

const position = { 1: 0, 2: 1, 3: 2, 4: 3 } as const;

export function pick<T>(four: Four<T>, variant: Variant): T {
  return four[position[variant]];
}
