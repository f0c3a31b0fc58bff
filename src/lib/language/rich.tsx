import { Fragment, type ReactNode } from 'react';
import { fill } from './format.ts';
import type { PartsOf, TagsOf } from './message-parts.ts';
import { ownMessage, piecesOf, spokenLanguage } from './translate.ts';

type RichParts<Message extends string> = { [Part in keyof PartsOf<Message>]: ReactNode } & {
  [Tag in TagsOf<Message>]: (inner: ReactNode) => ReactNode;
};

/**
 * A message with elements in it, whose places each language chooses: tags are functions, parts may be elements:
 * `rich('Press <b>Keep</b> for {name}', { b: (inner) => <b>{inner}</b>, name: <Link … /> })`.
 */
export function rich<const Message extends string>(message: Message, parts: RichParts<Message>): ReactNode {
  const values: Readonly<Record<string, unknown>> = parts;
  const pieces = fill<ReactNode>(piecesOf(ownMessage(message)), {
    language: spokenLanguage().code,
    value: (part) => values[part] as ReactNode & (string | number),
    wrap: (tag, inner) => (values[tag] as (inner: ReactNode) => ReactNode)(keyed(inner)),
  });
  return keyed(pieces);
}

/** Pieces never change their order while a language is spoken. */
function keyed(pieces: readonly ReactNode[]): ReactNode {
  if (pieces.length === 1) return pieces[0];
  return pieces.map((piece, place) => (typeof piece === 'string' ? piece : <Fragment key={place}>{piece}</Fragment>));
}
