import { Link } from 'react-router-dom';
import { monthOfYear, type Month } from '../../records/time.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { richSentences } from '../rich-sentences.tsx';
import styles from './MovedNote.module.css';
import { t } from '../../lib/language/translate.ts';

interface MovedNoteProps {
  title: string;
  /** The other site, or the month that it is filed under. */
  where: { site: string } | { year: string; month: Month };
  /** Leads there. */
  link: string;
}

/** Says where a visit went that disappears from its list, as if it were lost. */
export function MovedNote({ title, where, link }: MovedNoteProps) {
  const month = 'month' in where ? monthOfYear(where.month, where.year) : '';
  return (
    <p role="status" className={`${texts.breaks} ${layout.unprinted} ${styles.moved}`}>
      {richSentences(
        'site' in where
          ? t('“{title}” is now at {site}.', { title, site: where.site })
          : t('“{title}” is now under {month}.', { title, month }),
        <Link to={link} replace>
          {'site' in where ? t('Show it there') : t('Show {month}', { month })}
        </Link>,
      )}
    </p>
  );
}
