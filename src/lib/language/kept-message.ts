import * as v from 'valibot';
import { fill } from './format.ts';
import type { PartsGiven } from './message-parts.ts';
import { inLanguage, readMessage } from './translate.ts';

/** A message as the device keeps it: said in the language in which it is read. */
export const keptMessageSchema = v.object({
  english: v.string(),
  parts: v.record(v.string(), v.union([v.string(), v.number()])),
});
export type KeptMessage = v.InferOutput<typeof keptMessageSchema>;

/** A message for a place that outlives the language of now: `toKeep('Site {name}', { name })`. */
export function toKeep<const English extends string>(english: English, ...given: PartsGiven<English>): KeptMessage {
  const parts: unknown = given[0];
  return { english, parts: typeof parts === 'object' ? { ...parts } : {} };
}

/** What was kept, in the reader's language, as a text: a tag leaves what it stands around. */
export function saidOfKept(message: KeptMessage): string {
  const { text, code } = inLanguage(message.english);
  return fill<string>(readMessage(text), {
    language: code,
    value: (part) => message.parts[part] ?? '',
    wrap: (_, inner) => inner.join(''),
  }).join('');
}
