import { backPlate } from '../parts/ground.ts';
import { lens, plate, shine, wire } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene, type Variant } from '../scene.ts';
import { box, disc, group, label, line, shape, times } from '../svg.ts';

const cables = [colour.blue, colour.amber, '#DADFE2', colour.green, colour.red, '#7A5AA6'];

const port = (x: number, y: number): string =>
  [
    box(x, y, 96, 84, '#11171C', { rx: 6 }),
    box(x + 22, y + 60, 52, 24, '#11171C'),
    times(6, (i) => box(x + 20 + i * 10, y + 10, 5, 18, colour.copper)),
  ].join('');

const networkPlug = (x: number, y: number, fill: string): string =>
  [
    box(x + 12, y + 18, 72, 82, '#D5DCE1', { rx: 6, opacity: 0.95 }),
    box(x + 20, y + 92, 56, 60, fill, { rx: 10 }),
  ].join('');

/** Which of the eight ports have a cable, and which lights are on. */
const used = (variant: Variant): string => pick(['11110111', '11111111', '11010011', '11100000'], variant);

const face = (variant: Variant): string => {
  const ports = used(variant);
  return [
    box(12, 18, 1000, 250, '#000', { rx: 16, opacity: 0.3 }),
    box(0, 0, 1000, 250, '#3A4651', { rx: 16 }),
    box(0, 0, 1000, 22, '#fff', { rx: 11, opacity: 0.14 }),
    label(28, 62, 'PoE SWITCH 8', 32, '#DDE3E7', { 'font-weight': 600 }),
    label(820, 62, '802.3af', 28, '#AEB8C1'),
    times(8, (i) => port(40 + i * 118, 120)),
    times(
      8,
      (i) =>
        lens(66 + i * 118, 100, 8, ports[i] === '1' ? colour.green : '#2A343C') +
        lens(110 + i * 118, 100, 8, ports[i] === '1' && i % 3 !== 1 ? colour.amber : '#2A343C'),
    ),
    times(8, (i) => (ports[i] === '1' ? networkPlug(40 + i * 118, 120, cables[i % 6] ?? colour.blue) : '')),
  ].join('');
};

const glow = (variant: Variant): string =>
  times(8, (i) =>
    used(variant)[i] === '1'
      ? shine(66 + i * 118, 100, 7, colour.green) + (i % 3 === 1 ? '' : shine(110 + i * 118, 100, 7, colour.amber))
      : '',
  );

const patch = (variant: Variant, x: number, y: number): string =>
  times(8, (i) =>
    used(variant)[i] === '1'
      ? wire(x + 88 + i * 118, y + 268, 500 + i * 90, 1500, 120 + (i % 3) * 50, cables[i % 6] ?? colour.blue, 24)
      : '',
  );

const rack = (): string =>
  [
    times(2, (i) => box(90 + i * 1340, 0, 80, 1200, '#56626D')),
    times(26, (i) => disc(130 + (i % 2) * 1340, 50 + Math.floor(i / 2) * 90, 12, '#20282F')),
    box(170, 700, 1260, 160, '#20282F', { rx: 8 }),
    times(10, (i) => box(220 + i * 118, 750, 70, 60, '#39444E', { rx: 6 })),
  ].join('');

const tester = (): string =>
  [
    box(980, 560, 300, 470, colour.amber, { rx: 34 }),
    box(1006, 600, 248, 150, '#C9D8BE', { rx: 10 }),
    label(1026, 652, '1 2 3 4 5 6', 34, colour.ink, { 'font-weight': 600 }),
    label(1026, 716, '✓ ✓ × ✓ ✓ ×', 34, colour.redDark, { 'font-weight': 600 }),
    disc(1130, 870, 66, '#D9981A'),
    label(1130, 884, 'TEST', 36, colour.ink, { 'text-anchor': 'middle', 'font-weight': 600 }),
    wire(1130, 560, 780, 470, -130, colour.blue, 22),
  ].join('');

export const lan: Scene = {
  subjects: [
    'LAN switch, link lights on',
    'LAN switch patched and labelled',
    'LAN cable fault found, port 3',
    'RS-485 converter, basement switch',
  ],
  lights: ['day', 'day', 'dusk', 'night'],
  portrait: [false, false, false, true],
  draw(variant) {
    const [x, y] = pick(
      [
        [300, 380],
        [300, 330],
        [280, 200],
        [300, 250],
      ] as const,
      variant,
    );
    // portraits crop the middle, so the switch is smaller there
    const near = variant === 4 ? 'translate(112 0) scale(.86)' : '';
    const converter = [
      box(640, 640, 340, 330, '#DDE3E7', { rx: 16 }),
      label(672, 704, 'KDC-485E', 42, colour.ink, { 'font-weight': 600 }),
      label(672, 748, '192.168.10.31', 32, colour.ink2),
      times(3, (i) => lens(700 + i * 80, 800, 12, [colour.green, colour.amber, colour.green][i] ?? colour.green)),
      shape('M672 860h276v70h-276z', colour.terminal),
      times(
        5,
        (i) =>
          disc(702 + i * 54, 894, 18, colour.steelLight) + line(`M${692 + i * 54} 902l20 -16`, colour.steelDark, 5),
      ),
    ];
    return {
      picture: [
        backPlate(pick(['#D0D3CE', '#39444E', '#CBBFA8', '#C2C8C9'], variant)),
        variant === 2 ? rack() : '',
        group(near, patch(variant, x, y), group(`translate(${x} ${y})`, face(variant))),
        variant === 2 ? times(8, (i) => plate(x + 44 + i * 118, y - 64, 90, [`P${i + 1}`], colour.white, 28)) : '',
        variant === 3 ? tester() : '',
        variant === 4 ? converter.join('') : '',
      ].join(''),
      glow:
        group(near, group(`translate(${x} ${y})`, glow(variant))) +
        (variant === 4
          ? times(3, (i) => shine(700 + i * 80, 800, 10, [colour.green, colour.amber, colour.green][i] ?? colour.green))
          : ''),
    };
  },
};
