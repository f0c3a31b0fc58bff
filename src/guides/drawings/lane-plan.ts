import type { Drawing } from '../../reports/layouts/guide/blocks.ts';
import type { Pen } from '../../reports/layouts/guide/pen.ts';
import { inks } from './palette.ts';
import { drawMarker, drawMeasure } from './parts/marker.ts';

function drawLoop(pen: Pen, x: number): void {
  for (let turn = 0; turn < 3; turn += 1)
    pen.rect(x + turn * 0.9, 25 + turn * 0.9, 28 - turn * 1.8, 30 - turn * 1.8, { edge: inks.brand, radius: 2 });
}

/** A car whose front is at the stop line. */
function drawCar(pen: Pen): void {
  pen.rect(26, 25, 65, 30, { fill: inks.pale, edge: inks.metalEdge, radius: 5 });
  pen.rect(38, 28, 26, 24, { fill: inks.white, edge: inks.metalEdge, radius: 2 });
  pen.polygon(
    [
      [64, 28],
      [72, 26.5],
      [72, 53.5],
      [64, 52],
    ],
    { fill: inks.glass, edge: inks.metalEdge },
  );
}

/** A lane from above, with the distances that a loop keeps. Not to scale. */
export const lanePlan: Drawing = {
  height: 84,
  draw(pen) {
    pen.rect(0, 16, 186, 48, { fill: inks.road });
    pen.rect(0, 12, 186, 4, { fill: inks.metal, edge: inks.metalEdge });
    pen.rect(0, 64, 186, 4, { fill: inks.metal, edge: inks.metalEdge });
    pen.text('kerb of the island', 2, 15.2, { size: 7.5, colour: inks.grey });
    pen.text('kerb', 2, 67.2, { size: 7.5, colour: inks.grey });
    pen.line(
      [
        [4, 40],
        [20, 40],
      ],
      { width: 0.8, arrow: true },
    );
    pen.text('traffic', 4, 37.5, { size: 8, colour: inks.grey });
    drawCar(pen);
    pen.rect(92, 16.5, 1.6, 47, { fill: inks.white, edge: inks.metalEdge });
    pen.text('stop line', 91.5, 71.6, { size: 8, align: 'center' });
    drawLoop(pen, 62);
    drawLoop(pen, 118);

    // barrier: its cabinet on the island, its arm across the lane
    pen.rect(99, 1, 10, 10, { fill: inks.teal, radius: 1 });
    for (let stripe = 0; stripe < 8; stripe += 1)
      pen.rect(103.2, 11 + stripe * 6, 1.6, 6, { fill: stripe % 2 === 0 ? inks.red : inks.white, edge: inks.red });
    pen.text('barrier', 111, 7, { size: 8 });
    pen.text('arm tip', 105, 71.6, { size: 8, align: 'center' });
    drawMeasure(pen, [90, 50], [103, 50], '500');
    drawMeasure(pen, [105, 50], [118, 50], '500');
    drawMeasure(pen, [126, 16], [126, 25], '300');
    drawMeasure(pen, [126, 55], [126, 64], '300');

    // reader on the island, looking back at the windscreen
    pen.polygon(
      [
        [86, 7],
        [65, 28],
        [69, 52],
      ],
      { edge: inks.amber, width: 0.5 },
    );
    pen.rect(90, 2, 3, 9, { fill: inks.ink });
    pen.rect(86, 3, 4, 7, { fill: inks.amber, edge: inks.ink });
    pen.text('UHF reader', 84, 7, { size: 8, align: 'right' });
    // lead of a loop to the detector
    pen.line(
      [
        [146, 28],
        [160, 28],
        [160, 11],
      ],
      { colour: inks.brand, width: 0.6 },
    );
    pen.rect(152, 1, 24, 10, { fill: inks.white, edge: inks.brand, radius: 1 });
    pen.text('loop detector', 164, 7, { size: 7.5, align: 'center' });
    pen.text('lead twisted', 162, 23, { size: 7.5, colour: inks.grey });
    drawMarker(pen, 1, 58, 40);
    drawMarker(pen, 2, 83, 40);
    drawMarker(pen, 3, 132, 40);
    drawMarker(pen, 4, 156, 33);
    pen.text('Measures in mm, the least that is allowed. Keep 50 mm from reinforcement. Not to scale.', 93, 80, {
      size: 8,
      colour: inks.blue,
      align: 'center',
    });
  },
};
