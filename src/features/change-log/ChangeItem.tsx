import { useId, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { authorOf, canRestore, type Change, type KeyLabel } from '../../records/change-log/change-log.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText, siteTime } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { changeSentences } from './change-log-text.ts';
import { ChangeValues } from './ChangeValues.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

interface ChangeItemProps {
  change: Change;
  labelOf: KeyLabel;
  onRestore: (change: Change) => void;
}

/** One line of the log. */
export function ChangeItem({ change, labelOf, onRestore }: ChangeItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, ...others] = changeSentences(change, labelOf);

  return (
    <li className={styles.item}>
      <time className={texts.muted} dateTime={change.at} title={momentText(change.at)}>
        {siteTime(change.at).clock}
      </time>
      <div className={`${layout.gap1} ${texts.breaks}`}>
        <p className={texts.bold} lang={languageOf(first)}>
          {first}
        </p>
        {others.map((sentence, index) => (
          // the index is the key: two sentences may be equal, and their order never changes
          <p key={index} lang={languageOf(sentence)}>
            {sentence}
          </p>
        ))}
        <p className={texts.hint}>
          {t('By {author}', { author: authorOf(change) })}
          {change.site_name !== null && ` · ${change.site_name}`}
        </p>
      </div>
      <div className={`${layout.wrap} ${styles.actions}`}>
        <Button
          variant="ghost"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('Before and after: {change}', { change: first })}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron-down" />
          {t('Before and after')}
        </Button>
        {canRestore(change) && (
          <Button aria-label={t('Restore: {change}', { change: first })} onClick={() => onRestore(change)}>
            {t('Restore')}
          </Button>
        )}
      </div>
      <div id={id} className={styles.values} hidden={!open}>
        {open && <ChangeValues change={change} />}
      </div>
    </li>
  );
}
