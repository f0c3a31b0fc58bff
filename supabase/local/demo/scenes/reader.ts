import { basement, street } from '../parts/ground.ts';
import { lens, plate, shadow, shine } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Layers, type Scene } from '../scene.ts';
import { box, disc, group, label, line, shape, times } from '../svg.ts';

/** A reader, 420 x 420, with its light in the lower right corner. */
const housing = (led: string): string =>
  [
    box(14, 18, 420, 420, '#000', { rx: 46, opacity: 0.22 }),
    box(0, 0, 420, 420, 'url(#shell)', { rx: 46 }),
    box(26, 26, 368, 368, 'none', { rx: 30, stroke: '#B3BAC0', 'stroke-width': 5 }),
    line('M150 250a60 60 0 0 1 60 -60M120 250a90 90 0 0 1 90 -90M90 250a120 120 0 0 1 120 -120', colour.tealDeep, 13),
    disc(210, 250, 17, colour.tealDeep),
    label(62, 352, 'UHF RFID', 44, colour.ink2, { 'font-weight': 600 }),
    lens(340, 338, 17, led),
  ].join('');

const post = (x: number, top: number): string =>
  [
    box(x, top, 56, 960 - top, 'url(#steel)'),
    box(x - 66, 930, 188, 34, colour.steelDark, { rx: 8 }),
    shadow(x + 30, 968, 150, 18),
    box(x - 18, top + 40, 92, 120, '#4E5963', { rx: 12 }),
  ].join('');

function onPost(ground: string, led: string, tilt: number): Layers {
  const place = `translate(590 210) rotate(${tilt} 210 210)`;
  return {
    picture: [ground, post(772, 420), group(place, housing(led))].join(''),
    glow: group(place, shine(340, 338, 17, led)),
  };
}

/** Bracket, coaxial plug with self-sealing tape, cable with a drip loop. */
function coaxialPlug(): string {
  return [
    street(9),
    box(0, 0, 1600, 1200, '#1B242C', { opacity: 0.18 }),
    box(380, 60, 840, 700, '#C6CDD2', { rx: 60 }),
    box(430, 110, 740, 600, '#AEB7BE', { rx: 40 }),
    times(4, (i) => disc(490 + (i % 2) * 620, 170 + Math.floor(i / 2) * 480, 24, colour.steelDark)),
    plate(560, 180, 480, ['UHF, EPC Gen2', '12 dBi · Wiegand 34', 'S/N 0412-118'], colour.white, 40),
    box(746, 620, 108, 190, 'url(#steel)', { rx: 12 }),
    times(7, (i) => box(738, 640 + i * 22, 124, 9, '#7A858E', { rx: 4 })),
    box(734, 800, 132, 170, colour.black, { rx: 24 }),
    times(5, (i) => line(`M736 ${826 + i * 30}l128 -16`, '#3B4650', 7)),
    line('M800 970C800 1130 1010 1180 1080 1040S1200 900 1290 1230', colour.black, 54),
    line('M790 970C790 1130 1000 1170 1070 1030', '#4B5661', 8),
  ].join('');
}

/** Reading distance measured along the lane with a tape and a test tag on a stand. */
function range(): Layers {
  return {
    picture: [
      basement(3),
      box(1010, 380, 44, 600, 'url(#steel)'),
      shadow(1032, 984, 120, 16),
      group('translate(900 190) scale(.62)', housing(colour.green)),
      line('M470 640L430 990M470 640L520 990', colour.steelDark, 14),
      box(392, 560, 160, 100, colour.white, { rx: 8, stroke: colour.ink2, 'stroke-width': 5 }),
      line('M420 610h40l16 -22l16 44l14 -22h22', colour.tealDeep, 8),
      shape('M470 1004h566v18h-566z', colour.amber),
      times(29, (i) => box(472 + i * 20, 1004, 3, i % 5 === 0 ? 18 : 9, colour.ink)),
      plate(600, 1032, 250, ['7.0 m, 10 of 10'], colour.white, 36),
    ].join(''),
    glow: [
      shine(1111, 400, 12, colour.green),
      ...[0, 1, 2].map((i) =>
        line(`M${840 - i * 110} ${400 - i * 50}q-60 ${90 + i * 40} 0 ${180 + i * 90}`, colour.amber, 8, {
          opacity: 0.6 - i * 0.15,
        }),
      ),
    ].join(''),
  };
}

export const reader: Scene = {
  subjects: [
    'RFID reader, entrance lane',
    'RFID reader at night, standby',
    'Antenna plug re-taped',
    'Read range test, entrance',
  ],
  lights: ['day', 'night', 'rain', 'day'],
  portrait: [true, true, false, false],
  draw(variant) {
    if (variant === 3) return { picture: coaxialPlug(), glow: '' };
    if (variant === 4) return range();
    return onPost(
      street(variant + 2),
      pick([colour.green, '#5FB4FF', colour.green, colour.green], variant),
      pick([-6, 5, 0, 0], variant),
    );
  },
};
