import { expect, it, vi } from 'vitest';
import { createStore } from '../../src/lib/store.ts';

it('a store notifies its listeners of every new value, and of nothing else', () => {
  const store = createStore('a');
  const listener = vi.fn<() => void>();
  const unsubscribe = store.subscribe(listener);
  store.set('b');
  expect(store.get()).toBe('b');
  expect(listener).toHaveBeenCalledOnce();
  store.set('b');
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  store.set('c');
  expect(listener).toHaveBeenCalledOnce();
  expect(store.get()).toBe('c');
});
