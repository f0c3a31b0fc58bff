import type { Drawing } from '../layout/blocks.ts';
import { drawButton, drawField, drawMarker, drawWindow, inks } from './parts.ts';

export const userScreen: Drawing = {
  height: 66,
  draw(pen) {
    drawWindow(pen, 66, 'GateKeeper Access Manager', ['Monitor', 'Users', 'Groups', 'Events', 'Devices'], 1);
    drawField(pen, 4, 17, 56, 'Name', 'Tan Siew Ling');
    drawField(pen, 66, 17, 26, 'Unit', 'B-12-03');
    drawField(pen, 98, 17, 36, 'Phone', '010-000 0042');
    drawField(pen, 140, 17, 40, 'Plate', 'VKX 2084');
    drawField(pen, 4, 30, 56, 'Tag number', '41 / 20387');
    drawButton(pen, 62, 31.2, 30, 'Read tag', false);
    drawField(pen, 98, 30, 36, 'Tag printed on', 'C 020387');
    drawField(pen, 140, 30, 40, 'Valid until', '30 June 2027');
    drawField(pen, 4, 43, 56, 'Access group', 'Residents, all gates');
    drawField(pen, 66, 43, 68, 'Time zone', 'Always');
    pen.text('Lanes', 140, 43, { size: 7.5, colour: inks.grey });
    ['Entrance', 'Exit'].forEach((lane, index) => {
      const x = 140 + index * 21;
      pen.rect(x, 45.4, 3.6, 3.6, { fill: inks.brand });
      pen.text(lane, x + 5, 48.4, { size: 8.5 });
    });
    drawButton(pen, 120, 56, 26, 'Cancel', false);
    drawButton(pen, 154, 56, 26, 'Save', true);
    drawMarker(pen, 1, 57, 22.2);
    drawMarker(pen, 2, 95, 34.4);
    drawMarker(pen, 3, 57, 48.2);
    drawMarker(pen, 4, 176, 35.2);
    drawMarker(pen, 5, 150, 59.2);
  },
};
