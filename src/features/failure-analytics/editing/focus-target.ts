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

type FocusPlace =
  | readonly ['update']
  | readonly ['undo-post' | 'rename-post' | 'remove-post', post: string]
  | readonly ['rename-type', post: string, type: string];

/** Value of a button's `data-focus`. */
export function focusKey(...place: FocusPlace): string {
  return JSON.stringify(place);
}

function button(...place: FocusPlace): HTMLElement | undefined {
  const key = focusKey(...place);
  return [...document.querySelectorAll<HTMLElement>('button[data-focus]')].find(
    ({ dataset }) => dataset['focus'] === key,
  );
}

/** `was`: the stored name of the post. */
export function focusAfterPostRemoval(was: string): FocusTarget {
  return () => button('undo-post', was) ?? button('update');
}

export function focusAfterTypeRemoval(post: string): FocusTarget {
  return () => {
    const own = button('remove-post', post);
    return [...(own?.closest('section')?.querySelectorAll<HTMLElement>('[data-undo]') ?? [])].at(-1) ?? own;
  };
}

export function focusAfterNewType(post: string, to: string): FocusTarget {
  return () => button('rename-type', post, typeLabel(to));
}

/** `post`: the name shown. */
export function focusAfterUndo(edit: FailureEdit, post: string): FocusTarget {
  const type = edit.kind === 'drop' || edit.kind === 'retype' ? typeLabel(edit.type) : '';
  return () => (type && button('rename-type', post, type)) || button('rename-post', post);
}
