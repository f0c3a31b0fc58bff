import { bolt, lens, plate, shine, terminals, wire } from '../parts/hardware.ts';
import { backPlate, basement, street } from '../parts/ground.ts';
import { boomArm, closedCabinet, hub, island } from '../parts/boom.ts';
import { colour } from '../palette.ts';
import { pick, type Layers, type Scene } from '../scene.ts';
import { box, disc, group, label, line, shape, times } from '../svg.ts';

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

function front(): Layers {
  return {
    picture: [
      basement(5),
      island(560, 520),
      closedCabinet(620, 230, 380, 690),
      boomArm(850, 350, 620, 88),
      hub(850, 352),
      plate(684, 620, 250, ['AUTHORISED', 'STAFF ONLY'], colour.white, 34),
      lens(940, 420, 16, colour.green),
    ].join(''),
    glow: shine(940, 420, 15, colour.green),
  };
}

export const cabinet: Scene = {
  subjects: [
    'Cabinet open, inside clean and dry',
    'Cabinet locked after service',
    'Cabinet interior, drive and power',
    'Anchor bolts torqued and marked',
  ],
  lights: ['day', 'night', 'day', 'day'],
  portrait: [true, true, false, false],
  draw(variant) {
    if (variant === 2) return front();
    if (variant === 4) return { picture: foot(), glow: '' };
    const x = pick([470, 0, 440, 0], variant);
    return {
      picture: [
        variant === 1 ? street(6) : backPlate('#2A6F7C'),
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
