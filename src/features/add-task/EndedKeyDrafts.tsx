import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftTitles } from '../../components/DraftTitles.tsx';
import { useRight } from '../../components/use-right.ts';
import {
  draftLoginId,
  draftsVersion,
  draftsOfOtherKeys,
  removeDraftsOf,
  takeOverDraftsOf,
  type OtherDraft,
} from '../../lib/device/drafts.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { useStore } from '../../lib/store.ts';
import { endedKeysQuery, type EndedKey } from '../../records/access-key/access-key-queries.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import { hasFailed, LoadFailure } from '../../ui/message/Loaded.tsx';
import { endedKeyDraftTitle } from './task-drafts.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

/**
 * The drafts that ended keys left on this device, which an admin can take over (`decisions §17`). The server says which keys have ended. If
 * somebody can still log in with a key or with its successor, its drafts are not shown.
 */
export function EndedKeyDrafts() {
  const mayHandIn = useRight('changeRecords');
  useStore(draftsVersion);
  const drafts = mayHandIn ? draftsOfOtherKeys() : new Map<number, OtherDraft[]>();
  const ended = useQuery(endedKeysQuery([...drafts.keys()].toSorted((a, b) => b - a)));
  const sites = useQuery({ ...sitesQuery, enabled: drafts.size > 0 });
  const focusAfter = useFocusAfter();
  if (drafts.size === 0) return null;
  if (hasFailed(ended)) return <LoadFailure query={ended} error={t('Error fetching data.')} />;
  const keys = (ended.data ?? []).filter(({ id }) => drafts.has(id));
  if (keys.length === 0) return null;
  // the row disappears together with the pressed button, so the focus goes to the content of the page
  const focusList = () => focusAfter(() => document.querySelector<HTMLElement>('#content'));
  const siteName = (id: number | null) => sites.data?.find((site) => site.id === id)?.name;
  // the answer on the screen may be hours old; if the key is in use again, its drafts belong to its holder
  const hasEnded = async (key: number) => {
    const { data, isSuccess } = await ended.refetch();
    return isSuccess && data.some(({ id }) => id === key);
  };
  return (
    <section className={layout.gap3} aria-label={t('Left by keys that have ended')}>
      {keys.map((key) => (
        <EndedKeyDraftsRow
          key={key.id}
          ended={key}
          titles={(drafts.get(key.id) ?? []).map((draft) => endedKeyDraftTitle(draft, siteName))}
          hasEnded={hasEnded}
          onDone={focusList}
        />
      ))}
    </section>
  );
}

interface EndedKeyDraftsRowProps {
  ended: EndedKey;
  titles: readonly string[];
  /** Asks the server whether the key has ended; false if the server does not answer, which the screen then says. */
  hasEnded: (key: number) => Promise<boolean>;
  onDone: () => void;
}

function EndedKeyDraftsRow({
  ended: { id, label, revoked, ended_at: endedAt },
  titles,
  hasEnded,
  onDone,
}: EndedKeyDraftsRowProps) {
  const [checking, setChecking] = useState(false);
  const words = { key: label, day: longDate(endedAt) };
  /** Calls `act`, if the key has ended and the person has not logged out meanwhile. */
  const ifEnded = async (act: () => void) => {
    const loginId = draftLoginId();
    setChecking(true);
    const mayAct = await hasEnded(id);
    setChecking(false);
    if (mayAct && loginId === draftLoginId()) act();
    onDone();
  };
  const takeOver = () => {
    const failedCount = takeOverDraftsOf(id);
    if (failedCount > 0)
      notify.alert(
        t(
          '{count, plural, one {# draft stays} other {# drafts stay}} as before: you have a draft of your own in the same place, or this device is full. Save or discard yours, then try again.',
          { count: failedCount },
        ),
      );
    else notify.success(t('What “{key}” left here is yours now.', { key: label }));
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
        <Button
          onClick={() => void ifEnded(takeOver)}
          busy={checking}
          aria-label={t('Take over what “{key}” left', { key: label })}
        >
          {t('Take over')}
        </Button>
        <ConfirmButton
          label={t('Discard')}
          title={t('Discard what “{key}” left?', { key: label })}
          action={t('Discard')}
          variant="danger"
          cancel={t('Keep')}
          onConfirm={() => void ifEnded(() => removeDraftsOf(id))}
        >
          <p>{t('It is deleted from this device, and cannot be brought back:')}</p>
          <DraftTitles titles={titles} />
        </ConfirmButton>
      </div>
    </div>
  );
}
