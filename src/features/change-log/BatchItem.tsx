import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { authorOf, type Change, type KeyLabel } from '../../records/change-log/change-log.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText, siteTime } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { changeSentences } from './change-log-text.ts';
import { ChangeItem } from './ChangeItem.tsx';
import { batchQuery } from './changes-query.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

interface BatchItemProps {
  /** The newest line of the action. */
  newest: Change;
  labelOf: KeyLabel;
  onRestore: (change: Change) => void;
  onUndo: () => void;
}

/** All changes of an action, such as an import, as one line of the log. It can be opened to show the single changes. */
export function BatchItem({ newest, labelOf, onRestore, onUndo }: BatchItemProps) {
  const {
    at,
    batch,
    batch_lines: count,
    batch_undoable: undoable,
    batch_sites: sites,
    import_file: file,
    import_undone: undone,
  } = newest;
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first] = changeSentences(newest, labelOf);
  const title = file === null ? first : t('Import of “{file}”', { file });

  return (
    <li className={styles.item}>
      <time className={texts.muted} dateTime={at} title={momentText(at)}>
        {siteTime(at).clock}
      </time>
      <div className={`${layout.gap1} ${texts.breaks}`}>
        <p className={texts.bold} lang={file === null ? languageOf(first) : undefined}>
          {title}
        </p>
        <p>{file === null ? moreText(count - 1) : importText(count, undone)}</p>
        <p className={texts.hint}>
          {t('By {author} · {count, plural, one {# site} other {# sites}}', { author: authorOf(newest), count: sites })}
        </p>
      </div>
      <div className={`${layout.wrap} ${styles.actions}`}>
        <Button
          variant="ghost"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('All {count, plural, one {# change} other {# changes}}: {change}', { count, change: title })}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron-down" />
          {t('All {count, plural, one {# change} other {# changes}}', { count })}
        </Button>
        {file === null
          ? undoable > 0 && (
              <Button aria-label={t('Undo all: {change}', { change: title })} onClick={onUndo}>
                {t('Undo all')}
              </Button>
            )
          : !undone && <Link to={linkTo(paths.sites, { import: 'visits' })}>{t('Undo the import')}</Link>}
      </div>
      <div id={id} className={styles.batch} hidden={!open}>
        {open && batch !== null && <BatchChanges batch={batch} labelOf={labelOf} onRestore={onRestore} />}
      </div>
    </li>
  );
}

function moreText(count: number): string {
  return t('and {count, plural, one {# more change} other {# more changes}} by the same action', { count });
}

function importText(count: number, undone: boolean): string {
  const changes = t('{count, plural, one {# change} other {# changes}}', { count });
  return undone ? t('{changes}; undone since', { changes }) : changes;
}

interface BatchChangesProps extends Pick<BatchItemProps, 'labelOf' | 'onRestore'> {
  batch: string;
}

function BatchChanges({ batch, labelOf, onRestore }: BatchChangesProps) {
  const query = useQuery(batchQuery(batch));
  return (
    <Loaded
      query={query}
      error={t('Error fetching data.')}
      skeleton={<ListSkeleton text={t('Loading changes…')} rows={2} height={88} />}
    >
      {(changes) => (
        <ul className={styles.list} aria-label={t('What the action changed')}>
          {changes.map((change) => (
            <ChangeItem key={change.id} change={change} labelOf={labelOf} onRestore={onRestore} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
