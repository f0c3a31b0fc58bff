import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { grantedEnd, keyEnding, type AccessKey } from '../../records/access-key/access-key.ts';
import { sentences } from '../../records/sentences.ts';
import { longDate, momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote, Notice } from '../../ui/message/Notice.tsx';
import { changeKeyEnd, mendKeyEnds } from './key-calls.ts';
import { alwaysEnds } from './key-ends.ts';
import { keyErrorText, logKeyError } from './key-errors.ts';
import { LastDayField, useLastDay } from './last-day.tsx';
import { listedKeys } from './listed-keys.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AccessKeysRoute.module.css';

// The dialog for the end of a key in use, and the correction of ends that rotations in earlier releases gave to new keys (`decisions §17`).

/** Such as `The key for Selasih Park works until 26 February 2027 at 23:59.`, followed by the reason if no admin has set that end. */
function endSentences(target: AccessKey, owner: string, now: Date): string {
  const ending = keyEnding(target, now);
  return sentences(
    target.expires_at === null
      ? t('The key for {owner} has no end.', { owner })
      : t('The key for {owner} works until {time}.', { owner, time: momentText(target.expires_at) }),
    ending === 'inherited' && t('It has this end only because the key that it replaced had it.'),
    ending === 'old' &&
      t('A key from the old portal always ends, within a year. Rotate it to hand out one without an end.'),
    ending === 'rotated' && t('It was rotated. You can give it more time, up to 30 days from now.'),
  );
}

interface KeyEndDialogProps {
  target: AccessKey;
  owner: string;
  now: Date;
  onClose: () => void;
  /** Called with the new end, ISO 8601; null for none. */
  onChanged: (end: string | null) => void;
}

/** Changes the end of a key in use. */
export function KeyEndDialog({ target, owner, now, onClose, onChanged }: KeyEndDialogProps) {
  const { end, check, field } = useLastDay(target.expires_at);
  const change = useMutation({
    mutationFn: () => changeKeyEnd(target.id, end),
    onSuccess: () => onChanged(end),
    onError: logKeyError,
  });
  const needsEnd = alwaysEnds(target, now);
  const save = () => {
    if (!check(needsEnd ? t('Choose a last day: this key always has one.') : undefined)) return;
    // saving an unchanged inherited end makes it an end that an admin has set
    if (end === target.expires_at && keyEnding(target, now) !== 'inherited') onClose();
    else change.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('The end of the key “{key}”', { key: target.label })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" busy={change.isPending} onClick={save}>
            {t(change.isPending ? 'Saving…' : 'Save')}
          </Button>
        </>
      }
    >
      <div className={layout.gap4}>
        <p>{endSentences(target, owner, now)}</p>
        {needsEnd ? (
          <LastDayField {...field} label={t('Last day')} hint={t('The key works until the end of this day.')} />
        ) : (
          <LastDayField {...field} />
        )}
        <p>{t('This takes effect at once, including for anyone already logged in with this key.')}</p>
        <ErrorNote>{change.isError && keyErrorText(change.error)}</ErrorNote>
      </div>
    </Dialog>
  );
}

/** Such as `3 keys end on 26 February 2027 only because the keys that they replaced did: A, B and C.` */
function inheritedSentence(keys: readonly AccessKey[]): string {
  const names = listedKeys(keys);
  const count = keys.length;
  const days = keys.map(({ expires_at: end }) => (end === null ? '' : longDate(end)));
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  return first === last
    ? t(
        '{count, plural, one {# key ends on {first} only because the key that it replaced did} other {# keys end on {first} only because the keys that they replaced did}}: {names}.',
        { count, first, names },
      )
    : t('{count} keys end between {first} and {last} only because the keys that they replaced did: {names}.', {
        count,
        first,
        last,
        names,
      });
}

interface InheritedEndsProps {
  /** The keys with an inherited end, the nearest end first (`inheritedEnds`). */
  keys: readonly AccessKey[];
  keyOwner: (key: AccessKey) => string;
  /** Called with how many of the keys have the right end now. */
  onMended: (count: number) => void;
}

/** Says which keys have the end of the key that they replaced, and offers to correct these ends together after a preview. */
export function InheritedEnds({ keys, keyOwner, onMended }: InheritedEndsProps) {
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const mend = useMutation({
    mutationFn: () => mendKeyEnds(keys),
    onSuccess: (ids) => {
      setPreviewOpen(false);
      onMended(ids.length);
    },
    onError: logKeyError,
  });
  return (
    <>
      <Notice
        role="status"
        message={inheritedSentence(keys)}
        action={t('Correct their ends')}
        onAction={() => {
          mend.reset();
          setPreviewOpen(true);
        }}
      />
      <ConfirmDialog
        open={isPreviewOpen}
        title={t('Correct the ends of {count, plural, one {# key} other {# keys}}?', { count: keys.length })}
        action={t(mend.isPending ? 'Saving…' : 'Correct')}
        variant="primary"
        busy={mend.isPending}
        onConfirm={() => mend.mutate()}
        onClose={() => setPreviewOpen(false)}
      >
        <div className={layout.gap4}>
          <p>
            {t(
              'Until now a rotation gave the new key the end of the old one. Each of these keys gets the end that an admin had set, or none. The keys themselves stay the same: nobody has to type anything.',
            )}
          </p>
          <ul className={`${texts.breaks} ${styles.ends}`}>
            {keys.map((key) => (
              <li key={key.id}>{mendedEndText(key, keyOwner(key))}</li>
            ))}
          </ul>
          <ErrorNote>{mend.isError && keyErrorText(mend.error)}</ErrorNote>
        </div>
      </ConfirmDialog>
    </>
  );
}

/** Such as `Front desk, Selasih Park: no end instead of 26 February 2027` */
function mendedEndText(key: AccessKey, owner: string): string {
  const before = key.expires_at;
  const granted = grantedEnd(key);
  const values = { key: key.label, owner, before: before === null ? '' : longDate(before) };
  return granted === null
    ? t('{key}, {owner}: no end instead of {before}', values)
    : t('{key}, {owner}: {after} instead of {before}', { ...values, after: longDate(granted) });
}
