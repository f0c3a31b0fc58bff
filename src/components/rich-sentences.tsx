import type { ReactNode } from 'react';
import { rich } from '../lib/language/rich.tsx';

/** A browser's translation replaces a text beside another, so each has an element of its own. */
const asElement = (one: ReactNode) => (typeof one === 'string' ? <span>{one}</span> : one);

/** `sentences` with elements among them: those that are not there are left out. */
export function richSentences(...all: readonly ReactNode[]): ReactNode {
  const [first, ...others] = all.filter((one) => one !== null && one !== undefined && one !== false).map(asElement);
  return others.reduce<ReactNode>((text, sentence) => rich('{text} {sentence}', { text, sentence }), first);
}
