import { useCallback, useLayoutEffect, useRef } from 'react';
import { typeLabel } from '../../../records/failure/failure-record.ts';
import type { FailureEdit } from '../draft/failure-edit.ts';

/** Finds what gets the focus; called when the page shows the change. */
export type Landing = () => HTMLElement | null | undefined;

/** Gives the focus, with the next render, to where a change left its mark: what was pressed may be gone by then. */
export function useLanding(): (landing: Landing) => void {
  const goal = useRef<Landing | null>(null);
  // not a plain effect: those of an earlier drawing may still be due when the change is made
  useLayoutEffect(() => {
    const find = goal.current;
    goal.current = null;
    find?.()?.focus();
  });
  return useCallback((landing: Landing) => {
    goal.current = landing;
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

/** `was` is the name of the post that is stored. */
export function focusAfterPostRemoval(was: string): Landing {
  return () => button(`Undo: ${was} removed`) ?? saveButton();
}

export function focusAfterTypeRemoval(post: string): Landing {
  return () => {
    const own = button(`Remove post ${post}`);
    return [...(own?.closest('section')?.querySelectorAll<HTMLElement>('[data-undo]') ?? [])].at(-1) ?? own;
  };
}

export function focusAfterNewType(post: string, to: string): Landing {
  return () => button(`Rename ${typeLabel(to)}, ${post}`);
}

/** `post` is the name that it shows. */
export function focusAfterUndo(edit: FailureEdit, post: string): Landing {
  const type = edit.kind === 'drop' || edit.kind === 'retype' ? typeLabel(edit.type) : '';
  return () => (type && button(`Rename ${type}, ${post}`)) || button(`Rename post ${post}`);
}
