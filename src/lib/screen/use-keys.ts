import { useEffect, useEffectEvent } from 'react';

/**
 * Calls what belongs to a key, wherever it is pressed. The browser keeps its own keys: those with Ctrl, Alt or Meta,
 * and named keys with Shift, which selects text.
 * @param keys by the key's name; null for none
 */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>> | null): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const action = keys?.[key];
    if (!action || altKey || ctrlKey || metaKey || (shiftKey && key.length > 1)) return;
    event.preventDefault();
    action();
  });
  const listens = keys !== null;
  useEffect(() => {
    if (!listens) return undefined;
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [listens]);
}
