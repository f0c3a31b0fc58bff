import { backPlate } from '../parts/ground.ts';
import { wire } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene } from '../scene.ts';
import { box, disc, group, label, line, shape, times } from '../svg.ts';

const probe = (x: number, y: number, turn: number, fill: string): string =>
  group(
    `translate(${x} ${y}) rotate(${turn})`,
    shape('M-9 0L0 -110L9 0Z', colour.steel),
    box(-22, 0, 44, 190, fill, { rx: 18 }),
    box(-34, 8, 68, 20, fill, { rx: 10 }),
    times(4, (i) => box(-22, 60 + i * 26, 44, 8, '#000', { opacity: 0.25 })),
  );

/** A meter, 480 x 860, from its top left corner. `dial`: degrees of the switch. */
const instrument = (body: string, value: string, unit: string, mode: string, dial: number): string =>
  [
    box(14, 20, 480, 860, '#000', { rx: 60, opacity: 0.26 }),
    box(0, 0, 480, 860, body, { rx: 60 }),
    box(26, 26, 428, 808, '#2A333B', { rx: 40 }),
    box(56, 64, 368, 210, '#C9D8BE', { rx: 12 }),
    box(56, 64, 368, 22, '#000', { opacity: 0.12 }),
    label(76, 108, mode, 26, colour.ink),
    label(346, 226, value, 118, colour.ink, { 'text-anchor': 'end', 'font-weight': 600 }),
    label(356, 226, unit, 38, colour.ink, { 'font-weight': 600 }),
    times(22, (i) => box(78 + i * 15, 246, 8, 14, colour.ink, { opacity: i < 15 ? 0.9 : 0.15 })),
    times(3, (i) => box(70 + i * 122, 306, 96, 46, '#56626D', { rx: 23 })),
    disc(240, 510, 128, '#1C242B'),
    times(11, (i) => group(`translate(240 510) rotate(${-125 + i * 25})`, box(-3, -152, 6, 18, '#D9DEE2'))),
    group(
      `translate(240 510) rotate(${dial})`,
      disc(0, 0, 92, body),
      box(-16, -88, 32, 176, '#fff', { rx: 14, opacity: 0.3 }),
      box(-5, -86, 10, 50, '#fff', { rx: 5 }),
    ),
    ...[colour.black, colour.red, colour.red].map(
      (fill, i) => disc(110 + i * 130, 740, 38, '#11161B') + disc(110 + i * 130, 740, 27, fill),
    ),
    label(240, 692, 'CAT III 600 V', 22, '#AEB8C1', { 'text-anchor': 'middle' }),
  ].join('');

const target = (x: number, y: number): string =>
  [
    box(x, y, 360, 120, colour.terminal, { rx: 8 }),
    times(
      6,
      (i) =>
        disc(x + 36 + i * 58, y + 46, 22, colour.steelLight) +
        line(`M${x + 24 + i * 58} ${y + 56}l24 -20`, colour.steelDark, 6),
    ),
    label(x + 20, y + 106, 'L1 · L2 · PE', 30, '#0E2A1B', { 'font-weight': 600 }),
  ].join('');

export const meter: Scene = {
  subjects: [
    'Loop inductance 128 uH',
    'Earth resistance 0.42 Ω',
    'Supply voltage 231.6 V',
    'Loop insulation 56.0 MΩ at 500 V DC',
  ],
  lights: ['day', 'dusk', 'day', 'night'],
  portrait: [false, false, true, false],
  draw(variant) {
    const [body, value, unit, mode, dial] = pick(
      [
        [colour.amber, '128.4', 'µH', 'LOOP  AUTO', 50],
        ['#2C8F6B', '0.42', 'Ω', 'EARTH  3-POLE', -50],
        ['#D0482F', '231.6', 'V~', 'AC  TRUE RMS', -100],
        ['#3B79B8', '56.0', 'MΩ', 'INSULATION  500 V', 100],
      ] as const,
      variant,
    );
    const x = pick([520, 470, 365, 760], variant);
    const tilt = pick([-5, 4, 0, 7], variant);
    const probes = pick(
      [
        [1180, 420, 1260, 430],
        [1130, 520, 1240, 500],
        [985, 330, 1065, 330],
        [440, 470, 550, 450],
      ] as const,
      variant,
    );
    const [x1, y1, x2, y2] = probes;
    return {
      picture: [
        backPlate(pick(['#C9CCC5', '#A98B66', '#CBC7BB', '#AAB3B7'], variant)),
        target(Math.min(x1 - 120, 1160), y1 - 230),
        group(`translate(${x} 170) rotate(${tilt} 240 430)`, instrument(body, value, unit, mode, dial)),
        wire(x + 130, 910, x1 + 20, y1 + 180, 330, colour.black, 20),
        wire(x + 250, 910, x2 + 20, y2 + 180, 240, colour.red, 20),
        probe(x1, y1, 8, colour.black),
        probe(x2, y2, -6, colour.red),
      ].join(''),
      glow: '',
    };
  },
};
