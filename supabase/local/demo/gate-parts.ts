import { colour, box, disc, element, group, label, line, shape, times, oval, random, type Place } from './drawing.ts';

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

/** The arm. `angle`: the degrees by which it is lifted. `bend`: the degrees by which its outer 45 % hangs down. */
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

function speckles(seed: number, top: number, count: number, fill: string): string {
  const next = random(seed);
  return times(count, () =>
    disc(Math.round(next() * 1600), Math.round(top + next() * (1200 - top)), Math.round(2 + next() * 3), fill, {
      opacity: 0.5,
    }),
  );
}

function building(x: number, width: number, top: number, floor: number, fill: string, windows: string): string {
  const columns = Math.floor((width - 40) / 112);
  const rows = Math.floor((floor - top - 60) / 124);
  const inset = (width - columns * 112 + 40) / 2;
  return [
    box(x, top, width, floor - top, fill),
    box(x, top, width, 14, '#000', { opacity: 0.12 }),
    times(columns * rows, (i) =>
      box(x + inset + (i % columns) * 112, top + 52 + Math.floor(i / columns) * 124, 72, 78, windows, { rx: 3 }),
    ),
  ].join('');
}

/** Sky, buildings, hedge, kerb and lane. `seed` moves the buildings; the road begins at y = 800. */
function street(seed: number): string {
  const next = random(seed * 977);
  const shift = Math.round(next() * 220);
  return [
    box(0, 0, 1600, 800, 'url(#sky)'),
    building(-140 + shift, 420, 120 + shift / 2, 720, '#CFCABD', '#A9BEC7'),
    building(330 + shift, 330, 290 - shift / 2, 720, '#BDB9AE', '#9BB2BC'),
    building(1010 + shift / 2, 520, 190 + shift / 3, 720, '#D8D3C7', '#AFC3CB'),
    box(0, 640, 1600, 130, colour.hedge),
    times(17, (i) => disc(40 + i * 98, 646, 52, i % 2 === 0 ? colour.hedge : '#5C8A72')),
    box(0, 712, 1600, 60, colour.hedgeDark),
    box(0, 768, 1600, 34, colour.kerb),
    box(0, 794, 1600, 10, '#000', { opacity: 0.18 }),
    box(0, 800, 1600, 400, 'url(#road)'),
    speckles(seed, 812, 20, '#4A5560'),
    times(5, (i) => shape(`M${i * 400 - 80} 1010h190l-24 26h-190z`, colour.marking, { opacity: 0.75 })),
  ].join('');
}

function basement(seed: number): string {
  const shift = (seed * 137) % 200;
  return [
    box(0, 0, 1600, 1200, 'url(#wall)'),
    box(0, 0, 1600, 110, '#8F938F'),
    times(3, (i) => box(120 + shift + i * 520, 62, 300, 20, '#FDFBF0', { rx: 10 })),
    box(0, 470, 1600, 96, colour.tealDeep, { opacity: 0.85 }),
    times(3, (i) => box(-30 + shift + i * 640, 110, 110, 700, '#B8B4A8')),
    times(3, (i) => box(50 + shift + i * 640, 110, 30, 700, '#98948A')),
    times(3, (i) =>
      times(4, (k) =>
        shape(`M${-30 + shift + i * 640} ${700 + k * 26}h110v13h-110z`, k % 2 === 0 ? colour.amber : colour.ink),
      ),
    ),
    box(0, 800, 1600, 400, 'url(#floor)'),
    line('M0 802H1600', '#6D7072', 6),
    line('M90 1200 L330 810M1510 1200 L1270 810', colour.marking, 16, { opacity: 0.7 }),
  ].join('');
}

/** The lane of a post, with its sign. The upper left corner of the sign is at `x`, `y`, by default below the arm. */
export const laneAt = ({ indoors, lane, post }: Place, x = 400, y = 628, scale = 1): string =>
  (indoors ? basement(lane) : street(lane)) + group(`translate(${x} ${y}) scale(${scale})`, nameSign(post));

function nameSign(name: string): string {
  const width = 44 + name.length * 20;
  return [
    box(width / 2 - 9, 60, 18, 270, colour.steelDark),
    box(0, 0, width, 84, colour.tealDeep, { rx: 10, stroke: colour.white, 'stroke-width': 5 }),
    label(width / 2, 57, name, 42, colour.white, { 'text-anchor': 'middle', 'font-weight': 600 }),
  ].join('');
}

const paints = ['#6F8FA5', '#B9BFC4', '#7C3B34', '#D8D5CB', '#4C5F57', '#A98B66', '#2F3A44'];

/** The paint of the car that passes during a visit. */
export const paintOf = ({ seed }: Place): string => paints[seed % paints.length] ?? colour.steel;

export function roadFromAbove(seed: number): string {
  return [
    box(0, 0, 1600, 1200, 'url(#road)'),
    speckles(seed, 0, 60, '#4B5661'),
    speckles(seed + 7, 0, 40, '#232C35'),
  ].join('');
}

/** The inside of a steel cabinet or a workbench, for close-ups. */
export function backPlate(fill: string): string {
  return [
    box(0, 0, 1600, 1200, fill),
    box(0, 0, 1600, 1200, 'url(#vignette)'),
    times(4, (i) => disc(70 + (i % 2) * 1460, 70 + Math.floor(i / 2) * 1060, 16, '#000', { opacity: 0.18 })),
  ].join('');
}
