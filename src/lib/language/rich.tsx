import { Fragment, type ReactNode } from 'react';
import { fill } from './format.ts';
import type { PartsOf, TagsOf } from './message-parts.ts';
import { ownMessage, partOf, piecesOf, spokenLanguage } from './translate.ts';

type RichParts<Message extends string> = { [Part in keyof PartsOf<Message>]: ReactNode } & {
  [Tag in TagsOf<Message>]: (inner: ReactNode) => ReactNode;
};

/**
 * A message with elements in it, whose places each language chooses: tags are functions, parts may be elements:
 * `rich('Press <b>Keep</b> for {name}', { b: (inner) => <b>{inner}</b>, name: <Link … /> })`.
 */
export function rich<const Message extends string>(message: Message, parts: RichParts<Message>): ReactNode {
  const node = (part: string) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `parts` says what is under which name
    return partOf(parts, part) as ReactNode & ((inner: ReactNode) => ReactNode) & (string | number);
  };
  const pieces = fill<ReactNode>(piecesOf(ownMessage(message)), {
    language: spokenLanguage().code,
    value: (part) => node(part),
    wrap: (tag, inner) => node(tag)(keyed(inner)),
  });
  return keyed(pieces);
}

/** Pieces never change their order while a language is spoken. */
function keyed(pieces: readonly ReactNode[]): ReactNode {
  if (pieces.length === 1) return pieces[0];
  return pieces.map((piece, place) => (typeof piece === 'string' ? piece : <Fragment key={place}>{piece}</Fragment>));
}
