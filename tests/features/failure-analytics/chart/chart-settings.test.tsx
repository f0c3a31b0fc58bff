import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChartColours } from '../../../../src/features/failure-analytics/chart/chart-colours.ts';
import { fillOf, outlineOf } from '../../../../src/features/failure-analytics/chart/chart-settings.ts';

const names = [
  'ink',
  'quiet',
  'line',
  'surface',
  'entrance',
  'entranceSoft',
  'exit',
  'exitSoft',
  'font',
  'headingFont',
];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every colour is called by its own name
const colours = Object.fromEntries(names.map((name) => [name, name])) as ChartColours;
const series = (side: 'entrance' | 'exit', compared: boolean) => ({ label: '', side, compared, values: [] });

/** jsdom has no canvas: this one makes a pattern of the background and the stripes drawn on it. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation((): never => {
    const context = {
      fillStyle: '',
      strokeStyle: '',
      fillRect() {},
      beginPath() {},
      moveTo() {},
      lineTo() {},
      stroke() {},
      createPattern: () => ({ ground: context.fillStyle, stripes: context.strokeStyle }),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what stripes need
    return context as never;
  });
});
afterEach(() => vi.restoreAllMocks());

describe('the bars', () => {
  it('of the entrance are plain, those of the exit striped, to be distinct when printed in grey', () => {
    expect(fillOf(series('entrance', false), colours)).toBe('entrance');
    expect(fillOf(series('exit', false), colours)).toEqual({ ground: 'exitSoft', stripes: 'exit' });
  });

  it('of the comparison year are the same in a softer tone, with a strong outline', () => {
    expect(fillOf(series('entrance', true), colours)).toBe('entranceSoft');
    expect(fillOf(series('exit', true), colours)).toEqual({ ground: 'surface', stripes: 'exitSoft' });
    expect([outlineOf(series('entrance', true), colours), outlineOf(series('exit', true), colours)]).toEqual([
      'entrance',
      'exit',
    ]);
  });

  it('are plain where the browser creates no pattern', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    expect(fillOf(series('exit', false), colours)).toBe('exit');
  });
});
