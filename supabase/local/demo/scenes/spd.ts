import { backPlate } from '../parts/ground.ts';
import { bolt, plate, wire } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene } from '../scene.ts';
import { box, disc, group, label, line, times } from '../svg.ts';

const rail = (y: number): string =>
  [box(0, y, 1600, 74, 'url(#steel)'), times(20, (i) => box(40 + i * 84, y + 28, 44, 18, '#59646E', { rx: 9 }))].join(
    '',
  );

/** An arrester, 130 x 440, with its window: green is healthy, red is spent. */
const arrester = (x: number, y: number, healthy: boolean, name: string): string =>
  [
    box(x + 6, y + 8, 130, 440, '#000', { rx: 10, opacity: 0.22 }),
    box(x, y, 130, 440, '#E8E9E4', { rx: 10 }),
    box(x + 12, y + 100, 106, 240, '#CE4A32', { rx: 8 }),
    box(x + 12, y + 100, 106, 30, '#fff', { rx: 8, opacity: 0.2 }),
    label(x + 65, y + 172, 'TYPE 2', 26, '#fff', { 'text-anchor': 'middle', 'font-weight': 600 }),
    label(x + 65, y + 206, '40 kA', 26, '#fff', { 'text-anchor': 'middle' }),
    box(x + 30, y + 236, 70, 70, colour.ink, { rx: 6 }),
    box(x + 36, y + 242, 58, 58, healthy ? '#36C274' : colour.fault, { rx: 4 }),
    disc(x + 65, y + 48, 24, colour.steel),
    line(`M${x + 52} ${y + 58}l26 -20`, colour.steelDark, 6),
    disc(x + 65, y + 392, 24, colour.steel),
    line(`M${x + 52} ${y + 402}l26 -20`, colour.steelDark, 6),
    label(x + 65, y + 92, name, 28, colour.ink, { 'text-anchor': 'middle', 'font-weight': 600 }),
  ].join('');

const breaker = (x: number, y: number, width: number, rating: string, on: boolean): string =>
  [
    box(x + 6, y + 8, width, 440, '#000', { rx: 10, opacity: 0.22 }),
    box(x, y, width, 440, '#F1F1EC', { rx: 10 }),
    box(x, y + 120, width, 200, '#DADCD8'),
    box(x + width / 2 - 22, y + 156, 44, 128, '#A9B0B4', { rx: 8 }),
    box(x + width / 2 - 26, y + (on ? 150 : 220), 52, 66, on ? colour.ink2 : colour.red, { rx: 8 }),
    label(x + width / 2, y + 106, rating, 30, colour.ink, { 'text-anchor': 'middle', 'font-weight': 600 }),
    label(x + width / 2, y + 360, on ? 'I  ON' : 'O  OFF', 26, colour.ink, { 'text-anchor': 'middle' }),
    disc(x + width / 2, y + 46, 22, colour.steel),
    disc(x + width / 2, y + 402, 22, colour.steel),
  ].join('');

const earthBar = (y: number): string =>
  [
    box(330, y, 940, 60, colour.copper, { rx: 6 }),
    box(330, y, 940, 14, '#fff', { opacity: 0.25 }),
    times(9, (i) => bolt(390 + i * 102, y + 30, 27, i * 11)),
    label(350, y + 106, 'EARTH BAR', 34, colour.ink2, { 'font-weight': 600 }),
  ].join('');

export const spd: Scene = {
  subjects: [
    'SPD windows green, supply 230 V',
    'SPD module L2 spent, replaced',
    'RCD reset after storm, SPD healthy',
    'Earth bar and SPD, 0.42 Ω',
  ],
  lights: ['day', 'night', 'dusk', 'day'],
  portrait: [false, true, false, false],
  draw(variant) {
    const y = pick([330, 330, 300, 160], variant);
    const names = ['L1', 'L2', 'L3', 'N'];
    const start = pick([380, 530, 700, 500], variant);
    const step = 150;
    const modules = names.map((name, i) => arrester(start + i * step, y, !(variant === 2 && i === 1), name));
    const tails = times(4, (i) =>
      wire(
        start + 65 + i * step,
        y + 420,
        start + 65 + i * step + (i - 1.5) * 20,
        1260,
        60,
        ['#8A5A36', '#20262C', '#8E979E', colour.blue][i] ?? colour.ink,
        24,
      ),
    );
    const feeds = times(4, (i) =>
      wire(
        start + 65 + i * step,
        y + 20,
        start + 65 + i * step,
        -40,
        -20,
        ['#8A5A36', '#20262C', '#8E979E', colour.blue][i] ?? colour.ink,
        24,
      ),
    );
    const extra = pick(
      [
        breaker(1010, y, 120, 'C16', true) + breaker(1140, y, 120, 'C6', true),
        plate(430, 960, 360, ['L2 window red', 'changed same visit'], colour.amber, 40),
        breaker(340, y, 200, 'RCD 30 mA', true) + breaker(556, y, 120, 'C16', false),
        earthBar(820),
      ],
      variant,
    );
    return {
      picture: [
        backPlate(pick(['#CBD0CD', '#BFC5C6', '#C7CCCB', '#D6CFBF'], variant)),
        feeds,
        tails,
        rail(y + 180),
        group('', ...modules, extra),
      ].join(''),
      glow: '',
    };
  },
};
