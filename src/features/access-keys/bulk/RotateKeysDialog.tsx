import { useState } from 'react';
import { useSession } from '../../../lib/device/session.ts';
import { said, t } from '../../../lib/language/translate.ts';
import { grantedEnd, type AccessKey } from '../../../records/access-key/access-key.ts';
import { sentences } from '../../../records/sentences.ts';
import { longDate, momentText } from '../../../records/time.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { Warning } from '../../../ui/message/Warning.tsx';
import { gracePeriods, type GracePeriod } from '../key-ends.ts';
import { LastDayField, useLastDay } from '../last-day.tsx';
import { rotateKeys, type RotatedKey } from './bulk-calls.ts';
import { KeyNames } from './KeyNames.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { useKeysCall } from './use-keys-call.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface RotateKeysDialogProps {
  /** The chosen keys. */
  keys: readonly AccessKey[];
  ownerOf: (key: AccessKey) => string;
  now: Date;
  onClose: () => void;
  onRotated: (rotated: readonly RotatedKey[], old: readonly AccessKey[]) => void;
}

/**
 * Asks when the new keys end and how long the old ones go on working, and rotates many keys. Keys that were rotated before and still work are
 * left out.
 */
export function RotateKeysDialog({ keys, ownerOf, now, onClose, onRotated }: RotateKeysDialogProps) {
  const call = useKeysCall(keys);
  // the server refuses to rotate a key twice, because its holder would get a second new key (`private.refuse_replaced`)
  const targets = call.targets.filter(({ end_reason: reason }) => reason !== 'rotated');
  const leftOutCount = call.targets.length - targets.length;
  // an admin key needs an overlap: otherwise the admin's own session might end at once, before the new key is shown
  const hasAdmin = targets.some(({ role }) => role === 'admin');
  const choices = hasAdmin ? gracePeriods.filter(({ value }) => value !== '0') : gracePeriods;
  const [grace, setGrace] = useState<GracePeriod>('7 days');
  const { end, check, field } = useLastDay(null);
  const ownId = useSession()?.keyId;
  const ownKey = targets.find(({ id }) => id === ownId);
  const rotate = (chosen: readonly AccessKey[]) => {
    if (check()) void call.run(chosen, (ids, batch) => rotateKeys(ids, { grace, end }, batch), onRotated);
  };

  return (
    <KeysDialog
      call={call}
      title={t('{count, plural, one {Rotate # key?} other {Rotate # keys?}}', { count: targets.length })}
      action={call.busy ? t('Rotating…') : t('Rotate')}
      variant="primary"
      targets={targets}
      onRun={rotate}
      onClose={onClose}
    >
      {leftOutCount > 0 && <Warning>{leftOutSentence(leftOutCount)}</Warning>}
      {targets.length > 0 && (
        <>
          <p>{t('Each key gets a new one, with the same label and sites. The new keys are shown together, once.')}</p>
          <KeyNames keys={targets} ownerOf={ownerOf} />
          <LastDayField
            {...field}
            label={t('Last day of the new keys (optional)')}
            disabled={call.isLocked}
            hint={t('Leave empty to let each new key end when an admin had set for its holder, and otherwise never.')}
          />
          <SelectField
            label={t('The old keys go on working for')}
            disabled={call.isLocked}
            value={grace}
            onChange={(value) => setGrace(choices.find((choice) => choice.value === value)?.value ?? grace)}
            options={choices.map(({ value, label }) => ({ value, label: said(label) }))}
          />
          <p className={`${texts.medium} ${layout.wide}`} role="status">
            {sentences(!field.error && newKeysSentence(targets, end), oldKeysSentence(grace, now))}
          </p>
          <p>{t('After that, everyone who logged in with an old key is logged out.')}</p>
          {ownKey && (
            <Warning>
              {t(
                'One of them is the key that you are logged in with, “{key}”. Log in with its new key before the old one ends.',
                {
                  key: ownKey.label,
                },
              )}
            </Warning>
          )}
        </>
      )}
    </KeysDialog>
  );
}

/** Says when the new keys end. @param end the end of all new keys, ISO 8601; null if each gets the end that an admin had set for its holder */
export function newKeysSentence(keys: readonly AccessKey[], end: string | null): string {
  if (end !== null) return t('The new keys work until {time}.', { time: momentText(end) });
  const endingCount = keys.filter((key) => grantedEnd(key) !== null).length;
  if (endingCount === 0) return t('The new keys have no end.');
  return endingCount === keys.length
    ? t('Each new key ends when an admin had set.')
    : t(
        '{none, plural, one {# new key has} other {# new keys have}} no end, {set, plural, one {# ends} other {# end}} when an admin had set.',
        { none: keys.length - endingCount, set: endingCount },
      );
}

/** @param count how many of the chosen keys were rotated before */
function leftOutSentence(count: number): string {
  return t(
    '{count, plural, one {# of the chosen keys was rotated before and is left out: another key has replaced it.} other {# of the chosen keys were rotated before and are left out: other keys have replaced them.}} A key that needs yet another one can be rotated by itself.',
    { count },
  );
}

function oldKeysSentence(grace: GracePeriod, now: Date): string {
  const period = gracePeriods.find(({ value }) => value === grace) ?? gracePeriods[0];
  if (period.value === '0') return t('The old keys end at once.');
  if (period.value === '1 hour')
    return t('The old keys work for one more hour, and never longer than they would have.');
  return t('The old keys work until {day} ({period}), and never longer than they would have.', {
    day: longDate(new Date(now.getTime() + period.ms)),
    period: said(period.label),
  });
}
