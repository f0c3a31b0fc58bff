import { useQuery } from '@tanstack/react-query';
import { DraftTitles } from '../../components/DraftTitles.tsx';
import { useRight } from '../../components/use-right.ts';
import { endedKeysQuery, type EndedKey } from '../../records/access-key/access-key-queries.ts';
import { longDate } from '../../records/time.ts';
import { draftsVersion, othersDrafts, removeDraftsOf, takeOverDraftsOf } from '../../lib/device/drafts.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import { LoadError } from '../../ui/message/Notice.tsx';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

/**
 * What keys that have ended left on this device, for an admin to hand in (`decisions §17`). The server says which keys these are: of a
 * key that somebody can still log in with, or its successor, nothing is shown.
 */
export function LeftDrafts() {
  const mayHandIn = useRight('changeRecords');
  useStore(draftsVersion);
  const drafts = mayHandIn ? othersDrafts() : new Map<number, string[]>();
  const ended = useQuery(endedKeysQuery([...drafts.keys()].toSorted((a, b) => b - a)));
  const focusAfter = useFocusAfter();
  if (drafts.size === 0) return null;
  if (ended.isError) return <LoadError message={t('Error fetching data.')} onRetry={() => void ended.refetch()} />;
  const keys = (ended.data ?? []).filter(({ id }) => drafts.has(id));
  if (keys.length === 0) return null;
  // the row goes with its buttons, and what was taken over is in the list below
  const focusList = () => focusAfter(() => document.querySelector<HTMLElement>('#content'));
  return (
    <section className={layout.tight} aria-label={t('Left by keys that have ended')}>
      {keys.map((key) => (
        <LeftByKey key={key.id} ended={key} titles={drafts.get(key.id) ?? []} onDone={focusList} />
      ))}
    </section>
  );
}

interface LeftByKeyProps {
  ended: EndedKey;
  titles: readonly string[];
  onDone: () => void;
}

function LeftByKey({ ended: { id, label, revoked, ended_at: at }, titles, onDone }: LeftByKeyProps) {
  const words = { key: label, day: longDate(at) };
  const takeOver = () => {
    const staying = takeOverDraftsOf(id);
    if (staying > 0)
      notify.alert(
        t(
          '{count, plural, one {# draft stays} other {# drafts stay}} as before: you have a draft of your own in the same place, or this device is full. Save or discard yours, then try again.',
          { count: staying },
        ),
      );
    else notify.success(t('What “{key}” left here is yours now.', { key: label }));
    onDone();
  };
  return (
    <div className={`${layout.row} ${surface.box} ${styles.task}`}>
      <div className={`${texts.hint} ${styles.taskWords}`}>
        <p className={`${texts.medium} ${styles.visit}`}>
          {revoked
            ? t('The key “{key}”, revoked on {day}, left on this device:', words)
            : t('The key “{key}”, which expired on {day}, left on this device:', words)}
        </p>
        <DraftTitles titles={titles} />
        <p>{t('If you take them over, finished visits are saved under your key.')}</p>
      </div>
      <div className={layout.row}>
        <Button onClick={takeOver} aria-label={t('Take over what “{key}” left', { key: label })}>
          {t('Take over')}
        </Button>
        <ConfirmButton
          label={t('Discard')}
          title={t('Discard what “{key}” left?', { key: label })}
          action={t('Discard')}
          variant="danger"
          cancel={t('Keep')}
          onConfirm={() => {
            removeDraftsOf(id);
            onDone();
          }}
        >
          <p>{t('It is deleted from this device, and cannot be brought back:')}</p>
          <DraftTitles titles={titles} />
        </ConfirmButton>
      </div>
    </div>
  );
}
