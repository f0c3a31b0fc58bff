import { expect, it } from 'vitest';
import { anySignal } from '../../src/lib/any-signal.ts';

it('aborts with the first of several signals, for its reason', () => {
  const [late, early] = [new AbortController(), new AbortController()];
  const signal = anySignal([late.signal, early.signal]);
  expect(signal.aborted).toBe(false);
  early.abort(new Error('early'));
  late.abort(new Error('late'));
  expect(signal.reason).toEqual(new Error('early'));
});

it.each([0, 1])('is aborted from the start if signal %i is', (index) => {
  const signals = [new AbortController().signal, new AbortController().signal];
  signals[index] = AbortSignal.abort('over');
  expect(anySignal(signals).reason).toBe('over');
});

it('removes its listeners from the other signals once it has aborted', () => {
  const [short, long] = [new AbortController(), new AbortController()];
  const removedListeners: string[] = [];
  const remove = long.signal.addEventListener.bind(long.signal);
  long.signal.addEventListener = (type: string, listener: EventListener, options: AddEventListenerOptions) => {
    // a listener is removed when its `options.signal` aborts
    options.signal?.addEventListener('abort', () => removedListeners.push(type));
    remove(type, listener, options);
  };
  anySignal([short.signal, long.signal]);
  short.abort();
  expect(removedListeners).toEqual(['abort']);
});
