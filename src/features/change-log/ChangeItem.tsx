import { useId, useState } from 'react';
import { changeSentences } from './change-log-text.ts';
import { authorOf, canRestore, type Change, type KeyLabel } from '../../records/change-log/change-log.ts';
import { momentText, siteTime } from '../../records/time.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import texts from '../../ui/text.module.css';
import styles from './ChangeItem.module.css';
import { ChangeValues } from './ChangeValues.tsx';

interface ChangeItemProps {
  change: Change;
  labelOf: KeyLabel;
  onRestore: () => void;
}

export function ChangeItem({ change, labelOf, onRestore }: ChangeItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, ...others] = changeSentences(change, labelOf);

  return (
    <li className={styles.item}>
      <time className={texts.muted} dateTime={change.at} title={momentText(change.at)}>
        {siteTime(change.at).clock}
      </time>
      <div className={styles.what}>
        <p className={styles.first} lang={languageOf(first)}>
          {first}
        </p>
        {others.map((sentence, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two sentences can be alike, and they never move
          <p key={place} lang={languageOf(sentence)}>
            {sentence}
          </p>
        ))}
        <p className={texts.hint}>
          {`By ${authorOf(change)}`}
          {change.site_name !== null && ` · ${change.site_name}`}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="ghost"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={`Before and after: ${first}`}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron-down" />
          Before and after
        </Button>
        {canRestore(change) && (
          <Button aria-label={`Restore: ${first}`} onClick={onRestore}>
            Restore
          </Button>
        )}
      </div>
      <div id={id} className={styles.values} hidden={!open}>
        {open && <ChangeValues change={change} />}
      </div>
    </li>
  );
}
