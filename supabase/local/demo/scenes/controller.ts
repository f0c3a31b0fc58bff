import { backPlate } from '../parts/ground.ts';
import { lens, plate, shine, terminals, wire } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene } from '../scene.ts';
import { box, disc, group, label, line, times } from '../svg.ts';

const leads = [colour.red, colour.black, colour.green, colour.white, colour.blue, colour.amber, '#7A5AA6', '#8A5A36'];

const chip = (x: number, y: number, w: number, h: number, name: string): string =>
  [
    times(Math.floor(w / 20), (i) => box(x + 8 + i * 20, y - 9, 8, h + 18, colour.steel)),
    box(x, y, w, h, '#161C21', { rx: 4 }),
    disc(x + 14, y + 14, 5, '#3E4852'),
    label(x + w / 2, y + h / 2 + 9, name, 24, '#AEB8C1', { 'text-anchor': 'middle' }),
  ].join('');

const relay = (x: number, y: number): string =>
  [
    box(x, y, 92, 120, '#2C63A8', { rx: 6 }),
    box(x, y, 92, 20, '#fff', { opacity: 0.2, rx: 6 }),
    label(x + 46, y + 74, '24 V', 24, '#fff', { 'text-anchor': 'middle' }),
  ].join('');

/** The board of a controller, 900 x 760, from its top left corner. */
const board = (): string =>
  [
    box(16, 20, 900, 760, '#000', { rx: 18, opacity: 0.28 }),
    box(0, 0, 900, 760, colour.board, { rx: 18 }),
    times(16, (i) => line(`M${60 + i * 48} 150V${250 + ((i * 53) % 200)}h${((i % 3) - 1) * 26}V560`, '#2C8562', 4)),
    times(
      4,
      (i) =>
        disc(32 + (i % 2) * 836, 32 + Math.floor(i / 2) * 696, 17, colour.copper) +
        disc(32 + (i % 2) * 836, 32 + Math.floor(i / 2) * 696, 9, colour.boardDark),
    ),
    terminals(74, 24, 8, 1),
    terminals(474, 24, 8, 9, '#3D7FB5'),
    terminals(74, 650, 8, 17),
    terminals(474, 650, 8, 25, '#3D7FB5'),
    chip(360, 290, 200, 150, 'KAC-400'),
    chip(640, 300, 150, 70, 'RS485'),
    times(4, (i) => relay(96 + i * 116, 490)),
    box(640, 440, 170, 150, colour.steel, { rx: 6 }),
    box(672, 480, 106, 80, colour.black, { rx: 4 }),
    times(2, (i) => disc(130 + i * 92, 330, 38, '#23303B') + disc(130 + i * 92, 330, 30, '#8E9AA4')),
    label(96, 240, 'KAC-400  REV D', 30, '#BFE0D0', { 'font-weight': 600 }),
  ].join('');

/** The middle of a screw terminal, 0 to 15; there is a gap between the two strips. */
const terminalX = (i: number): number => (i < 8 ? 96 : 144) + i * 44;

const ledNames = ['PWR', 'RUN', 'COMM', 'FAULT'];
const ledAt = (i: number): [number, number] => [360 + i * 70, 236];

export const controller: Scene = {
  subjects: [
    'Controller online, all LEDs normal',
    'Controller wiring, doors 1 to 4',
    'Controller FAULT light, no network',
    'Controller board dried and cleaned',
  ],
  lights: ['day', 'dusk', 'night', 'day'],
  portrait: [false, true, false, false],
  draw(variant) {
    const place = pick(
      [
        'translate(350 210)',
        'translate(346 200)',
        'translate(330 190) rotate(-4 450 380)',
        'translate(250 60) scale(1.22)',
      ],
      variant,
    );
    const on = pick(['1110', '1110', '1001', '1100'], variant);
    const colours = [colour.green, colour.green, colour.amber, colour.fault];
    const leds = ledNames.map((name, i) => {
      const [x, y] = ledAt(i);
      return (
        lens(x, y, 12, on[i] === '1' ? (colours[i] ?? colour.green) : '#3A5A4C') +
        label(x, y - 26, name, 20, '#DDEBE4', { 'text-anchor': 'middle' })
      );
    });
    const step = variant === 2 ? 1 : 2;
    const wires = times(16 / step, (i) =>
      wire(
        terminalX(i * step),
        92,
        60 + i * step * 52,
        -260,
        variant === 2 ? -90 : -50,
        leads[i % 8] ?? colour.red,
        13,
      ),
    );
    const below = times(variant === 4 ? 0 : 8, (i) =>
      wire(terminalX(i * 2), 714, 130 + i * 84, 1060, 80, leads[(i + 3) % 8] ?? colour.red, 13),
    );
    const stains =
      variant === 4
        ? times(5, (i) =>
            disc(150 + i * 150, 620 - ((i * 97) % 200), 40 + ((i * 31) % 40), '#D9E4DC', { opacity: 0.14 }),
          )
        : '';
    const lamps = ledNames.flatMap((_, i) =>
      on[i] === '1' ? [shine(...ledAt(i), 11, colours[i] ?? colour.green)] : [],
    );
    return {
      picture: [
        backPlate(pick(['#D2D5CF', '#C5CAC8', '#AEB6BA', '#DAD3C2'], variant)),
        group(place, board(), ...leds, wires, below, stains),
        variant === 3 ? plate(1180, 980, 320, ['Network', 'no reply'], colour.amber, 38) : '',
      ].join(''),
      glow: group(place, ...lamps),
    };
  },
};
