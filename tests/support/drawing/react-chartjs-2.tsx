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

/** The latest props of each bar chart by its accessible name. jsdom has no canvas to draw on. */
export const drawn = new Map<string, Drawn>();

interface LineProps {
  'aria-label': string;
  data: { labels: string[][]; datasets: { data: (number | null)[] }[] };
}

/** The points of each line chart by its accessible name, each with the label below it and its count. */
export const drawnLines = new Map<string, (readonly [string, number | null])[]>();

/** Replaces the library's `Line`, as `Bar` does. */
export function Line({ data, 'aria-label': label }: LineProps) {
  const counts = data.datasets[0]?.data ?? [];
  drawnLines.set(
    label,
    data.labels.map((words, index) => [words.join(' '), counts[index] ?? null] as const),
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

const observers = new Set<(isNear: boolean) => void>();

/** Tells all observers that their element came near the window, or left it. */
export function setInView(isNear = true): void {
  act(() => {
    for (const show of observers) show(isNear);
  });
}

/** Stubs what charts need of a browser. With `isNear`, every observed element is near the window at once. */
export function installCharts(isNear = true): void {
  drawn.clear();
  drawnLines.clear();
  observers.clear();
  vi.stubGlobal('matchMedia', () => new EventTarget());
  // without a canvas the bars have no stripes
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal('IntersectionObserver', function observer(callback: (entries: { isIntersecting: boolean }[]) => void) {
    const show = (isIntersecting: boolean) => callback([{ isIntersecting }]);
    return {
      observe() {
        show(isNear);
        observers.add(show);
      },
      disconnect() {
        observers.delete(show);
      },
    };
  });
}
