import { useCallback, useLayoutEffect, useRef } from 'react';
import { typeLabel } from '../../../records/failure/failure-record.ts';

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
  | readonly ['rename-post' | 'remove-post', post: string]
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

export function focusAfterPostRemoval(): HTMLElement | undefined {
  return button('update');
}

export function focusAfterTypeRemoval(post: string): FocusTarget {
  return () => button('remove-post', post);
}

export function focusAfterNewType(post: string, to: string): FocusTarget {
  return () => button('rename-type', post, typeLabel(to));
}
