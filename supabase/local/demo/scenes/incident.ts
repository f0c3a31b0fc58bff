import { boomArm, closedCabinet, hub, island } from '../parts/boom.ts';
import { lorry } from '../parts/car.ts';
import { basement, street } from '../parts/ground.ts';
import { lens, shadow, shine } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Layers, type Scene, type Variant } from '../scene.ts';
import { box, group, line, oval, shape, times } from '../svg.ts';

const branch = (): string =>
  group(
    'translate(180 330) rotate(14)',
    line('M0 140C200 90 420 120 660 60', '#5B4330', 40),
    line('M180 108L300 0M360 106L520 190M470 88L560 -30', '#5B4330', 22),
    times(22, (i) =>
      oval(60 + ((i * 151) % 640), -20 + ((i * 83) % 230), 58, 26, i % 3 === 0 ? '#4C7D58' : '#3C6A49', {
        transform: `rotate(${(i * 37) % 180} ${60 + ((i * 151) % 640)} ${-20 + ((i * 83) % 230)})`,
      }),
    ),
  );

const cone = (x: number): string =>
  [
    shadow(x, 1052, 70, 12),
    shape(`M${x - 46} 1040L${x - 12} 880H${x + 12}L${x + 46} 1040Z`, '#E0622B'),
    shape(`M${x - 31} 970l10 -44h42l10 44z`, colour.white),
    box(x - 66, 1036, 132, 20, '#C24E1E', { rx: 6 }),
  ].join('');

/** A gate that was hit: as it was found or, `repaired`, as it was left. */
function gate(variant: Variant, repaired: boolean): Layers {
  const x = pick([1110, 1100, 1090, 1120], variant);
  const bend = repaired ? 0 : pick([34, 12, 58, 22], variant);
  const lift = repaired ? pick([0, 24, 0, 0], variant) : pick([0, 24, 14, 6], variant);
  const length = pick([980, 940, 700, 980], variant);
  const led = repaired ? colour.green : colour.fault;
  return {
    picture: [
      variant === 3 ? basement(4) : street(variant + 10),
      variant === 2 && !repaired ? lorry(-140, 330) : '',
      island(x - 200, 480),
      shadow(x + 40, 930, 230, 24),
      closedCabinet(x - 95, 440),
      !repaired && variant === 2 ? line(`M${x - 70} 700l60 40l-20 50l70 30`, colour.tealDeep, 9) : '',
      boomArm(x + 20, 538, length, lift, bend),
      hub(x + 20, 540),
      variant === 4 && !repaired ? branch() : '',
      repaired ? '' : cone(x - 330) + cone(x - 620),
      lens(x - 64, 632, 13, led),
    ].join(''),
    glow: shine(x - 64, 632, 12, led),
  };
}

export const before: Scene = {
  subjects: [
    'Before: arm bent at the entrance',
    'Before: arm hit by a lorry',
    'Before: arm broken in the basement',
    'Before: branch on the arm',
  ],
  lights: ['day', 'dusk', 'day', 'rain'],
  portrait: [false, false, true, false],
  draw: (variant) => gate(variant, false),
};

export const after: Scene = {
  subjects: [
    'After: new arm fitted and aligned',
    'After: arm and cabinet repaired',
    'After: short arm fitted in the basement',
    'After: lane cleared, arm tested',
  ],
  lights: ['day', 'dusk', 'day', 'day'],
  portrait: [false, false, true, false],
  draw: (variant) => gate(variant, true),
};
