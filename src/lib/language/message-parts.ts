import type { GetICUArgs } from '@schummar/icu-type-parser';

// What the compiler reads out of an English message: which parts it needs. A message that is put together from pieces is none.

interface PartTypes {
  ICUArgument: string | number;
  ICUNumberArgument: number;
}

/** `b` of `Press <b>Keep</b>`. */
type TagsOf<Message extends string> = Message extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagsOf<Rest>
  : never;

/** The parts and tags of a message that is made of something else than text: a function for each tag. */
export type RichParts<Message extends string, Element> = {
  [Part in keyof PartsOf<Message>]: Element | string | number;
} & { [Tag in TagsOf<Message>]: (inner: Element) => Element };

/** The types of the parts of a message, by name. */
type PartsOf<Message extends string> = GetICUArgs<Message, PartTypes>;

/** `true` for `'Keep'`; `false` for `string`, and for a template with something inserted, which is a pattern of names. */
// an object without names has all that a pattern asks for
type IsLiteral<Message extends string> = {} extends Record<Message, 1> ? false : true;

/** What follows a message in the call: nothing, or its parts. */
export type PartsGiven<Message extends string> =
  IsLiteral<Message> extends true
    ? [keyof PartsOf<Message>] extends [never]
      ? []
      : [parts: PartsOf<Message>]
    : [error: 'a message is written out; what differs is a part in braces'];
