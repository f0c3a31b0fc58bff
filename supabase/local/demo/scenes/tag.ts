import { backPlate, street } from '../parts/ground.ts';
import { plate, shine } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene } from '../scene.ts';
import { box, disc, element, group, label, line, oval, shape, times } from '../svg.ts';

/** A tag, 300 x 110. */
const sticker = (number: string): string =>
  [
    box(5, 6, 300, 110, '#000', { rx: 10, opacity: 0.25 }),
    box(0, 0, 300, 110, '#F7F6F0', { rx: 10 }),
    line('M24 56h40v-28h22v56h22v-56h22v28h40v28h22v-56h22v56h22v-28h34', colour.copper, 7),
    box(136, 40, 28, 28, colour.ink, { rx: 4 }),
    label(20, 103, number, 20, colour.ink2),
  ].join('');

/** A car from the front, windscreen large; the roof edge is at y = 150. */
const windscreen = (paint: string, dots: boolean): string =>
  [
    shape(
      'M240 1200L250 900Q260 800 330 740L470 210Q500 140 600 130H1000Q1100 140 1130 210L1270 740Q1340 800 1350 900L1360 1200Z',
      paint,
    ),
    shape('M400 720L520 250Q534 214 590 208H1010Q1066 214 1080 250L1200 720Q800 790 400 720Z', 'url(#glass)'),
    shape('M430 690L560 260H700L560 720Z', '#fff', { opacity: 0.13 }),
    dots
      ? times(60, (i) => disc(690 + (i % 12) * 20, 226 + Math.floor(i / 12) * 20, 6, '#10171D', { opacity: 0.75 }))
      : '',
    box(770, 208, 60, 60, '#1A2229'),
    box(680, 262, 240, 74, '#1A2229', { rx: 34 }),
    box(696, 272, 208, 52, '#75858F', { rx: 26 }),
    line('M440 742Q640 700 790 770M820 766Q1000 700 1160 742', colour.black, 12),
    shape('M300 860Q800 800 1300 860L1310 900Q800 840 290 900Z', '#000', { opacity: 0.15 }),
    ...[380, 1220].map((x) => oval(x, 990, 96, 60, '#F2F0E2', { stroke: '#6E7880', 'stroke-width': 8 })),
    box(600, 940, 400, 130, '#2A333B', { rx: 24 }),
    times(4, (i) => box(620, 962 + i * 26, 360, 10, '#59646E', { rx: 5 })),
    box(640, 968, 320, 80, colour.white, { rx: 8 }),
    element(
      'text',
      { x: 800, y: 1028, 'font-size': 56, 'text-anchor': 'middle', fill: colour.ink, 'font-weight': 600 },
      'DEMO 123',
    ),
  ].join('');

const handheld = (x: number, y: number): string =>
  [
    box(x, y, 300, 560, '#333D46', { rx: 36 }),
    box(x + 24, y + 40, 252, 300, '#DCE9E4', { rx: 8 }),
    label(x + 44, y + 96, 'TAG OK', 50, '#1A6B3C', { 'font-weight': 600 }),
    label(x + 44, y + 150, 'EPC Gen2', 32, colour.ink),
    label(x + 44, y + 196, '…40 2218', 36, colour.ink),
    label(x + 44, y + 250, '-54 dBm', 36, colour.ink),
    times(9, (i) => box(x + 44 + (i % 3) * 76, y + 370 + Math.floor(i / 3) * 52, 60, 38, '#56626D', { rx: 10 })),
  ].join('');

export const tag: Scene = {
  subjects: [
    'Tag behind the mirror',
    'Tag read with handheld reader',
    'Tag moved to the uncoated zone',
    'Headlamp tag for coated glass',
  ],
  lights: ['day', 'day', 'rain', 'dusk'],
  portrait: [false, false, true, false],
  draw(variant) {
    if (variant === 2) {
      return {
        picture: [
          backPlate('#9DB2BC'),
          shape('M0 0H1600L1480 1200H0Z', 'url(#glass)'),
          shape('M90 0H420L180 1200H-150Z', '#fff', { opacity: 0.14 }),
          group('translate(420 420) scale(1.75) rotate(-4)', sticker('40 2218')),
          handheld(1080, 470),
        ].join(''),
        glow: '',
      };
    }
    if (variant === 4) {
      return {
        picture: [
          street(8),
          group('translate(-560 -1370) scale(2.25)', windscreen('#7C3B34', false)),
          group('translate(230 800) scale(.9) rotate(-6)', sticker('40 3127')),
          plate(700, 470, 470, ['Headlamp tag 40 3127', 'read at 5.2 m'], colour.white, 42),
        ].join(''),
        glow: '',
      };
    }
    const place = pick(['translate(640 350) scale(.9)', '', 'translate(690 232) scale(.72)', ''], variant);
    return {
      picture: [
        street(variant),
        windscreen(pick(['#8FA3AE', '', '#D8D5CB', ''], variant), variant === 3),
        group(place, sticker(pick(['40 2218', '', '40 2764', ''], variant))),
        variant === 3 ? line('M690 226H930V316H690Z', colour.amber, 8, { 'stroke-dasharray': '22 16' }) : '',
      ].join(''),
      glow: variant === 3 ? shine(380, 990, 30, '#FFF3C4') + shine(1220, 990, 30, '#FFF3C4') : '',
    };
  },
};
