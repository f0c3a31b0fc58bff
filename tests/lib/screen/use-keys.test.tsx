import { fireEvent, renderHook, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useKeys, useFocusAfter } from '../../../src/lib/screen/keyboard.ts';

/** Presses a key. Returns whether the page has handled it. */
const press = (key: string, modifiers: KeyboardEventInit = {}) =>
  !fireEvent.keyDown(document.body, { key, ...modifiers });

it('calls the function of a key, and tells the browser that the key is handled', () => {
  const next = vi.fn<() => void>();
  const { rerender, unmount } = renderHook((open: boolean) => useKeys(open ? { ArrowRight: next, '+': next } : null), {
    initialProps: true,
  });
  expect(press('ArrowRight')).toBe(true);
  // many keyboards need Shift for this key
  expect(press('+', { shiftKey: true })).toBe(true);
  expect(next).toHaveBeenCalledTimes(2);
  rerender(false);
  expect(press('ArrowRight')).toBe(false);
  unmount();
  expect(next).toHaveBeenCalledTimes(2);
});

it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { shiftKey: true }])(
  'leaves %o to the browser',
  (modifiers) => {
    const next = vi.fn<() => void>();
    renderHook(() => useKeys({ ArrowRight: next }));
    expect(press('ArrowRight', modifiers)).toBe(false);
    expect(press('ArrowLeft')).toBe(false);
    expect(next).not.toHaveBeenCalled();
  },
);

/** Changes its state right after a render, before the browser runs what waits for painting. */
function ChangedAtOnce() {
  const [isChanged, setChanged] = useState(false);
  const focusAfter = useFocusAfter();
  useLayoutEffect(() => {
    focusAfter(() => document.querySelector<HTMLElement>('[data-goal]'));
    // oxlint-disable-next-line react/set-state-in-effect -- the change that follows a render is what is tested
    setChanged(true);
  }, [focusAfter]);
  return (
    isChanged && (
      <button type="button" data-goal>
        Undo
      </button>
    )
  );
}

it('the focus moves to what a change created, even right after another render', () => {
  render(<ChangedAtOnce />);
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
});
