import { colour } from '../palette.ts';
import { box, disc, line, shape, times } from '../svg.ts';
import { random } from './random.ts';

function speckles(seed: number, top: number, count: number, fill: string): string {
  const next = random(seed);
  return times(count, () =>
    disc(Math.round(next() * 1600), Math.round(top + next() * (1200 - top)), Math.round(2 + next() * 3), fill, {
      opacity: 0.5,
    }),
  );
}

function building(x: number, width: number, top: number, floor: number, fill: string, windows: string): string {
  const columns = Math.floor((width - 40) / 78);
  const rows = Math.floor((floor - top - 60) / 92);
  const inset = (width - columns * 78 + 30) / 2;
  return [
    box(x, top, width, floor - top, fill),
    box(x, top, width, 14, '#000', { opacity: 0.12 }),
    times(columns * rows, (i) =>
      box(x + inset + (i % columns) * 78, top + 48 + Math.floor(i / columns) * 92, 48, 56, windows, { rx: 3 }),
    ),
  ].join('');
}

/** Sky, buildings, hedge, kerb and lane. `seed` moves the buildings; the road begins at y = 800. */
export function street(seed: number): string {
  const next = random(seed * 977);
  const shift = Math.round(next() * 220);
  return [
    box(0, 0, 1600, 800, 'url(#sky)'),
    building(-140 + shift, 420, 120 + shift / 2, 720, '#CFCABD', '#A9BEC7'),
    building(330 + shift, 330, 290 - shift / 2, 720, '#BDB9AE', '#9BB2BC'),
    building(1010 + shift / 2, 520, 190 + shift / 3, 720, '#D8D3C7', '#AFC3CB'),
    box(0, 640, 1600, 130, colour.hedge),
    times(17, (i) => disc(40 + i * 98, 646, 52, i % 2 === 0 ? colour.hedge : '#5C8A72')),
    box(0, 712, 1600, 60, colour.hedgeDark),
    box(0, 768, 1600, 34, colour.kerb),
    box(0, 794, 1600, 10, '#000', { opacity: 0.18 }),
    box(0, 800, 1600, 400, 'url(#road)'),
    speckles(seed, 812, 70, '#4A5560'),
    times(5, (i) => shape(`M${i * 400 - 80} 1010h190l-24 26h-190z`, colour.marking, { opacity: 0.75 })),
  ].join('');
}

export function basement(seed: number): string {
  const shift = (seed * 137) % 200;
  return [
    box(0, 0, 1600, 1200, 'url(#wall)'),
    box(0, 0, 1600, 110, '#8F938F'),
    times(3, (i) => box(120 + shift + i * 520, 62, 300, 20, '#FDFBF0', { rx: 10 })),
    box(0, 470, 1600, 96, colour.tealDeep, { opacity: 0.85 }),
    times(3, (i) => box(-30 + shift + i * 640, 110, 110, 700, '#B8B4A8')),
    times(3, (i) => box(50 + shift + i * 640, 110, 30, 700, '#98948A')),
    times(3, (i) =>
      times(4, (k) =>
        shape(`M${-30 + shift + i * 640} ${700 + k * 26}h110v13h-110z`, k % 2 === 0 ? colour.amber : colour.ink),
      ),
    ),
    box(0, 800, 1600, 400, 'url(#floor)'),
    line('M0 802H1600', '#6D7072', 6),
    line('M90 1200 L330 810M1510 1200 L1270 810', colour.marking, 16, { opacity: 0.7 }),
  ].join('');
}

export function roadFromAbove(seed: number): string {
  return [
    box(0, 0, 1600, 1200, 'url(#road)'),
    speckles(seed, 0, 180, '#4B5661'),
    speckles(seed + 7, 0, 120, '#232C35'),
  ].join('');
}

/** The inside of a steel cabinet or a workbench, for close-ups. */
export function backPlate(fill: string): string {
  return [
    box(0, 0, 1600, 1200, fill),
    box(0, 0, 1600, 1200, 'url(#vignette)'),
    times(4, (i) => disc(70 + (i % 2) * 1460, 70 + Math.floor(i / 2) * 1060, 16, '#000', { opacity: 0.18 })),
  ].join('');
}
