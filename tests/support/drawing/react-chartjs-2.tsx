import { act } from '@testing-library/react';
import { vi } from 'vitest';

interface Drawn {
  labels: string[][];
  series: { label: string; data: number[] }[];
  title: string;
  y: { beginAtZero: boolean; ticks: { stepSize?: number; precision: number } };
}

interface BarProps {
  'aria-label': string;
  data: { labels: string[][]; datasets: { label: string; data: number[] }[] };
  options: { plugins: { title: { text: string } }; scales: { y: Drawn['y'] } };
}

/** The last props of each chart, by its accessible name: jsdom has no canvas to draw on. */
export const drawn = new Map<string, Drawn>();

/** Replaces the library's `Bar`: see `alias` in vite.config.ts. */
export function Bar({ data, options, 'aria-label': label }: BarProps) {
  drawn.set(label, {
    labels: data.labels,
    series: data.datasets.map((series) => ({ label: series.label, data: series.data })),
    title: options.plugins.title.text,
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
