import type { Drawing } from '../layout/blocks.ts';
import { inks } from './parts.ts';

interface LedState {
  name: string;
  colour: 'green' | 'yellow' | 'red';
  /** One character per tenth of two seconds; `#` is lit. */
  light: string;
  says: string;
}

const row = 8;
const tenth = 2.2;
const scale = { x: 34, width: 20 * tenth };

/** What a lamp looks like for two seconds, and what it means. */
export function ledStates(states: readonly LedState[]): Drawing {
  return {
    height: states.length * row + 7,
    draw(pen) {
      pen.text('Lamp', 3, 4, { size: 8, bold: true, colour: inks.grey });
      pen.text('0', scale.x, 4, { size: 7.5, colour: inks.grey, align: 'center' });
      pen.text('1 s', scale.x + scale.width / 2, 4, { size: 7.5, colour: inks.grey, align: 'center' });
      pen.text('2 s', scale.x + scale.width, 4, { size: 7.5, colour: inks.grey, align: 'center' });
      pen.text('What it says', 86, 4, { size: 8, bold: true, colour: inks.grey });
      states.forEach(({ name, colour, light, says }, index) => {
        const y = 6 + index * row;
        pen.line(
          [
            [0, y],
            [186, y],
          ],
          { colour: inks.line, width: 0.2 },
        );
        pen.circle(5, y + row / 2, 1.9, { fill: light.includes('#') ? inks[colour] : inks.white, edge: inks.ink });
        pen.text(name, 9.5, y + row / 2 + 1.1, { size: 9, bold: true });
        pen.rect(scale.x, y + 2, scale.width, row - 4, { fill: inks.pale, edge: inks.line });
        for (const lit of light.matchAll(/#+/gu))
          pen.rect(scale.x + lit.index * tenth, y + 2, lit[0].length * tenth, row - 4, { fill: inks[colour] });
        pen.text(says, 86, y + row / 2 + 1.1, { size: 9 });
      });
    },
  };
}
