import { useState } from 'react';
import { useSession } from '../../../lib/device/session.ts';
import { t } from '../../../lib/language/translate.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { sentences } from '../../../records/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { Warning } from '../../../ui/message/Warning.tsx';
import { EndingLinks } from '../EndingLinks.tsx';
import { revokeKeys, rotateKeys, type RotatedKey } from './bulk-calls.ts';
import { KeyNames } from './KeyNames.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { newKeysSentence } from './RotateKeysDialog.tsx';
import { useKeysCall } from './use-keys-call.ts';
import layout from '../../../ui/layout.module.css';
import styles from './Bulk.module.css';

interface RevokeKeysDialogProps {
  /** The chosen keys. */
  keys: readonly AccessKey[];
  ownerOf: (key: AccessKey) => string;
  onClose: () => void;
  onRotated: (rotated: readonly RotatedKey[], old: readonly AccessKey[]) => void;
  /** Called with the number of revoked keys. */
  onRevoked: (count: number) => void;
}

/**
 * Ends many keys at once. The key of this session is left out unless the person includes it. If some of the keys are technicians' keys and none
 * is an admin key, the main button is a rotation without overlap (`decisions §17`).
 */
export function RevokeKeysDialog({ keys, ownerOf, onClose, onRotated, onRevoked }: RevokeKeysDialogProps) {
  const call = useKeysCall(keys);
  const [lastAction, setLastAction] = useState<'revoking' | 'rotating'>('revoking');
  const ownId = useSession()?.keyId;
  const ownKey = call.targets.find(({ id }) => id === ownId);
  const [includesOwn, setIncludesOwn] = useState(false);
  const targets = includesOwn ? call.targets : call.targets.filter((key) => key !== ownKey);
  const count = targets.length;
  const technicians = targets.filter(({ role }) => role === 'technician').length;
  const admins = targets.filter(({ role }) => role === 'admin').length;
  // an admin key needs an overlap: otherwise the admin's own session might end at once, before the new key is shown
  const offersRotation = technicians > 0 && admins === 0;
  const revoke = (chosen: readonly AccessKey[]) => {
    setLastAction('revoking');
    void call.run(chosen, revokeKeys, onRevoked);
  };
  const rotate = (chosen: readonly AccessKey[]) => {
    setLastAction('rotating');
    void call.run(chosen, (ids, batch) => rotateKeys(ids, { grace: '0', end: null }, batch), onRotated);
  };
  const isRotating = lastAction === 'rotating';
  // *Try again* repeats a rotation that was refused or got no answer
  const repeatsRotation = isRotating && (call.refusals.length > 0 || call.isUnconfirmed);

  return (
    <KeysDialog
      call={call}
      title={t('{count, plural, one {Revoke # key?} other {Revoke # keys?}}', { count })}
      action={call.busy && !isRotating ? t('Revoking…') : offersRotation ? t('Revoke anyway') : t('Revoke')}
      variant={offersRotation ? 'secondary' : 'danger'}
      targets={targets}
      onRun={repeatsRotation ? rotate : revoke}
      onClose={onClose}
      otherAction={
        offersRotation && (
          <Button variant="primary" busy={call.busy} onClick={() => rotate(targets)}>
            {call.busy && isRotating ? t('Rotating…') : t('Rotate without overlap')}
          </Button>
        )
      }
    >
      <p>
        {t(
          'The keys stop working at once. Everybody who is logged in with one of them is logged out at once. This cannot be undone.',
        )}
      </p>
      <KeyNames keys={targets} ownerOf={ownerOf} />
      {ownKey && (
        <OwnKey label={ownKey.label} chosen={includesOwn} disabled={call.isLocked} onChange={setIncludesOwn} />
      )}
      <EndingLinks ids={targets.map(({ id }) => id)} />
      {technicians > 0 && (
        <Warning>
          {t(
            'Finished visits may wait on {count, plural, one {the phone of a technician} other {the phones of # technicians}}. Once a key is revoked, only an admin who logs in there can hand them in, or a successor of the key.',
            { count: technicians },
          )}
        </Warning>
      )}
      {offersRotation ? (
        <p>
          {sentences(
            t('A rotation without overlap ends the keys just as quickly, and hands what waits to the new keys.'),
            newKeysSentence(targets, null),
          )}
        </p>
      ) : (
        technicians > 0 && (
          <p>
            {t('A rotation without overlap would hand it to new keys: choose keys without those of admins for it.')}
          </p>
        )
      )}
      {admins > 0 && (
        <p>
          {t(
            'Finished visits that wait on a device with an admin’s key can then be handed in by another admin who logs in there.',
          )}
        </p>
      )}
    </KeysDialog>
  );
}

interface OwnKeyProps {
  label: string;
  chosen: boolean;
  disabled: boolean;
  onChange: (chosen: boolean) => void;
}

/** The choice whether the key of this session is revoked too. It is not included at first, so that nobody is logged out by mistake. */
function OwnKey({ label, chosen, disabled, onChange }: OwnKeyProps) {
  return (
    <div className={layout.gap2}>
      <p>{t('The key that you are logged in with, “{key}”, is left out.', { key: label })}</p>
      <label className={`${layout.line} ${styles.ownKey}`}>
        <input
          type="checkbox"
          checked={chosen}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
        />
        {t('Revoke my own key too')}
      </label>
      {chosen && <Warning>{t('Your own session ends at once. You need another admin key to log in again.')}</Warning>}
    </div>
  );
}
