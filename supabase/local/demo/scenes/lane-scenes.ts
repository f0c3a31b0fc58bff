import {
  colour,
  disc,
  group,
  label,
  line,
  times,
  pick,
  type Place,
  type Scene,
  box,
  oval,
  shape,
  type Layers,
  type Variant,
  element,
} from '../drawing.ts';
import {
  boomArm,
  closedCabinet,
  hub,
  island,
  carFromSide,
  lens,
  shadow,
  shine,
  laneAt,
  paintOf,
  lorry,
  plate,
  backPlate,
  carFromAbove,
  roadFromAbove,
} from '../gate-parts.ts';

/** A quarter circle with ticks, for the spring test: the arm must stay at the angle at which it is released. */
const angleGauge = (x: number, y: number): string =>
  [
    disc(x, y, 320, '#fff', { opacity: 0.12 }),
    line(`M${x - 320} ${y}A320 320 0 0 1 ${x} ${y - 320}`, colour.amber, 7),
    times(7, (i) => group(`translate(${x} ${y}) rotate(${i * 15})`, line('M-296 0H-336', colour.amber, 6))),
    label(x - 330, y - 262, '45°', 64, colour.amber, { 'font-weight': 600 }),
  ].join('');

export const arm: Scene = {
  portrait: [false, true, false, false],
  draw(variant, place) {
    const angle = pick([0, 82, 45, 0], variant);
    const x = pick([1120, 920, 1060, 1140], variant);
    const lights = times(9, (i) => shine(x - 120 - i * 96, 538, 9, i % 2 === 0 ? colour.fault : '#FFD9D2'));
    return {
      picture: [
        variant === 2 ? laneAt(place, 380, 430) : laneAt(place),
        variant === 2 ? group('translate(90 320) scale(.86)', carFromSide(0, 320, paintOf(place))) : '',
        variant === 4 ? carFromSide(60, 610, paintOf(place)) : '',
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

/** A gate that was hit, before or (`repaired`) after its repair. */
function gate(variant: Variant, place: Place, repaired: boolean): Layers {
  const x = pick([1110, 1100, 1090, 1120], variant);
  const bend = repaired ? 0 : pick([34, 12, 58, 22], variant);
  const lift = repaired ? pick([0, 24, 0, 0], variant) : pick([0, 24, 14, 6], variant);
  const length = pick([980, 940, 700, 980], variant);
  const led = repaired ? colour.green : colour.fault;
  return {
    picture: [
      laneAt(place),
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
  portrait: [false, false, true, false],
  draw: (variant, place) => gate(variant, place, false),
};

export const after: Scene = {
  portrait: [false, false, true, false],
  draw: (variant, place) => gate(variant, place, true),
};

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
    box(0, 0, 1600, 1200, '#8C979F'),
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
function range(place: Place): Layers {
  return {
    picture: [
      laneAt(place, 1110, 640, 0.9),
      box(1010, 380, 44, 600, 'url(#steel)'),
      shadow(1032, 984, 120, 16),
      group('translate(900 190) scale(.62)', housing(colour.green)),
      line('M470 640L430 990M470 640L520 990', colour.steelDark, 14),
      box(392, 560, 160, 100, colour.white, { rx: 8, stroke: colour.ink2, 'stroke-width': 5 }),
      line('M420 610h40l16 -22l16 44l14 -22h22', colour.tealDeep, 8),
      shape('M470 1004h566v18h-566z', colour.amber),
      times(15, (i) => box(472 + i * 40, 1004, 5, 18, colour.ink)),
      plate(600, 1032, 280, [`${place.reading ?? '7.0 m'}, 10 of 10`], colour.white, 36),
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
  portrait: [true, true, false, false],
  draw(variant, place) {
    if (variant === 3) return { picture: coaxialPlug(), glow: '' };
    if (variant === 4) return range(place);
    return onPost(
      laneAt(place, 856, 690, 0.8),
      pick([colour.green, '#5FB4FF', colour.green, colour.green], variant),
      pick([-6, 5, 0, 0], variant),
    );
  },
};

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
  portrait: [false, false, true, false],
  draw(variant, place) {
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
          laneAt(place),
          group('translate(-560 -1370) scale(2.25)', windscreen(paintOf(place), false)),
          group('translate(230 800) scale(.9) rotate(-6)', sticker('40 3127')),
          plate(700, 470, 470, ['Headlamp tag 40 3127', 'read at 5.2 m'], colour.white, 42),
        ].join(''),
        glow: '',
      };
    }
    const tagPosition = pick(['translate(640 350) scale(.9)', '', 'translate(690 232) scale(.72)', ''], variant);
    return {
      picture: [
        laneAt(place),
        windscreen(paintOf(place), variant === 3),
        group(tagPosition, sticker(pick(['40 2218', '', '40 2764', ''], variant))),
        variant === 3 ? line('M690 226H930V316H690Z', colour.amber, 8, { 'stroke-dasharray': '22 16' }) : '',
      ].join(''),
      glow: variant === 3 ? shine(380, 990, 30, '#FFF3C4') + shine(1220, 990, 30, '#FFF3C4') : '',
    };
  },
};

const outline = 'M560 250H1040L1120 330V790L1040 870H560L480 790V330Z';

/** The saw cut with its feeder to the kerb; unless `sealed`, the wire turns are visible. */
const sawCut = (sealed: boolean): string => {
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
  portrait: [false, false, true, false],
  draw(variant, place) {
    if (variant === 2) return { picture: corner(), glow: '' };
    const picture = [roadFromAbove(place.seed), laneLines(), kerbSide(), sawCut(variant !== 1)];
    if (variant === 1)
      picture.push(
        tape(490, 900),
        label(640, 600, place.loop, 190, colour.marking, { opacity: 0.55, 'font-weight': 600 }),
      );
    if (variant === 3) picture.push(carFromAbove(800, 640, paintOf(place)));
    if (variant === 4)
      picture.push(
        puddles(),
        group('translate(760 900)', plate(0, 0, 340, [place.reading ?? '0.8 MΩ to earth'], colour.amber, 36)),
      );
    return { picture: picture.join(''), glow: '' };
  },
};
