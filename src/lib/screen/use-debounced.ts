import { useState } from 'react';
import { useLater } from './use-later.ts';

export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useLater(delayMs, () => setDebounced(value), value);
  return debounced;
}
