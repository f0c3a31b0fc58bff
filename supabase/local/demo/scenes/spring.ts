import { backPlate } from '../parts/ground.ts';
import { bolt, coil, plate } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene } from '../scene.ts';
import { box, disc, group, label, line, shape, times } from '../svg.ts';

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
  subjects: [
    'Balance springs, even tension',
    'Broken spring, exit lane',
    'Spring wire measured',
    'Old and new spring pair',
  ],
  lights: ['day', 'night', 'day', 'dusk'],
  portrait: [false, true, false, false],
  draw(variant) {
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
      plate(390, 985, 200, ['OLD 2021'], colour.white, 38),
      plate(810, 985, 200, ['NEW 2026'], colour.amber, 38),
    ];
    return { picture: back + bench + pair.join(''), glow: '' };
  },
};
