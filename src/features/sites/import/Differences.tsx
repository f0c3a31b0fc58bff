import { t } from '../../../lib/language/translate.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

interface DifferencesProps {
  /** An empty text means that the column has no value. */
  differences: readonly { label: string; before: string; after: string }[];
}

/** The saved value and the value that would replace it, column by column. */
export function Differences({ differences }: DifferencesProps) {
  return (
    <dl className={styles.differences}>
      {differences.map(({ label, before, after }) => (
        <div key={label}>
          <dt className={texts.note}>{label}</dt>
          <dd>
            <del className={texts.muted}>{before === '' ? t('nothing') : before}</del>
            <span className={layout.visuallyHidden}>{t('becomes')}</span>
            <ins>{after === '' ? t('nothing') : after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
