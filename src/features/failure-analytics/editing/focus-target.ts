import type { FocusTarget } from '../../../lib/screen/use-focus-after.ts';
import { typeLabel } from '../../../records/failure/failure-record.ts';

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
