import { useSyncExternalStore } from 'react';

// A value outside of React that components follow with `useStore`: for what several screens, or code without a component, must agree on. A
// listener is called at once, and only for another value. It belongs to its page: it is neither stored nor shared with other tabs.

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
  // the build renders with the same value
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
