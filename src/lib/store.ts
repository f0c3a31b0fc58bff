import { useSyncExternalStore } from 'react';

/** A value that lives outside React, and whoever wants to know of its changes. */
export interface Store<Value> {
  get: () => Value;
  /** Replaces the value; listeners are called only when it is another one. */
  set: (next: Value) => void;
  /** Calls `listener` after every change; the answer unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

/** A store that begins with `initial`. */
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

/** The value of a store as React state. */
export function useStore<Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
