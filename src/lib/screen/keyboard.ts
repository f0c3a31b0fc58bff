import { useCallback, useLayoutEffect, useReducer, useRef, useEffect, useEffectEvent } from 'react';

/** Finds the element to focus: undefined while it is not on the page yet, null to leave the focus where it is. */
export type FocusTarget = () => HTMLElement | null | undefined;

/** Focuses where a change shows, once it has been rendered: the pressed button may be gone by then. */
export function useFocusAfter(): (target: FocusTarget) => void {
  const pendingTarget = useRef<FocusTarget | null>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // not a plain effect, as an effect of an earlier render may still be pending
  useLayoutEffect(() => {
    const found = pendingTarget.current?.();
    if (found === undefined) return;
    pendingTarget.current = null;
    found?.focus();
  });
  return useCallback((target: FocusTarget) => {
    pendingTarget.current = target;
    renderAgain();
  }, []);
}

/**
 * Whether a key belongs to an input method, as the Enter that ends a Chinese word. In Safari the word has ended by then,
 * and only the old code of the key says so.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/** Whether the device is Apple's, where Cmd has the commands that Ctrl has elsewhere. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent);
}

/**
 * Calls what belongs to a key, wherever it is pressed. The browser keeps its own keys: those with Ctrl, Alt or Meta,
 * and named keys with Shift, which selects text.
 * @param keys by the key's name; null for none
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>> | null): void {
  const press = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const action = keys?.[key];
    if (!action || isComposingKey(event) || altKey || ctrlKey || metaKey || (shiftKey && key.length > 1)) return;
    event.preventDefault();
    action();
  };
  useKeyPress(keys && press);
}

/** Calls `press` for every key, wherever it is pressed. @param press null to listen to none */
export function useKeyPress(press: ((event: KeyboardEvent) => void) | null): void {
  const hear = useEffectEvent((event: KeyboardEvent) => press?.(event));
  const listens = press !== null;
  useEffect(() => {
    if (!listens) return undefined;
    const onKey = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [listens]);
}
