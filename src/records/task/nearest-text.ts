import { t } from '../../lib/language/translate.ts';
import type { Correction } from '../../lib/search/nearest-word.ts';
import { listedWords } from '../counted.ts';

const inQuotes = (text: string) => t('“{text}”', { text });

/** `No visit says “barier”; shown: barrier`, or of sites `No site says …`. */
export function nearestText(corrections: readonly Correction[], of: 'visit' | 'site'): string {
  return t('{of, select, site {No site says {typed}; shown: {shown}} other {No visit says {typed}; shown: {shown}}}', {
    of,
    typed: listedWords(corrections.map(({ typed }) => inQuotes(typed))),
    shown: listedWords(corrections.map(({ shown }) => shown)),
  });
}
