import { inEnglish, message, said } from '../../lib/language/translate.ts';

/** The report that a person adds to a fault with one tap. The English text is stored, as with symptoms. */
const knownVoice = message('It works again');

/** The stored text of that report. */
export const worksAgain = inEnglish(knownVoice);

/** The text of a report. The known text, alone or before own words, is in the reader's language. */
export function voiceText(text: string): string {
  if (text === worksAgain) return said(knownVoice);
  return text.startsWith(`${worksAgain}\n`) ? [said(knownVoice), text.slice(worksAgain.length + 1)].join('\n') : text;
}
