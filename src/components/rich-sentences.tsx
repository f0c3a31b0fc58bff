import type { ReactNode } from 'react';
import { rich } from '../lib/language/rich.tsx';

/** Puts a text into an element, because the translation of a browser replaces text nodes that are beside other text. */
const asElement = (node: ReactNode) => (typeof node === 'string' ? <span>{node}</span> : node);

/** Joins sentences like `sentences` does, but they may be elements. Null, undefined and false are left out. */
export function richSentences(...all: readonly ReactNode[]): ReactNode {
  const [first, ...others] = all.filter((node) => node !== null && node !== undefined && node !== false).map(asElement);
  return others.reduce<ReactNode>((text, sentence) => rich('{text} {sentence}', { text, sentence }), first);
}
