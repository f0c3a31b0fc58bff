import { colour } from '../palette.ts';
import { box, disc, element, group, label, line, shape, times } from '../svg.ts';

/** A part of the arm along the x axis, `length` units to the left of its pivot at x = 0. */
function armSection(length: number, thickness = 50): string {
  const half = thickness / 2;
  const stripes = Math.floor(length / 150);
  return [
    box(-length, -half, length, thickness, colour.white),
    times(stripes, (i) => {
      const x = -60 - i * 150;
      return shape(`M${x} ${-half}h-74l-22 ${thickness}h74z`, colour.red);
    }),
    box(-length, -half, length, thickness * 0.22, '#fff', { opacity: 0.4 }),
    box(-length, half - thickness * 0.26, length, thickness * 0.26, '#000', { opacity: 0.16 }),
  ].join('');
}

const rubberTip = (x: number): string => box(x - 20, -29, 26, 58, colour.black, { rx: 10 });

/** The arm. `angle`: degrees lifted. `bend`: degrees by which the outer 45 % hangs. */
export function boomArm(x: number, y: number, length: number, angle: number, bend = 0): string {
  const inner = bend === 0 ? length : length * 0.55;
  const outer = length - inner;
  const bent = group(
    `translate(${-inner} 0) rotate(${-bend})`,
    armSection(outer),
    rubberTip(-outer),
    // the crease: torn skin and a dent
    shape('M6 -26L-16 -2L8 8L-10 27L14 27L20 -26Z', '#8C9298'),
    line('M-2 -24L-12 -2L8 8L-6 25', colour.redDark, 5),
  );
  return group(
    `translate(${x} ${y}) rotate(${angle})`,
    box(-10, -34, 120, 68, colour.steelDark, { rx: 12 }),
    armSection(inner),
    bend === 0 ? rubberTip(-length) : bent,
    box(-34, -40, 90, 80, colour.steel, { rx: 10 }),
    times(4, (i) => disc(-14 + (i % 2) * 50, -22 + Math.floor(i / 2) * 44, 8, colour.steelDark)),
  );
}

export const hub = (x: number, y: number): string =>
  [
    disc(x, y, 58, '#000', { opacity: 0.2 }),
    disc(x, y - 4, 56, colour.amber),
    disc(x, y - 4, 40, '#D9981A'),
    disc(x, y - 4, 20, colour.ink),
  ].join('');

/** A closed cabinet on the island; `x`, `y` is its top left corner. */
export function closedCabinet(x: number, y: number, width = 250, height = 480): string {
  return [
    box(x - 30, y + height - 16, width + 60, 40, '#7B858D', { rx: 6 }),
    box(x - 30, y + height + 8, width + 60, 16, '#000', { rx: 6, opacity: 0.2 }),
    box(x, y, width, height, 'url(#teal)', { rx: 18 }),
    box(x, y, width, 30, '#fff', { rx: 15, opacity: 0.18 }),
    element('rect', {
      x: x + 28,
      y: y + 150,
      width: width - 56,
      height: height - 200,
      rx: 8,
      fill: 'none',
      stroke: colour.tealDeep,
      'stroke-width': 5,
      opacity: 0.7,
    }),
    times(4, (i) => box(x + 56, y + height - 150 + i * 22, width - 112, 9, colour.tealDeep, { rx: 4.5, opacity: 0.8 })),
    disc(x + width - 50, y + 240, 13, colour.steelLight),
    box(x + width - 53, y + 233, 6, 14, colour.ink),
    shape(`M${x + 84} ${y + 226}l24 -42l24 42z`, colour.amber, { stroke: colour.ink, 'stroke-width': 4 }),
    label(x + 102, y + 221, '!', 28, colour.ink, { 'font-weight': 600 }),
  ].join('');
}

export const island = (x: number, width: number): string =>
  [
    box(x, 896, width, 90, '#B9B5AA', { rx: 16 }),
    box(x, 896, width, 26, '#D5D1C6', { rx: 13 }),
    times(Math.floor(width / 120), (i) =>
      shape(`M${x + 40 + i * 120} 950h60l-20 36h-60z`, i % 2 === 0 ? colour.amber : colour.ink, { opacity: 0.9 }),
    ),
  ].join('');
