import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SteadyRows } from '../../src/ui/DataTable.tsx';

const height = 100;
let scrolledTo = 0;

const list = (rowsOf: unknown, names: readonly string[]) => (
  <SteadyRows as="ul" rowsOf={rowsOf}>
    {names.map((name) => (
      <li key={name}>
        <button type="button">{name}</button>
      </li>
    ))}
  </SteadyRows>
);
const rows = 'abcdefghijklmnopqrstuvwxyz'.split('');
/** The rows with these moved to the top. */
const withFirst = (...first: string[]) => [...first, ...rows.filter((name) => !first.includes(name))];

beforeEach(() => {
  vi.stubGlobal('innerHeight', 8 * height);
  vi.spyOn(globalThis, 'scrollY', 'get').mockImplementation(() => scrolledTo);
  vi.spyOn(globalThis, 'scrollTo').mockImplementation((to?: ScrollToOptions | number) => {
    if (typeof to === 'object') scrolledTo = to.top ?? 0;
  });
  // the list begins at the top of the page, and all rows have the same height
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, [...(this.parentElement?.children ?? [])].indexOf(this) * height - scrolledTo, 300, height);
  });
});

it.each([
  ['two rows from below', ['x', 'y'], 1_200],
  ['a row that is in sight', ['m'], 1_100],
  ['the first row that is in sight', ['k'], 1_000],
])('%s that move to the top leave the others where they are', (_, first, expected) => {
  scrolledTo = 1_000;
  const { rerender } = render(list(1, rows));
  rerender(list(2, withFirst(...first)));
  expect(scrolledTo).toBe(expected);
});

it('the focused row stays in place rather than its neighbours, unless it moves to the top itself', () => {
  scrolledTo = 1_000;
  const { rerender } = render(list(1, rows));
  screen.getByRole('button', { name: 'p' }).focus();
  // above the focused row, one row is added and one is removed
  rerender(list(2, withFirst('l')));
  expect(scrolledTo).toBe(1_000);
  rerender(list(3, withFirst('p', 'l')));
  expect(scrolledTo).toBe(1_100);
});

it('a list that begins in the window changes visibly', () => {
  scrolledTo = 50;
  const { rerender } = render(list(1, rows));
  rerender(list(2, withFirst('x', 'y')));
  expect(scrolledTo).toBe(50);
});

it('rows that the reader puts in another order are not followed', () => {
  scrolledTo = 1_000;
  const { rerender } = render(list(1, rows));
  rerender(list(1, rows.toReversed()));
  expect(scrolledTo).toBe(1_000);
});
