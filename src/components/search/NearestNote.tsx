import { t } from '../../lib/language/translate.ts';
import type { Correction } from '../../lib/search/nearest-word.ts';
import { listedWords } from '../../records/counted.ts';
import texts from '../../ui/text.module.css';

interface NearestNoteProps {
  /** The words that were searched for in place of typed words; empty if something contains the typed words. */
  corrections: readonly Correction[];
  /** What the list contains. */
  of: 'visit' | 'site' | 'key' | 'document' | 'thing';
}

/** Says which words a list shows results for, if nothing contains the typed words (`decisions §17`). It is a live region. */
export function NearestNote({ corrections, of }: NearestNoteProps) {
  if (corrections.length === 0) return null;
  return (
    <p className={`${texts.bold} ${texts.breaks}`} role="status">
      {t(
        '{of, select, site {No site says {typed}; shown: {shown}} key {No key says {typed}; shown: {shown}} document {No document says {typed}; shown: {shown}} thing {Nothing says {typed}; shown: {shown}} other {No visit says {typed}; shown: {shown}}}',
        {
          of,
          typed: listedWords(corrections.map(({ typed }) => t('“{text}”', { text: typed }))),
          shown: listedWords(corrections.map(({ shown }) => shown)),
        },
      )}
    </p>
  );
}
