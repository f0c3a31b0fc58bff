import * as v from 'valibot';
import { fill } from './format.ts';
import type { PartsGiven } from './message-parts.ts';
import { inLanguage, readMessage } from './translate.ts';

/** A message as the device keeps it: said in the language in which it is read. */
export const storedMessageSchema = v.object({
  english: v.string(),
  parts: v.record(v.string(), v.union([v.string(), v.number()])),
});
export type StoredMessage = v.InferOutput<typeof storedMessageSchema>;

/** A message that is stored, as it outlives the current language: `storedMessage('Site {name}', { name })`. */
export function storedMessage<const English extends string>(
  english: English,
  ...given: PartsGiven<English>
): StoredMessage {
  const parts: unknown = given[0];
  return { english, parts: typeof parts === 'object' ? { ...parts } : {} };
}

/** The text of a stored message in the reader's language; a tag becomes the text inside it. */
export function textOfStored(message: StoredMessage): string {
  const { text, code } = inLanguage(message.english);
  return fill<string>(readMessage(text), {
    language: code,
    value: (part) => message.parts[part] ?? '',
    wrap: (_, inner) => inner.join(''),
  }).join('');
}
