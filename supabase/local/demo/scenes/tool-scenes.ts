import { colour, box, disc, group, label, line, shape, times, pick, type Scene, type Variant } from '../drawing.ts';
import { backPlate, laneAt, lens, plate, shine, wire } from '../gate-parts.ts';

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

/** A digit for each of the eight ports: 1 when it has a cable and its light is on. */
const connectedPorts = (variant: Variant): string => pick(['11110111', '11111111', '11010011', '11100000'], variant);

const face = (variant: Variant): string => {
  const ports = connectedPorts(variant);
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
    connectedPorts(variant)[i] === '1'
      ? shine(66 + i * 118, 100, 7, colour.green) + (i % 3 === 1 ? '' : shine(110 + i * 118, 100, 7, colour.amber))
      : '',
  );

const patch = (variant: Variant, x: number, y: number): string =>
  times(8, (i) =>
    connectedPorts(variant)[i] === '1'
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
    label(76, 112, mode, 32, colour.ink),
    label(346, 226, value, 118, colour.ink, { 'text-anchor': 'end', 'font-weight': 600 }),
    label(356, 226, unit, 38, colour.ink, { 'font-weight': 600 }),
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

const benches = ['#C9CCC5', '#A98B66', '#CBC7BB', '#AAB3B7', '#8FA6AD', '#D9D2C2'];

export const meter: Scene = {
  portrait: [true, false, true, false],
  draw(variant, place) {
    const [body, usual, unit, mode, dial] = pick(
      [
        [colour.amber, '128.4', 'µH', 'LOOP  AUTO', 50],
        ['#2C8F6B', '0.42', 'Ω', 'EARTH  3-POLE', -50],
        ['#D0482F', '231.6', 'V~', 'AC  TRUE RMS', -100],
        ['#3B79B8', '56.0', 'MΩ', 'INSULATION  500 V', 100],
      ] as const,
      variant,
    );
    const x = pick([520, 470, 365, 760], variant);
    const tilt = pick([-5, 4, 0, 7], variant) + (place.seed % 7) - 3;
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
        backPlate(benches[(place.seed + variant) % benches.length] ?? '#C9CCC5'),
        target(Math.min(x1 - 120, 1160), y1 - 230),
        group(
          `translate(${x} 170) rotate(${tilt} 240 430)`,
          instrument(body, place.reading ?? usual, unit, mode, dial),
        ),
        wire(x + 130, 910, x1 + 20, y1 + 180, 330, colour.black, 20),
        wire(x + 250, 910, x2 + 20, y2 + 180, 240, colour.red, 20),
        probe(x1, y1, 8, colour.black),
        probe(x2, y2, -6, colour.red),
      ].join(''),
      glow: '',
    };
  },
};

/** The safety photocell on its post: blocked by an ants' nest, or clean. */
export const photocell: Scene = {
  portrait: [false, false, true, true],
  draw(variant, place) {
    const blocked = variant % 2 === 1;
    return {
      picture: [
        laneAt(place),
        box(660, 60, 280, 1140, 'url(#steel)'),
        box(600, 300, 400, 460, '#2A333B', { rx: 40 }),
        disc(800, 530, 150, '#12181E'),
        disc(800, 530, 118, '#5A2A34'),
        disc(762, 492, 34, '#fff', { opacity: 0.35 }),
        blocked
          ? times(9, (i) => disc(690 + ((i * 67) % 220), 450 + ((i * 89) % 190), 44 + ((i * 13) % 26), '#7A5533')) +
            times(26, (i) => disc(560 + ((i * 83) % 470), 330 + ((i * 131) % 520), 8, colour.ink))
          : plate(640, 810, 330, ['Lens cleaned', 'beam aligned'], colour.white, 40),
        lens(930, 700, 16, blocked ? colour.fault : colour.green),
      ].join(''),
      glow: shine(930, 700, 14, blocked ? colour.fault : colour.green),
    };
  },
};
