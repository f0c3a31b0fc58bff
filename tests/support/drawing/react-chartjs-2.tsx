import { act } from '@testing-library/react';
import { vi } from 'vitest';

interface Drawn {
  labels: string[][];
  series: { label: string; data: (number | null)[] }[];
  title: string;
  /** Whether the counts are written on the bars. */
  counted: boolean;
  y: { beginAtZero: boolean; ticks: { stepSize?: number; precision: number } };
}

interface BarProps {
  'aria-label': string;
  data: { labels: string[][]; datasets: { label: string; data: (number | null)[] }[] };
  options: { plugins: { title: { text: string }; countsOnBars: { shown: boolean } }; scales: { y: Drawn['y'] } };
}

/** The last props of each bar chart, by its accessible name: jsdom has no canvas to draw on. */
export const drawn = new Map<string, Drawn>();

interface LineProps {
  'aria-label': string;
  data: { labels: string[][]; datasets: { data: (number | null)[] }[] };
}

/** The counts of each line chart by the words below its points, by its accessible name. */
export const drawnLines = new Map<string, (readonly [string, number | null])[]>();

/** Replaces the library's `Line`, as `Bar` does. */
export function Line({ data, 'aria-label': label }: LineProps) {
  const counts = data.datasets[0]?.data ?? [];
  drawnLines.set(
    label,
    data.labels.map((words, place) => [words.join(' '), counts[place] ?? null] as const),
  );
  return <canvas role="img" aria-label={label} />;
}

/** Replaces the library's `Bar`: see `alias` in vite.config.ts. */
export function Bar({ data, options, 'aria-label': label }: BarProps) {
  drawn.set(label, {
    labels: data.labels,
    series: data.datasets.map((series) => ({ label: series.label, data: series.data })),
    title: options.plugins.title.text,
    counted: options.plugins.countsOnBars.shown,
    y: options.scales.y,
  });
  return <canvas role="img" aria-label={label} />;
}

const waiting = new Set<(near: boolean) => void>();

/** Moves everything observed near the window, or away from it. */
export function comeIntoView(near = true): void {
  act(() => {
    for (const show of waiting) show(near);
  });
}

/** What charts need of a browser; with `near` everything is near the window at once. */
export function installCharts(near = true): void {
  drawn.clear();
  drawnLines.clear();
  waiting.clear();
  vi.stubGlobal('matchMedia', () => new EventTarget());
  // no stripes without a canvas
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal('IntersectionObserver', function observer(seen: (entries: { isIntersecting: boolean }[]) => void) {
    const show = (now: boolean) => seen([{ isIntersecting: now }]);
    return {
      observe() {
        show(near);
        waiting.add(show);
      },
      disconnect() {
        waiting.delete(show);
      },
    };
  });
}
