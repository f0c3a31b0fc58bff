import { useSyncExternalStore } from 'react';

// A value outside of React, which components read with `useStore`. It is for values that several screens, or code outside of components, share.
// Listeners are called synchronously, and only when the value has changed. The value belongs to the page: it is neither stored nor shared
// with other tabs.

export interface Store<Value> {
  get: () => Value;
  /** Sets the value, and notifies the listeners if it has changed. */
  set: (next: Value) => void;
  /** Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value {
  // the third argument is for the prerendering in the build
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
