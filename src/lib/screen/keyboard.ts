import { useCallback, useLayoutEffect, useReducer, useRef, useEffect, useEffectEvent } from 'react';

/** Finds the element to focus: undefined while it is not on the page yet, null to leave the focus where it is. */
export type FocusTarget = () => HTMLElement | null | undefined;

/**
 * Returns a function that focuses the element where a change shows, once it has been rendered. The pressed button may be removed by the
 * change, and the focus with it.
 */
export function useFocusAfter(): (target: FocusTarget) => void {
  const pendingTarget = useRef<FocusTarget | null>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  // a layout effect, because a plain effect of an earlier render may still be pending
  useLayoutEffect(() => {
    const element = pendingTarget.current?.();
    if (element === undefined) return;
    pendingTarget.current = null;
    element?.focus();
  });
  return useCallback((target: FocusTarget) => {
    pendingTarget.current = target;
    renderAgain();
  }, []);
}

/**
 * Whether a key belongs to an input method, such as the Enter that ends a Chinese word. Safari reports that Enter after the end of the
 * composition, so there only the key code 229 tells.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}

/** Whether the device is from Apple, where Cmd is used for commands instead of Ctrl. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/u.test(navigator.userAgent);
}

/**
 * Calls the function of a key, wherever the focus is. Keys with Ctrl, Alt or Meta are left to the browser, and so are named keys with
 * Shift, which select text.
 * @param keys the functions by the name of the key; null to listen to none
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

/** Calls `press` for every key that is pressed, wherever the focus is. @param press null to listen to none */
export function useKeyPress(press: ((event: KeyboardEvent) => void) | null): void {
  const callPress = useEffectEvent((event: KeyboardEvent) => press?.(event));
  const isListening = press !== null;
  useEffect(() => {
    if (!isListening) return undefined;
    const onKey = (event: KeyboardEvent) => callPress(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isListening]);
}
