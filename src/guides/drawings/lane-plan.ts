import type { Drawing } from '../layout/blocks.ts';
import type { Pen } from '../layout/pen.ts';
import { drawMarker, drawMeasure, inks } from './parts.ts';

function drawLoop(pen: Pen, x: number): void {
  for (let turn = 0; turn < 3; turn += 1)
    pen.rect(x + turn * 0.9, 25 + turn * 0.9, 28 - turn * 1.8, 30 - turn * 1.8, { edge: inks.brand, radius: 2 });
}

function drawCar(pen: Pen): void {
  pen.rect(95, 25, 65, 30, { fill: inks.pale, edge: inks.metalEdge, radius: 5 });
  pen.rect(122, 28, 26, 24, { fill: inks.white, edge: inks.metalEdge, radius: 2 });
  pen.polygon(
    [
      [122, 28],
      [114, 26.5],
      [114, 53.5],
      [122, 52],
    ],
    { fill: inks.glass, edge: inks.metalEdge },
  );
}

/** Seen from above, with the distances that a loop needs. Traffic keeps left in both countries. Not to scale. */
export const lanePlan: Drawing = {
  height: 84,
  draw(pen) {
    pen.rect(0, 16, 186, 48, { fill: inks.road });
    pen.rect(0, 12, 186, 4, { fill: inks.metal, edge: inks.metalEdge });
    pen.rect(0, 64, 186, 4, { fill: inks.metal, edge: inks.metalEdge });
    pen.text('kerb of the island', 184, 15.2, { size: 7.5, colour: inks.grey, align: 'right' });
    pen.text('kerb', 184, 67.2, { size: 7.5, colour: inks.grey, align: 'right' });
    pen.line(
      [
        [182, 40],
        [166, 40],
      ],
      { width: 0.8, arrow: true },
    );
    pen.text('traffic', 182, 37.5, { size: 8, colour: inks.grey, align: 'right' });
    drawCar(pen);
    pen.rect(92.4, 16.5, 1.6, 47, { fill: inks.white, edge: inks.metalEdge });
    pen.text('stop line', 94.5, 71.6, { size: 8, align: 'center' });
    drawLoop(pen, 96);
    drawLoop(pen, 40);

    // the barrier: its cabinet on the island, its arm across the lane
    pen.rect(77, 1, 10, 10, { fill: inks.teal, radius: 1 });
    for (let stripe = 0; stripe < 8; stripe += 1)
      pen.rect(81.2, 11 + stripe * 6, 1.6, 6, { fill: stripe % 2 === 0 ? inks.red : inks.white, edge: inks.red });
    pen.text('barrier', 75, 7, { size: 8, align: 'right' });
    pen.text('arm tip', 81, 71.6, { size: 8, align: 'center' });
    drawMeasure(pen, [96, 50], [83, 50], '500');
    drawMeasure(pen, [81, 50], [68, 50], '500');
    drawMeasure(pen, [60, 16], [60, 25], '300');
    drawMeasure(pen, [60, 55], [60, 64], '300');

    // the reader on the island, looking back at the windscreen
    pen.polygon(
      [
        [100, 7],
        [124, 27],
        [113, 54],
      ],
      { edge: inks.amber, width: 0.5 },
    );
    pen.rect(93, 2, 3, 9, { fill: inks.ink });
    pen.rect(96, 3, 4, 7, { fill: inks.amber, edge: inks.ink });
    pen.text('UHF reader', 102, 7, { size: 8 });
    pen.line(
      [
        [40, 28],
        [26, 28],
        [26, 11],
      ],
      { colour: inks.brand, width: 0.6 },
    );
    pen.rect(10, 1, 24, 10, { fill: inks.white, edge: inks.brand, radius: 1 });
    pen.text('loop detector', 22, 7, { size: 7.5, align: 'center' });
    pen.text('lead twisted', 24, 23, { size: 7.5, colour: inks.grey, align: 'right' });
    drawMarker(pen, 1, 108.5, 20.5);
    drawMarker(pen, 2, 103, 40);
    drawMarker(pen, 3, 54, 40);
    drawMarker(pen, 4, 30, 33);
    pen.text('Measures in mm, the least that is allowed. Keep 50 mm from reinforcement. Not to scale.', 93, 80, {
      size: 8,
      colour: inks.blue,
      align: 'center',
    });
  },
};
