import { colour } from '../palette.ts';
import { box, disc, group, label, line, oval, shape, times } from '../svg.ts';

/** The lens of a light; `shine` at the same place adds its glow. */
export const lens = (x: number, y: number, r: number, fill: string): string =>
  [
    disc(x, y, r + 4, '#0E1317'),
    disc(x, y, r, fill),
    disc(x - r * 0.3, y - r * 0.3, r * 0.3, '#fff', { opacity: 0.7 }),
  ].join('');

export const shine = (x: number, y: number, r: number, fill: string): string =>
  [
    disc(x, y, r * 3.2, fill, { opacity: 0.12 }),
    disc(x, y, r * 1.9, fill, { opacity: 0.22 }),
    disc(x, y, r, fill),
  ].join('');

export function bolt(x: number, y: number, r: number, turn = 0): string {
  const corners = Array.from({ length: 6 }, (_, i) => {
    const a = ((turn + i * 60) * Math.PI) / 180;
    return `${Math.round(Math.cos(a) * r * 0.72)} ${Math.round(Math.sin(a) * r * 0.72)}`;
  });
  return group(
    `translate(${x} ${y})`,
    disc(3, 5, r, '#000', { opacity: 0.25 }),
    disc(0, 0, r, colour.steel),
    disc(0, 0, r * 0.84, colour.steelLight),
    shape(`M${corners.join('L')}Z`, '#8C979F', { stroke: colour.steelDark, 'stroke-width': 3 }),
    disc(0, 0, r * 0.3, '#75818A'),
  );
}

/** A coil: the strokes at the back first, then the bright strokes in front. */
export function coil(x: number, top: number, turns: number, pitch: number, radius: number, metal: string): string {
  const back = times(turns, (i) =>
    line(
      `M${x - radius} ${top + i * pitch + pitch * 0.5}Q${x} ${top + i * pitch + pitch * 0.1} ${x + radius} ${top + i * pitch + pitch * 0.85}`,
      '#3F4952',
      17,
    ),
  );
  const front = times(turns, (i) => {
    const y = top + i * pitch;
    const d = `M${x + radius} ${y - pitch * 0.15}Q${x} ${y + pitch * 0.85} ${x - radius} ${y + pitch * 0.5}`;
    return line(d, colour.ink, 27) + line(d, metal, 21) + line(d, '#fff', 5, { opacity: 0.45 });
  });
  return back + front;
}

export function terminals(x: number, y: number, count: number, first: number, fill: string = colour.terminal): string {
  return [
    box(x, y, count * 44, 84, fill, { rx: 5 }),
    box(x, y, count * 44, 16, '#fff', { rx: 5, opacity: 0.22 }),
    times(count, (i) =>
      [
        box(x + 5 + i * 44, y + 48, 34, 30, '#0F1A16', { rx: 3, opacity: 0.75 }),
        disc(x + 22 + i * 44, y + 28, 13, colour.steelLight),
        line(`M${x + 14 + i * 44} ${y + 34}l16 -12`, colour.steelDark, 4),
        label(x + 22 + i * 44, y + 104, String(first + i), 18, '#DDEBE4', { 'text-anchor': 'middle' }),
      ].join(''),
    ),
  ].join('');
}

export function wire(x1: number, y1: number, x2: number, y2: number, sag: number, fill: string, width = 12): string {
  const d = `M${x1} ${y1}C${x1} ${y1 + sag} ${x2} ${y2 + sag} ${x2} ${y2}`;
  return (
    line(d, '#000', width + 5, { opacity: 0.22 }) + line(d, fill, width) + line(d, '#fff', width / 4, { opacity: 0.3 })
  );
}

export const shadow = (x: number, y: number, rx: number, ry: number): string =>
  oval(x, y, rx, ry, '#000', { opacity: 0.22 });

export function plate(
  x: number,
  y: number,
  width: number,
  lines: readonly string[],
  fill = '#F5F4EF',
  size = 26,
): string {
  return [
    box(x, y, width, lines.length * size * 1.35 + 22, fill, { rx: 5, stroke: '#8B9299', 'stroke-width': 2 }),
    ...lines.map((text, i) => label(x + 16, y + 12 + size + i * size * 1.35, text, size, colour.ink)),
  ].join('');
}
