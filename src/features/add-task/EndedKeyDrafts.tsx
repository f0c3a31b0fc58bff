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
 * The drafts of ended keys on this device, for an admin to take over (`decisions §17`). The server says which keys have ended: of a
 * key that somebody can still log in with, or whose successor somebody can, nothing is shown.
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
  // the row disappears with the pressed button, and drafts that were taken over are in the list below
  const focusList = () => focusAfter(() => document.querySelector<HTMLElement>('#content'));
  const siteName = (id: number | null) => sites.data?.find((site) => site.id === id)?.name;
  // the shown answer may be hours old, and the drafts of a key that is in use again belong to that key
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
  /** Asks the server whether the key has still ended; false where the server does not answer, which the screen says. */
  hasEnded: (key: number) => Promise<boolean>;
  onDone: () => void;
}

function EndedKeyDraftsRow({
  ended: { id, label, revoked, ended_at: at },
  titles,
  hasEnded,
  onDone,
}: EndedKeyDraftsRowProps) {
  const [asking, setAsking] = useState(false);
  const words = { key: label, day: longDate(at) };
  /** Runs `act` on these drafts, if the key has still ended and the same login is open. */
  const ifEnded = async (act: () => void) => {
    const loginId = draftLoginId();
    setAsking(true);
    const mayAct = await hasEnded(id);
    setAsking(false);
    if (mayAct && loginId === draftLoginId()) act();
    onDone();
  };
  const takeOver = () => {
    const unmoved = takeOverDraftsOf(id);
    if (unmoved > 0)
      notify.alert(
        t(
          '{count, plural, one {# draft stays} other {# drafts stay}} as before: you have a draft of your own in the same place, or this device is full. Save or discard yours, then try again.',
          { count: unmoved },
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
          busy={asking}
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
