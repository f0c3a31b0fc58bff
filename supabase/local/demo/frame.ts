import {
  random,
  colour,
  box,
  element,
  label,
  line,
  oval,
  times,
  type Attributes,
  type Layers,
  type Light,
} from './drawing.ts';

const evenGradient = (attributes: Attributes, stops: readonly string[]): string =>
  element(
    'linearGradient',
    attributes,
    ...stops.map((stop, i) => element('stop', { offset: i / (stops.length - 1), 'stop-color': stop })),
  );

const verticalGradient = (id: string, ...stops: string[]): string =>
  evenGradient({ id, x1: 0, y1: 0, x2: 0, y2: 1 }, stops);

const horizontalGradient = (id: string, ...stops: string[]): string => evenGradient({ id }, stops);

const radialGradient = (id: string, cx: number, cy: number, r: number, ...stops: [number, string, number][]): string =>
  element(
    'radialGradient',
    { id, cx, cy, r },
    ...stops.map(([offset, stop, opacity]) => element('stop', { offset, 'stop-color': stop, 'stop-opacity': opacity })),
  );

const defs = element(
  'defs',
  {},
  verticalGradient('sky', '#C9DDE6', '#F3F1E8'),
  verticalGradient('road', '#3C4650', '#2A333C'),
  verticalGradient('wall', '#DAD7CC', '#BFBBB0'),
  verticalGradient('floor', '#8A8C8A', '#6F7271'),
  horizontalGradient('teal', '#23818F', colour.teal, '#37A8B8', '#279099'),
  horizontalGradient('steel', '#8D98A1', '#DCE2E6', '#A3ADB5', '#7E8A93'),
  verticalGradient('shell', '#F4F5F3', '#CFD4D7'),
  verticalGradient('glass', '#3F5562', '#6C8592'),
  radialGradient('vignette', 0.5, 0.45, 0.75, [0.5, '#000', 0], [1, '#000', 0.28]),
  radialGradient('torch', 0.5, 0.52, 0.62, [0, '#FFF4D6', 1], [0.5, '#8E98A8', 1], [1, '#222E42', 1]),
  verticalGradient('evening', '#FBD3AE', '#F4E4CE', '#E2D3CD'),
);

const rain = (): string => {
  const next = random(5);
  const drops = times(100, () => {
    const x = Math.round(next() * 1640);
    const y = Math.round(next() * 1200);
    return `M${x} ${y}l-12 62`;
  });
  return [
    box(0, 0, 1600, 1200, '#AFBCC6', { style: 'mix-blend-mode:multiply' }),
    times(7, (i) => oval(110 + i * 240, 1100 + (i % 3) * 34, 120, 12, '#B9C8D2', { opacity: 0.3 })),
    line(drops, '#E8F0F5', 3, { opacity: 0.42 }),
  ].join('');
};

const lightLayers: Record<Light, () => string> = {
  day: () => '',
  dusk: () => box(0, 0, 1600, 1200, 'url(#evening)', { style: 'mix-blend-mode:multiply' }),
  night: () => box(0, 0, 1600, 1200, 'url(#torch)', { style: 'mix-blend-mode:multiply' }),
  rain,
};

/** The caption at the bottom of a photo: the post, and the time at which the photo was taken. */
function stamp(width: number, height: number, post: string, taken: string): string {
  const unit = Math.min(width, height) / 1200;
  const y = height - 74 * unit;
  return [
    box(0, y, width, 74 * unit, '#0B1117'),
    label(34 * unit, y + 51 * unit, post, 42 * unit, '#FFFFFF'),
    label(width - 30 * unit, y + 51 * unit, taken, 42 * unit, colour.amber, { 'text-anchor': 'end' }),
  ].join('');
}

export interface Picture {
  layers: Layers;
  light: Light;
  /** The position of the camera: how much is cut off at the left, at the top, and of the whole width, in the units of the drawing. */
  held: readonly [left: number, top: number, cut: number];
  width: number;
  height: number;
  post: string;
  taken: string;
}

/** A picture as SVG of `width` x `height` px. A portrait shows only the middle of the drawing. */
export function frame({ layers, light, held: [left, top, cut], width, height, post, taken }: Picture): string {
  const scene = element(
    'svg',
    {
      width,
      height,
      viewBox: `${left} ${top} ${1600 - cut} ${1200 - cut * 0.75}`,
      preserveAspectRatio: 'xMidYMid slice',
    },
    layers.picture,
    lightLayers[light](),
    element('g', { style: 'mix-blend-mode:screen' }, layers.glow),
  );
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, 'font-family': 'Stamp' },
    defs,
    scene,
    stamp(width, height, post, taken),
  );
}
