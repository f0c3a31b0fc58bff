import {
  colour,
  box,
  disc,
  group,
  label,
  line,
  shape,
  times,
  pick,
  type Layers,
  type Place,
  type Scene,
} from '../drawing.ts';
import {
  bolt,
  lens,
  plate,
  shine,
  terminals,
  wire,
  boomArm,
  closedCabinet,
  hub,
  island,
  backPlate,
  laneAt,
  coil,
} from '../gate-parts.ts';

const motor = (x: number, y: number): string =>
  [
    box(x, y, 300, 190, '#3D4751', { rx: 26 }),
    times(9, (i) => box(x + 26 + i * 29, y + 8, 10, 174, '#525E69', { rx: 5 })),
    box(x + 292, y + 40, 96, 110, colour.steel, { rx: 10 }),
    disc(x + 420, y + 95, 78, colour.steelDark),
    disc(x + 420, y + 95, 58, colour.steel),
    bolt(x + 420, y + 95, 26),
    plate(x + 60, y + 64, 170, ['24 V DC', '120 W'], '#D8DDE0', 24),
  ].join('');

const inside = (x: number, y: number): string =>
  [
    box(x, y, 760, 940, '#20303A', { rx: 14 }),
    box(x + 22, y + 22, 716, 896, '#DCDDD6', { rx: 6 }),
    motor(x + 80, y + 90),
    box(x + 60, y + 380, 420, 250, colour.board, { rx: 10 }),
    times(3, (i) => box(x + 90 + i * 118, y + 410, 84, 60, colour.black, { rx: 4 })),
    terminals(x + 84, y + 510, 8, 1),
    box(x + 520, y + 380, 180, 250, '#E9ECEE', { rx: 8 }),
    label(x + 610, y + 470, 'AVR', 44, colour.ink, { 'text-anchor': 'middle', 'font-weight': 600 }),
    label(x + 610, y + 520, '230 V', 36, colour.tealDeep, { 'text-anchor': 'middle' }),
    box(x + 60, y + 720, 640, 30, colour.steel),
    times(7, (i) =>
      box(x + 84 + i * 86, y + 670, 74, 140, i === 2 ? '#D7E3D9' : '#F4F5F3', {
        rx: 5,
        stroke: '#9AA2A8',
        'stroke-width': 3,
      }),
    ),
    times(7, (i) => box(x + 108 + i * 86, y + 716, 26, 42, i === 2 ? colour.green : colour.ink2, { rx: 3 })),
    times(6, (i) =>
      wire(
        x + 106 + i * 44,
        y + 594,
        x + 110 + i * 86,
        y + 674,
        40,
        [colour.red, colour.ink2, colour.blue, colour.amber, '#7A5AA6', colour.white][i] ?? colour.red,
        9,
      ),
    ),
    times(4, (i) => bolt(x + 110 + i * 180, y + 868, 22, i * 17)),
  ].join('');

const openDoor = (x: number, y: number): string =>
  [
    shape(`M${x} ${y}L${x - 250} ${y + 70}V${y + 900}L${x} ${y + 940}Z`, colour.tealDark),
    shape(`M${x - 20} ${y + 60}L${x - 226} ${y + 116}V${y + 850}L${x - 20} ${y + 886}Z`, colour.teal),
    shape(`M${x - 60} ${y + 200}l-120 26v150l120 -16z`, colour.paper),
    times(4, (i) => line(`M${x - 78} ${y + 240 + i * 30}l-80 18`, '#8B9299', 5)),
  ].join('');

function foot(): string {
  return [
    box(0, 0, 1600, 1200, '#BEB9AE'),
    times(26, (i) => disc((i * 389) % 1600, 660 + ((i * 211) % 520), 5 + (i % 4), '#A39E92')),
    box(0, 0, 1600, 620, 'url(#teal)'),
    box(210, 560, 1180, 150, '#7B858D', { rx: 10 }),
    box(210, 560, 1180, 24, '#fff', { rx: 10, opacity: 0.3 }),
    times(4, (i) => bolt(360 + i * 292, 636, 56, 10 + i * 13)),
    // torque wrench on the third bolt
    group(
      'translate(944 636) rotate(-34)',
      box(-20, -26, 640, 52, colour.steelDark, { rx: 26 }),
      box(330, -40, 290, 80, colour.red, { rx: 22 }),
      times(6, (i) => box(356 + i * 42, -40, 14, 80, '#000', { opacity: 0.2 })),
      disc(0, 0, 74, colour.steel),
      disc(0, 0, 50, colour.steelDark),
    ),
    plate(420, 930, 330, ['Anchor bolts', '70 Nm, marked'], colour.white, 42),
  ].join('');
}

function front(place: Place): Layers {
  return {
    picture: [
      laneAt(place, 60),
      island(560, 520),
      closedCabinet(620, 230, 380, 690),
      boomArm(850, 350, 620, 88),
      hub(850, 352),
      plate(646, 512, 328, [place.post], colour.white, 32),
      plate(684, 620, 250, ['AUTHORISED', 'STAFF ONLY'], colour.white, 34),
      lens(940, 420, 16, colour.green),
    ].join(''),
    glow: shine(940, 420, 15, colour.green),
  };
}

export const cabinet: Scene = {
  portrait: [true, true, false, false],
  draw(variant, place) {
    if (variant === 2) return front(place);
    if (variant === 4) return { picture: foot(), glow: '' };
    const x = pick([470, 0, 440, 0], variant);
    return {
      picture: [
        variant === 1 ? laneAt(place) : backPlate('#2A6F7C'),
        box(x - 20, 110, 800, 980, '#000', { opacity: 0.18, rx: 20 }),
        inside(x, 120),
        openDoor(x, 120),
        variant === 3 ? openFile() : '',
      ].join(''),
      glow: shine(x + 110, 660, 8, colour.green) + shine(x + 150, 660, 8, colour.amber),
    };
  },
};

function openFile(): string {
  return group(
    'translate(1250 420) rotate(6)',
    box(-14, -14, 308, 428, '#7A5533', { rx: 12 }),
    box(0, 0, 280, 400, colour.white),
    box(90, -30, 100, 40, colour.steel, { rx: 8 }),
    label(24, 60, 'PM CHECKLIST', 32, colour.ink, { 'font-weight': 600 }),
    times(
      8,
      (i) => line(`M60 ${106 + i * 36}H250`, '#A8AEB3', 6) + line(`M24 ${104 + i * 36}l8 9l14 -18`, '#1A6B3C', 6),
    ),
  );
}

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
  portrait: [true, true, false, false],
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
    // a digit for each of `ledNames`: 1 for a light that is on
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

/** L1, L2, L3 and N. */
const mainsWires = ['#8A5A36', '#20262C', '#8E979E', colour.blue];

export const spd: Scene = {
  portrait: [false, true, false, false],
  draw(variant) {
    const y = pick([330, 330, 300, 160], variant);
    const names = ['L1', 'L2', 'L3', 'N'];
    const start = pick([380, 530, 700, 500], variant);
    const step = 150;
    const modules = names.map((name, i) => arrester(start + i * step, y, !(variant === 2 && i === 1), name));
    const screw = (i: number) => start + 65 + i * step;
    const tails = times(4, (i) =>
      wire(screw(i), y + 420, screw(i) + (i - 1.5) * 20, 1260, 60, mainsWires[i] ?? colour.ink, 24),
    );
    const feeds = times(4, (i) => wire(screw(i), y + 20, screw(i), -40, -20, mainsWires[i] ?? colour.ink, 24));
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

const hook = (x: number, y: number, up: boolean): string => {
  const s = up ? -1 : 1;
  const d = `M${x} ${y}v${s * 40}a34 34 0 1 ${up ? 1 : 0} 30 ${s * 30}`;
  return line(d, colour.ink, 26) + line(d, colour.steel, 20);
};

/** The lever of the arm shaft above, the threaded adjuster below. */
const springMount = (x: number): string =>
  [
    box(x - 330, 130, 660, 76, '#4E5963', { rx: 38 }),
    times(2, (i) => bolt(x - 180 + i * 360, 168, 36, 20 + i * 25)),
    box(x - 300, 1010, 600, 70, '#4E5963', { rx: 10 }),
    times(2, (i) =>
      [
        box(x - 194 + i * 360, 930, 28, 150, colour.steel),
        times(9, (k) => line(`M${x - 194 + i * 360} ${940 + k * 15}l28 -7`, colour.steelDark, 4)),
        bolt(x - 180 + i * 360, 1046, 40, 5),
      ].join(''),
    ),
  ].join('');

const wholeSpring = (x: number, metal: string): string =>
  [hook(x, 300, true), coil(x, 300, 13, 43, 84, metal), hook(x, 862, false)].join('');

function broken(x: number): string {
  return [
    hook(x, 300, true),
    coil(x, 300, 5, 44, 84, colour.steel),
    group(`translate(${x + 16} 660) rotate(9)`, coil(0, 0, 5, 40, 84, '#A7846A'), hook(0, 204, false)),
    line(`M${x - 84} 540l-30 34`, '#A7846A', 20),
    disc(x - 116, 576, 10, '#E2D5C8'),
    shape(`M${x + 110} 588l56 -34v22h74v24h-74v22z`, colour.amber),
  ].join('');
}

const caliper = (x: number, y: number): string =>
  [
    box(x, y, 520, 54, colour.steel, { rx: 4 }),
    times(25, (i) => box(x + 20 + i * 19, y + (i % 5 === 0 ? 20 : 32), 3, i % 5 === 0 ? 34 : 22, colour.ink)),
    shape(`M${x} ${y + 10}h66v180l-30 40h-16l-20 -60z`, colour.steelDark),
    shape(`M${x + 250} ${y - 14}h170v96h-110v90l-24 40h-16l-20 -60z`, '#56626D'),
    box(x + 290, y - 4, 120, 60, '#CFE3C8', { rx: 4 }),
    label(x + 304, y + 42, '8.02', 44, colour.ink, { 'font-weight': 600 }),
  ].join('');

export const spring: Scene = {
  portrait: [true, true, false, false],
  draw(variant, place) {
    const back = backPlate(pick(['#C9CCC6', '#B9BEBB', '#D5D1C4', '#A58763'], variant));
    const left = wholeSpring(620, colour.steel);
    if (variant === 1) return { picture: back + springMount(800) + left + wholeSpring(980, colour.steel), glow: '' };
    if (variant === 2) return { picture: back + springMount(800) + left + broken(980), glow: '' };
    if (variant === 3) {
      return {
        picture:
          back +
          group(
            'translate(90 -330) scale(1.3)',
            springMount(700),
            wholeSpring(520, colour.steel),
            wholeSpring(880, colour.steel),
          ) +
          caliper(660, 560),
        glow: '',
      };
    }
    const bench = times(5, (i) => line(`M0 ${190 + i * 230}H1600`, '#8C7050', 5));
    const pair = [
      group('translate(-70 -50) rotate(5 560 600)', wholeSpring(560, '#B08A6C')),
      group('translate(-70 -50) rotate(-3 900 600)', wholeSpring(960, '#CBD5DB')),
      plate(390, 985, 200, [`OLD ${place.year - 4}`], colour.white, 38),
      plate(810, 985, 200, [`NEW ${place.year}`], colour.amber, 38),
    ];
    return { picture: back + bench + pair.join(''), glow: '' };
  },
};
