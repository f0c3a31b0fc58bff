import type { Drawing } from '../layout/blocks.ts';
import { drawMarker, inks } from './parts.ts';

export const tagPosition: Drawing = {
  height: 52,
  draw(pen) {
    pen.polygon(
      [
        [18, 4],
        [104, 4],
        [120, 44],
        [2, 44],
      ],
      { fill: inks.glass, edge: inks.ink, width: 0.6 },
    );
    // the coating leaves out the mirror
    pen.rect(48, 4.4, 26, 13, { fill: inks.white, edge: inks.metalEdge, radius: 1 });
    pen.rect(53, 6, 16, 5, { fill: inks.ink, radius: 1.5 });
    pen.text('mirror', 61, 9.4, { size: 7, colour: inks.white, align: 'center' });
    pen.rect(55, 12.5, 12, 3.4, { fill: inks.amber, edge: inks.ink });
    pen.text('TAG', 61, 15.2, { size: 7, bold: true, align: 'center' });
    drawMarker(pen, 1, 70.8, 14.2);
    drawMarker(pen, 2, 34, 22);
    pen.text('metallised glass: blocks the tag', 38, 23, { size: 8, colour: inks.grey });
    pen.rect(8, 46.5, 106, 4.5, { fill: inks.metal, radius: 1 });
    pen.text('seen from the road', 61, 49.7, { size: 7.5, colour: inks.grey, align: 'center' });

    pen.polygon(
      [
        [136, 18],
        [166, 8],
        [184, 12],
        [184, 30],
        [150, 34],
        [136, 28],
      ],
      { fill: inks.metal, edge: inks.ink, width: 0.5 },
    );
    pen.circle(164, 21, 6.5, { fill: inks.white, edge: inks.ink });
    pen.rect(141, 21.5, 13, 4.6, { fill: inks.amber, edge: inks.ink });
    pen.text('TAG', 147.5, 24.7, { size: 7, bold: true, align: 'center' });
    drawMarker(pen, 3, 147.5, 30.4);
    pen.text('headlamp', 164, 41, { size: 8, colour: inks.grey, align: 'center' });
  },
};
