import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ChartColours,
  chartColours,
  useChartColours,
} from '../../../../src/features/failure-analytics/chart/chart-colours.ts';
import {
  axisWidth,
  chartData,
  chartOptions,
  chartWidth,
  countsOnBars,
  fillOf,
  outlineOf,
} from '../../../../src/features/failure-analytics/chart/chart-settings.ts';
import { shownTheme } from '../../../../src/lib/screen/theme.ts';
import { drawChart } from '../draw-chart.ts';

const names = [
  'ink',
  'quiet',
  'line',
  'surface',
  'shade',
  'entrance',
  'entranceSoft',
  'exit',
  'exitSoft',
  'exitGround',
  'font',
  'headingFont',
];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every colour has its own name as its value
const colours = Object.fromEntries(names.map((name) => [name, name])) as ChartColours;

const series = (side: 'entrance' | 'exit', compared: boolean) => ({ label: '', side, compared, values: [] });

/** Draws the chart as Chart.js does, 340 px tall as on the page. */
function stepsUpTo(highest: number) {
  const bars = { types: ['Loop'], series: [{ ...series('entrance', false), values: [highest] }] };
  const options = { ...chartOptions(bars, 2026, colours, { onPaper: false, named: true }), responsive: false };
  const { ticks, height } = drawChart({ type: 'bar', data: chartData(bars, colours), options }, 700, 340).y;
  return { values: ticks.map(({ value }) => value), labels: ticks.map(({ label }) => label), height };
}

/** The texts that Chart.js writes on a chart of two counts, one of which is missing. */
function writtenOn(inPicture: boolean): unknown[] {
  const bars = { types: ['Loop', 'Arm'], series: [{ ...series('entrance', false), values: [1_234, null] }] };
  const options = { ...chartOptions(bars, 2026, colours, { onPaper: false, named: true }), responsive: false };
  const plugins = { ...options.plugins, countsOnBars: { shown: inPicture, colour: 'ink', font: 'font' } };
  return drawChart(
    {
      type: 'bar',
      data: chartData(bars, colours),
      options: inPicture ? { ...options, plugins } : options,
      plugins: [countsOnBars],
    },
    700,
    340,
  ).texts;
}

describe('the counts on the bars', () => {
  it('are written in a saved picture only, and not if nothing is entered', () => {
    expect(writtenOn(false)).not.toContain('1,234');
    const written = writtenOn(true);
    expect(written).toContain('1,234');
    expect(written).not.toContain('null');
    expect(written).not.toContain('–');
  });
});

/** The texts on a chart of two types. */
function textsOn(onPaper: boolean, named: boolean): unknown[] {
  const bars = { types: ['Loop', 'Arm'], series: [{ ...series('entrance', false), values: [12_345, 3] }] };
  const options = { ...chartOptions(bars, 2026, colours, { onPaper, named }), responsive: false };
  return drawChart({ type: 'bar', data: chartData(bars, colours), options }, 700, 340).texts;
}

/** The width of the axis of a chart whose highest count this is. */
function axisFor(count: number): number {
  return axisWidth({ types: ['Loop'], series: [{ ...series('entrance', false), values: [count] }] });
}

describe('the axes of a chart', () => {
  it('show the types only if no card below the bars does; on paper always', () => {
    expect(textsOn(false, true)).toEqual(expect.arrayContaining(['Loop', 'Arm']));
    expect(textsOn(true, false)).toEqual(expect.arrayContaining(['Loop', 'Arm']));
    expect(textsOn(false, false)).not.toContain('Loop');
  });

  it('start at the same position as the cards, whose space grows with the counts', () => {
    // 16 px, and 9 for each of two characters or for those of `112,500`, a quarter above the count
    expect(axisFor(3)).toBe(34);
    expect(axisFor(90_000)).toBe(79);
  });
});

describe('the text of a chart', () => {
  afterEach(() => document.documentElement.style.removeProperty('font-size'));

  it('has the text size of the browser, with enough room; on paper it has not', () => {
    const bars = { types: ['Loop'], series: [{ ...series('entrance', false), values: [1] }] };
    const sizeOf = (onPaper: boolean) => chartOptions(bars, 2026, colours, { onPaper, named: true }).font;
    const width = chartWidth(bars);
    expect(sizeOf(false)).toMatchObject({ size: 14 });
    document.documentElement.style.fontSize = '32px';
    expect(sizeOf(false)).toMatchObject({ size: 28 });
    expect(chartWidth(bars)).toBe(2 * width);
    expect(sizeOf(true)).toMatchObject({ size: 11 });
  });
});

describe('the settings of a chart', () => {
  /** jsdom has no canvas, so this one returns the background and the stripes drawn on it as a pattern. */
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
    it('are plain for the entrance and striped for the exit, so that they differ when printed in grey', () => {
      expect(fillOf(series('entrance', false), colours)).toBe('entrance');
      expect(fillOf(series('exit', false), colours)).toEqual({ ground: 'exitGround', stripes: 'exit' });
    });

    it('are the same in a softer tone for the year compared with, with a strong outline', () => {
      expect(fillOf(series('entrance', true), colours)).toBe('entranceSoft');
      expect(fillOf(series('exit', true), colours)).toEqual({ ground: 'surface', stripes: 'exitSoft' });
      expect([outlineOf(series('entrance', true), colours), outlineOf(series('exit', true), colours)]).toEqual([
        'entrance',
        'exit',
      ]);
    });

    it('are plain if the browser creates no pattern', () => {
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
      expect(fillOf(series('exit', false), colours)).toBe('exit');
    });
  });

  describe('the y axis', () => {
    it.each([1, 10, 14, 20, 33, 50])('goes up to %i in steps of one, with as many labels as fit', (highest) => {
      const { values, labels, height } = stepsUpTo(highest);
      expect(values).toEqual(Array.from(values, (_, step) => step));
      expect(values.at(-1)).toBeGreaterThanOrEqual(highest);
      const shown = labels.filter((label) => label !== '');
      expect(shown).toEqual(expect.arrayContaining(['0', `${highest - (highest % 10)}`]));
      // the text size of the labels
      expect(height / shown.length).toBeGreaterThan(14);
    });

    it('chooses its steps itself beyond fifty', () => {
      const { values } = stepsUpTo(51);
      expect(values.length).toBeLessThan(30);
    });
  });
});

const { style } = document.documentElement;

const queries = new Map<string, EventTarget>();

function Ink() {
  return <p>{useChartColours().ink}</p>;
}

let contrastTheme = false;

describe('the colours of a chart', () => {
  beforeEach(() => {
    queries.clear();
    contrastTheme = false;
    vi.stubGlobal('matchMedia', (query: string) => {
      const known = queries.get(query) ?? new EventTarget();
      queries.set(query, known);
      return Object.assign(known, { matches: contrastTheme && query === '(forced-colors: active)' });
    });
    style.setProperty('--ink', 'black');
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    style.removeProperty('--ink');
    shownTheme.set('light');
  });

  it.each([
    ['the theme', () => shownTheme.set('dark')],
    ['screen and paper', () => void queries.get('print')?.dispatchEvent(new Event('change'))],
  ])('are read again after a change of %s', (_, change) => {
    render(<Ink />);
    expect(screen.getByText('black')).toBeVisible();
    style.setProperty('--ink', 'white');
    act(change);
    expect(screen.getByText('white')).toBeVisible();
  });

  it('are those of the system in a contrast theme, which does not use the background of the theme', () => {
    render(<Ink />);
    expect(screen.getByText('black')).toBeVisible();
    contrastTheme = true;
    act(() => void queries.get('(forced-colors: active)')?.dispatchEvent(new Event('change')));
    expect(screen.getByText('canvastext')).toBeVisible();
    const { font, headingFont, ...drawn } = chartColours();
    // a colour of the theme would be lost on the system's background
    for (const colour of Object.values(drawn)) expect(colour).toMatch(/^(?:canvas|canvastext|graytext)$/u);
    expect([drawn.quiet, drawn.entrance, drawn.exit]).not.toContain(drawn.surface);
    expect([font, headingFont]).toEqual(['', '']);
    contrastTheme = false;
    act(() => void queries.get('(forced-colors: active)')?.dispatchEvent(new Event('change')));
    expect(screen.getByText('black')).toBeVisible();
  });

  it('are those of the current theme if it changed while no chart was mounted', () => {
    const { unmount } = render(<Ink />);
    expect(screen.getByText('black')).toBeVisible();
    unmount();
    style.setProperty('--ink', 'white');
    render(<Ink />);
    expect(screen.getByText('white')).toBeVisible();
  });

  it('are one object shared by all charts, even after one is unmounted', () => {
    const seen: object[] = [];
    function Note() {
      seen.push(useChartColours());
      return null;
    }
    const { rerender } = render([<Note key="one" />, <Note key="two" />]);
    rerender([<Note key="one" />]);
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(new Set(seen).size).toBe(1);
  });

  it('are read every time while no chart is mounted, for example after an abandoned render', () => {
    expect(chartColours().ink).toBe('black');
    style.setProperty('--ink', 'white');
    expect(chartColours().ink).toBe('white');
  });
});
