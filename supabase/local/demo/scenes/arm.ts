import { boomArm, closedCabinet, hub, island } from '../parts/boom.ts';
import { carFromSide } from '../parts/car.ts';
import { basement, street } from '../parts/ground.ts';
import { lens, shadow, shine } from '../parts/hardware.ts';
import { colour } from '../palette.ts';
import { pick, type Scene } from '../scene.ts';
import { disc, group, label, line, times } from '../svg.ts';

/** A quarter circle with ticks: in the spring test the arm must stay where it is released. */
const angleGauge = (x: number, y: number): string =>
  [
    disc(x, y, 320, '#fff', { opacity: 0.12 }),
    line(`M${x - 320} ${y}A320 320 0 0 1 ${x} ${y - 320}`, colour.amber, 7),
    times(7, (i) => group(`translate(${x} ${y}) rotate(${i * 15})`, line('M-296 0H-336', colour.amber, 6))),
    label(x - 330, y - 262, '45°', 64, colour.amber, { 'font-weight': 600 }),
  ].join('');

export const arm: Scene = {
  subjects: [
    'Boom arm closed, lane clear',
    'Boom arm fully open',
    'Spring balance test, arm at 45°',
    'Boom arm closed, light strip on',
  ],
  lights: ['day', 'dusk', 'day', 'night'],
  portrait: [false, true, false, false],
  draw(variant) {
    const angle = pick([0, 82, 45, 0], variant);
    const x = pick([1120, 920, 1060, 1140], variant);
    const ground = variant === 3 ? basement(2) : street(variant);
    const lights = times(9, (i) => shine(x - 120 - i * 96, 538, 9, i % 2 === 0 ? colour.fault : '#FFD9D2'));
    return {
      picture: [
        ground,
        variant === 2 ? group('translate(90 320) scale(.86)', carFromSide(0, 320, '#6F8FA5')) : '',
        variant === 4 ? carFromSide(60, 610, '#B9BFC4') : '',
        island(x - 210, 480),
        shadow(x + 40, 930, 230, 24),
        variant === 1 ? shadow(x - 480, 1000, 560, 14) : '',
        closedCabinet(x - 95, 440),
        variant === 3 ? angleGauge(x + 20, 538) : '',
        boomArm(x + 20, 538, pick([1010, 760, 900, 1040], variant), angle),
        hub(x + 20, 540),
        lens(x - 64, 632, 13, variant === 4 ? colour.fault : colour.green),
      ].join(''),
      glow: variant === 4 ? lights + shine(x - 64, 632, 13, colour.fault) : shine(x - 64, 632, 10, colour.green),
    };
  },
};
