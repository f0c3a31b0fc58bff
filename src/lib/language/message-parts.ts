import type { GetICUArgs } from '@schummar/icu-type-parser';

// The types of the parts that an English message needs, which the compiler reads from its text. Only a literal text can be a message.

interface PartTypes {
  ICUArgument: string | number;
  ICUNumberArgument: number;
}

/** The names of the tags in a message: `b` for `Press <b>Keep</b>`. */
type TagsOf<Message extends string> = Message extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | TagsOf<Rest>
  : never;

/** The values for a message with elements: an element or text for each part, and a function for each tag. */
export type RichParts<Message extends string, Element> = {
  [Part in keyof PartsOf<Message>]: Element | string | number;
} & { [Tag in TagsOf<Message>]: (inner: Element) => Element };

/** The types of the parts of a message, by name. */
type PartsOf<Message extends string> = GetICUArgs<Message, PartTypes>;

/** `true` for a literal such as `'Keep'`; `false` for `string` and for a template with a variable part. */
// `{}` lacks the key of a literal, but fits a record whose keys are a pattern
type IsLiteral<Message extends string> = {} extends Record<Message, 1> ? false : true;

/** The arguments after the message in a call: none, or an object with its parts. */
export type PartsGiven<Message extends string> =
  IsLiteral<Message> extends true
    ? [keyof PartsOf<Message>] extends [never]
      ? []
      : [parts: PartsOf<Message>]
    : [error: 'a message is written out; what differs is a part in braces'];
