import { Fragment, type ReactNode } from 'react';
import { filledWith } from './filled-with.ts';
import type { RichParts } from './message-parts.ts';
import type { StoredMessage } from './stored-message.ts';

/**
 * A message with elements in it: a part may be an element, and a tag is a function, which must be defined outside of components.
 * Example: `rich('Press <b>Keep</b> for {name}', { b: bold, name: <Link … /> })`.
 */
export function rich<const English extends string>(english: English, parts: RichParts<English, ReactNode>): ReactNode {
  return filledWith<English, ReactNode>(english, parts, withKeys);
}

/** A stored message with elements for its tags. */
export function richOfStored(message: StoredMessage, tags: Record<string, (inner: ReactNode) => ReactNode>): ReactNode {
  return filledWith<string, ReactNode>(message.english, { ...message.parts, ...tags }, withKeys);
}

/** Gives the pieces keys by their index, because their order never changes within a language. */
function withKeys(pieces: readonly ReactNode[]): ReactNode {
  if (pieces.length === 1) return pieces[0];
  return pieces.map((piece, index) => (typeof piece === 'string' ? piece : <Fragment key={index}>{piece}</Fragment>));
}
