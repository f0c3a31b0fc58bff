import * as v from 'valibot';
import { fill } from './format.ts';
import type { PartsGiven } from './message-parts.ts';
import { inLanguage, readMessage } from './translate.ts';

/** A message as it is stored on the device. It is translated when it is shown, so the language may change meanwhile. */
export const storedMessageSchema = v.object({
  english: v.string(),
  parts: v.record(v.string(), v.union([v.string(), v.number()])),
});
export type StoredMessage = v.InferOutput<typeof storedMessageSchema>;

/** A message to be stored, such as `storedMessage('Site {name}', { name })`. */
export function storedMessage<const English extends string>(
  english: English,
  ...args: PartsGiven<English>
): StoredMessage {
  const parts: unknown = args[0];
  return { english, parts: typeof parts === 'object' ? { ...parts } : {} };
}

/** The text of a stored message in the reader's language, without its tags. */
export function textOfStored(message: StoredMessage): string {
  const { text, code } = inLanguage(message.english);
  return fill<string>(readMessage(text), {
    language: code,
    value: (part) => message.parts[part] ?? '',
    wrap: (_, inner) => inner.join(''),
  }).join('');
}
