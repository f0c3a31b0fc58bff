import { colour } from '../palette.ts';
import { box, disc, group, label, shape, times } from '../svg.ts';

const wheel = (x: number): string =>
  [disc(x, 236, 66, colour.black), disc(x, 236, 36, colour.steel), disc(x, 236, 13, colour.steelDark)].join('');

/** A hatchback, nose to the right, 760 wide; `x`, `y` is its top left corner. */
export function carFromSide(x: number, y: number, paint: string): string {
  return group(
    `translate(${x} ${y})`,
    shape('M20 236C10 150 40 126 120 118C190 40 240 10 360 8C470 6 520 40 590 116C690 128 746 150 748 236Z', paint),
    shape('M170 116C220 52 262 34 340 32L340 116Z', '#33424F'),
    shape('M362 32C450 30 490 52 546 116L362 116Z', '#33424F'),
    box(30, 196, 710, 14, '#000', { opacity: 0.18 }),
    box(388, 136, 46, 10, '#000', { rx: 5, opacity: 0.35 }),
    shape('M704 148l40 14l-4 24l-40 -8z', '#FBF6DA'),
    wheel(160),
    wheel(600),
  );
}

/** A car, nose up; `x`, `y` is its centre. */
export function carFromAbove(x: number, y: number, paint: string): string {
  return group(
    `translate(${x} ${y})`,
    box(-160, -330, 340, 690, '#000', { rx: 110, opacity: 0.3 }),
    box(-170, -345, 340, 690, paint, { rx: 105 }),
    shape('M-128 -130C-80 -176 80 -176 128 -130L104 -40H-104Z', '#2C3944'),
    shape('M-112 226C-60 250 60 250 112 226L98 160H-98Z', '#2C3944'),
    box(-104, -26, 208, 172, '#fff', { rx: 20, opacity: 0.14 }),
    box(-196, -104, 34, 22, paint, { rx: 8 }),
    box(162, -104, 34, 22, paint, { rx: 8 }),
    times(2, (i) => box(-138 + i * 216, -338, 60, 24, '#FBF6DA', { rx: 12 })),
  );
}

/** The back of a lorry, 520 wide, filling the lane from the left edge. */
export function lorry(x: number, y: number): string {
  return group(
    `translate(${x} ${y})`,
    box(0, 0, 520, 470, '#E7E2D5', { rx: 10 }),
    times(6, (i) => box(20 + i * 84, 16, 6, 430, '#000', { opacity: 0.1 })),
    box(0, 440, 540, 46, colour.ink2),
    box(500, 446, 40, 30, colour.red, { rx: 4 }),
    label(170, 250, 'MAJU CARGO', 54, colour.blue, { 'font-weight': 600 }),
    disc(120, 520, 70, colour.black),
    disc(120, 520, 32, colour.steel),
    disc(390, 520, 70, colour.black),
    disc(390, 520, 32, colour.steel),
  );
}
