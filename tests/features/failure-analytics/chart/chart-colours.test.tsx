import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shownTheme } from '../../../../src/lib/screen/theme.ts';
import { chartColours, useChartColours } from '../../../../src/features/failure-analytics/chart/chart-settings.ts';

const { style } = document.documentElement;
const queries = new Map<string, EventTarget>();

beforeEach(() => {
  queries.clear();
  vi.stubGlobal('matchMedia', (query: string) => {
    const known = queries.get(query) ?? new EventTarget();
    queries.set(query, known);
    return known;
  });
  style.setProperty('--ink', 'black');
});
afterEach(() => {
  vi.unstubAllGlobals();
  style.removeProperty('--ink');
  shownTheme.set('light');
});

function Ink() {
  return <p>{useChartColours().ink}</p>;
}

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

it('are those of the current theme when it changed while no chart was mounted', () => {
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

it('are read every time while no chart is mounted, as after an abandoned render', () => {
  expect(chartColours().ink).toBe('black');
  style.setProperty('--ink', 'white');
  expect(chartColours().ink).toBe('white');
});
