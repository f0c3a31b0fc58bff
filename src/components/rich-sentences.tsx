import type { ReactNode } from 'react';
import { rich } from '../lib/language/rich.tsx';

/** A browser's translation replaces a text beside another text, so each sentence has an element of its own. */
const asElement = (node: ReactNode) => (typeof node === 'string' ? <span>{node}</span> : node);

/** As `sentences`, with elements among them. What is null, undefined or false is left out. */
export function richSentences(...all: readonly ReactNode[]): ReactNode {
  const [first, ...others] = all.filter((node) => node !== null && node !== undefined && node !== false).map(asElement);
  return others.reduce<ReactNode>((text, sentence) => rich('{text} {sentence}', { text, sentence }), first);
}
