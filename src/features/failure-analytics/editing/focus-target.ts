import { useCallback, useLayoutEffect, useRef } from 'react';
import { typeLabel } from '../../../records/failure/failure-record.ts';
import type { FailureEdit } from '../draft/failure-edit.ts';

/** Finds the element to focus, once the change has been rendered. */
export type FocusTarget = () => HTMLElement | null | undefined;

/** Focuses, after the next render, where a change shows: the pressed button may be gone by then. */
export function useFocusTarget(): (target: FocusTarget) => void {
  const goal = useRef<FocusTarget | null>(null);
  // not a plain effect: one of an earlier render may still be pending
  useLayoutEffect(() => {
    const find = goal.current;
    goal.current = null;
    find?.()?.focus();
  });
  return useCallback((target: FocusTarget) => {
    goal.current = target;
  }, []);
}

function button(name: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('button[aria-label]')].find(
    (one) => one.getAttribute('aria-label') === name,
  );
}

function saveButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[aria-label="Unsaved changes"] button:last-of-type');
}

/** `was`: the stored name of the post. */
export function focusAfterPostRemoval(was: string): FocusTarget {
  return () => button(`Undo: ${was} removed`) ?? saveButton();
}

export function focusAfterTypeRemoval(post: string): FocusTarget {
  return () => {
    const own = button(`Remove post ${post}`);
    return [...(own?.closest('section')?.querySelectorAll<HTMLElement>('[data-undo]') ?? [])].at(-1) ?? own;
  };
}

export function focusAfterNewType(post: string, to: string): FocusTarget {
  return () => button(`Rename ${typeLabel(to)}, ${post}`);
}

/** `post`: the name shown. */
export function focusAfterUndo(edit: FailureEdit, post: string): FocusTarget {
  const type = edit.kind === 'drop' || edit.kind === 'retype' ? typeLabel(edit.type) : '';
  return () => (type && button(`Rename ${type}, ${post}`)) || button(`Rename post ${post}`);
}
