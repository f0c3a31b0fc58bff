import { inEnglish, message, said } from '../../lib/language/translate.ts';

/** What somebody adds to a fault with one tap: stored in English, as symptoms are. */
const knownVoice = message('It works again');

/** As it is stored. */
export const worksAgain = inEnglish(knownVoice);

/** The words of a report, in the reader's language where they are known. */
export function voiceText(text: string): string {
  if (text === worksAgain) return said(knownVoice);
  return text.startsWith(`${worksAgain}\n`) ? [said(knownVoice), text.slice(worksAgain.length + 1)].join('\n') : text;
}
