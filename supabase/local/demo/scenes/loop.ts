import { carFromAbove } from '../parts/car.ts';
import { roadFromAbove } from '../parts/ground.ts';
import { plate } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import type { Scene } from '../scene.ts';
import { box, group, label, line, oval, shape, times } from '../svg.ts';

const outline = 'M560 250H1040L1120 330V790L1040 870H560L480 790V330Z';

/** The saw cut with its feeder to the kerb; unless `sealed`, the wire turns are visible. */
const cut = (sealed: boolean): string => {
  const feeder = 'M1120 700H1360';
  if (sealed)
    return (
      line(outline, '#0D1217', 26) +
      line(outline, '#1C232A', 14) +
      line(feeder, '#0D1217', 26) +
      line(feeder, '#1C232A', 14)
    );
  return [
    line(outline, '#0D1217', 34),
    line(feeder, '#0D1217', 34),
    line(outline, colour.red, 16),
    line(outline, '#7E2418', 6),
    twisted(1120, 700, 12),
  ].join('');
};

const twisted = (x: number, y: number, turns: number): string =>
  times(
    turns,
    (i) =>
      line(`M${x + i * 22} ${y - 7}q11 0 11 7t11 7`, colour.red, 7) +
      line(`M${x + i * 22} ${y + 7}q11 0 11 -7t11 -7`, '#E9897B', 7),
  );

const kerbSide = (): string =>
  [
    box(1360, 0, 240, 1200, '#BDB8AC'),
    box(1340, 0, 34, 1200, colour.kerb),
    times(6, (i) => box(1340, i * 200, 34, 100, colour.amber)),
    box(1420, 620, 150, 190, 'url(#teal)', { rx: 12 }),
    box(1452, 660, 86, 12, colour.tealDeep, { rx: 6 }),
    box(1452, 690, 86, 12, colour.tealDeep, { rx: 6 }),
  ].join('');

const laneLines = (): string => box(230, 0, 26, 1200, colour.marking, { opacity: 0.8 });

const tape = (x: number, y: number): string =>
  [
    box(x, y, 640, 44, colour.amber),
    times(32, (i) => box(x + 10 + i * 20, y, 3, i % 5 === 0 ? 30 : 16, colour.ink)),
    times(6, (i) => label(x + 104 + i * 100, y + 40, String(i * 30 + 30), 22, colour.ink)),
    box(x + 630, y - 34, 120, 112, '#3A444E', { rx: 20 }),
  ].join('');

/** The path of a corner, `offset` units to the outside. */
const bend = (offset: number): string =>
  `M-20 ${700 + offset}H${620 - offset * 0.4}L${960 + offset * 0.6} ${360 + offset}V-20`;

/** Three wire turns in the slot, sealant half poured. */
function corner(): string {
  return [
    roadFromAbove(31),
    line(bend(0), '#10161B', 110, { 'stroke-linecap': 'butt' }),
    line(bend(0), '#1B232A', 86),
    ...[-22, 0, 22].map((offset) => line(bend(offset), colour.redDark, 19) + line(bend(offset - 4), '#F08E7C', 4)),
    line('M-20 700H330', '#0B0F13', 104, { 'stroke-linecap': 'butt' }),
    oval(330, 700, 46, 52, '#0B0F13'),
    shape('M560 1010l150 -230l60 40l-130 240z', '#D8A53A'),
    shape('M706 786l22 -46l34 24l-24 44z', colour.ink),
    plate(980, 820, 330, ['3 turns, 1.5 mm²', '45° corner cut'], colour.white, 38),
  ].join('');
}

const puddles = (): string =>
  [
    oval(520, 960, 260, 60, '#B9CBD6', { opacity: 0.5 }),
    oval(1010, 190, 190, 44, '#B9CBD6', { opacity: 0.5 }),
    line('M380 396L500 480L610 520L560 640L700 730L800 700', '#7C8892', 15),
    line('M380 396L500 480L610 520L560 640L700 730L800 700', '#0B0F13', 9),
    line('M610 520L720 470L760 380', '#7C8892', 12),
    line('M610 520L720 470L760 380', '#0B0F13', 7),
  ].join('');

export const loop: Scene = {
  subjects: [
    'Loop L1 laid, 1.8 m wide, before sealing',
    'Loop cut, corner with three turns',
    'Presence test with a vehicle',
    'Crack across the loop cut',
  ],
  lights: ['day', 'day', 'dusk', 'rain'],
  portrait: [false, false, true, false],
  draw(variant) {
    if (variant === 2) return { picture: corner(), glow: '' };
    const picture = [roadFromAbove(variant * 11), laneLines(), kerbSide(), cut(variant !== 1)];
    if (variant === 1)
      picture.push(tape(490, 900), label(640, 600, 'L1', 190, colour.marking, { opacity: 0.55, 'font-weight': 600 }));
    if (variant === 3) picture.push(carFromAbove(800, 640, '#A9B7C0'));
    if (variant === 4)
      picture.push(puddles(), group('translate(760 900)', plate(0, 0, 300, ['0.8 MΩ to earth'], colour.amber, 36)));
    return { picture: picture.join(''), glow: '' };
  },
};
