import { useRef } from 'react';
import type { RecordRow } from './record-tree.ts';
import { typeAhead } from './tree-keys.ts';

/** Milliseconds without a letter after which the next one begins a new name. */
const pause = 700;

/** Collects typed letters; the answer of each call is the id of the row that they lead to, or null. */
export function useTypeAhead(): (rows: readonly RecordRow[], current: string, letter: string) => string | null {
  const typed = useRef({ text: '', at: 0 });
  return (rows, current, letter) => {
    const now = Date.now();
    const before = now - typed.current.at < pause ? typed.current.text : '';
    typed.current = { text: before + letter, at: now };
    return typeAhead(rows, current, typed.current.text);
  };
}
