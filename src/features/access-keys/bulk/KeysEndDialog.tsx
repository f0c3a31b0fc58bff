import { useId, useState } from 'react';
import { useSession } from '../../../lib/device/session.ts';
import { t } from '../../../lib/language/translate.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { Warning } from '../../../ui/message/Warning.tsx';
import { alwaysEnds } from '../key-ends.ts';
import { LastDayField, useLastDay } from '../last-day.tsx';
import { changeKeyEnds } from './bulk-calls.ts';
import { KeyNames } from './KeyNames.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { useKeysCall } from './use-keys-call.ts';
import choicesStyle from '../../../ui/field/Choices.module.css';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface KeysEndDialogProps {
  /** The chosen keys. */
  keys: readonly AccessKey[];
  ownerOf: (key: AccessKey) => string;
  now: Date;
  onClose: () => void;
  /** Called with how many keys were changed, and their new end, ISO 8601; null for none. */
  onChanged: (count: number, end: string | null) => void;
}

/** Gives many keys in use the same end, or none. */
export function KeysEndDialog({ keys, ownerOf, now, onClose, onChanged }: KeysEndDialogProps) {
  const call = useKeysCall(keys);
  const { targets } = call;
  const [hasEnd, setHasEnd] = useState(true);
  const { end, check, field } = useLastDay(null);
  const radioName = useId();
  const ownId = useSession()?.keyId;
  const alwaysEndingCount = targets.filter((key) => alwaysEnds(key, now)).length;
  const save = (chosen: readonly AccessKey[]) => {
    if (hasEnd && !check(t('Choose a last day.'))) return;
    const newEnd = hasEnd ? end : null;
    void call.run(
      chosen,
      (ids, batch) => changeKeyEnds(ids, newEnd, batch),
      (count) => onChanged(count, newEnd),
    );
  };

  return (
    <KeysDialog
      call={call}
      title={t('{count, plural, one {Set the end of # key} other {Set the end of # keys}}', { count: targets.length })}
      action={call.busy ? t('Saving…') : t('Save')}
      variant="primary"
      onRun={save}
      onClose={onClose}
    >
      <KeyNames keys={targets} ownerOf={ownerOf} />
      <fieldset className={`${layout.gap1} ${choicesStyle.choices}`} disabled={call.isLocked}>
        <legend className={texts.label}>{t('The keys work')}</legend>
        <label>
          <input type="radio" name={radioName} checked={hasEnd} onChange={() => setHasEnd(true)} />
          {t('until a last day')}
        </label>
        <label>
          <input type="radio" name={radioName} checked={!hasEnd} onChange={() => setHasEnd(false)} />
          {t('until they are revoked')}
        </label>
      </fieldset>
      {hasEnd && (
        <LastDayField
          {...field}
          label={t('Last day')}
          hint={t('The keys work until the end of this day.')}
          disabled={call.isLocked}
          required
        />
      )}
      {alwaysEndingCount > 0 && (
        <p>
          {t(
            '{count, plural, one {# of them always ends: a key from the old portal within a year, a rotated one within 30 days.} other {# of them always end: keys from the old portal within a year, rotated ones within 30 days.}}',
            { count: alwaysEndingCount },
          )}
        </p>
      )}
      <p>{t('This takes effect at once, including for anyone already logged in with one of these keys.')}</p>
      {hasEnd && targets.some(({ id }) => id === ownId) && (
        <Warning>{t('The key that you are logged in with is one of them: it ends too.')}</Warning>
      )}
    </KeysDialog>
  );
}
