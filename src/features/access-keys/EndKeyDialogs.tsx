import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import { grantedEnd, type AccessKey } from '../../records/access-key/access-key.ts';
import { sentences } from '../../records/sentences.ts';
import { momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Warning } from '../../ui/message/Warning.tsx';
import { EndingLinks } from './EndingLinks.tsx';
import { revokeKey, rotateKey, type IssuedKey } from './key-calls.ts';
import { endNotPassedOnText, gracePeriods, newKeySentence, oldKeySentence, type GracePeriod } from './key-ends.ts';
import { keyErrorText, logKeyError } from './key-errors.ts';
import { LastDayField, useLastDay } from './last-day.tsx';
import { useKeyCall } from './use-key-call.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

// The two ways to end a key: a rotation replaces it by a new key, a revocation ends it without a replacement.

interface KeyDialogProps {
  target: AccessKey;
  owner: string;
  onClose: () => void;
}

interface RotateKeyDialogProps extends KeyDialogProps {
  now: Date;
  /** @param end the end of the new key, ISO 8601; null for none */
  onRotated: (issued: IssuedKey, end: string | null) => void;
}

/** Asks when the new key ends and how long the old one goes on working, says when both will end, and rotates the key. */
export function RotateKeyDialog({ target, owner, now, onClose, onRotated }: RotateKeyDialogProps) {
  const isAdmin = target.role === 'admin';
  // an admin key needs an overlap: otherwise the admin's own session might end at once, before the new key is shown
  const choices = isAdmin ? gracePeriods.filter(({ value }) => value !== '0') : gracePeriods;
  const [grace, setGrace] = useState<GracePeriod>('7 days');
  const { end, check, field } = useLastDay(grantedEnd(target));
  const { busy, error, run } = useKeyCall();
  const note = endNotPassedOnText(target);
  const rotate = () => {
    if (check())
      void run(
        () => rotateKey(target.id, grace, end),
        (issued) => onRotated(issued, end),
      );
  };

  return (
    <ConfirmDialog
      title={t('Rotate the key “{key}”?', { key: target.label })}
      action={t(busy ? 'Rotating…' : 'Rotate')}
      variant="primary"
      busy={busy}
      onConfirm={rotate}
      onClose={onClose}
    >
      <div className={layout.gap3}>
        <p>{t('A new key for {owner} is made, with the same label.', { owner })}</p>
        {note && <p>{note}</p>}
        <LastDayField label={t('Last day of the new key (optional)')} {...field} />
        <SelectField
          label={t('The old key goes on working for')}
          value={grace}
          onChange={(value) => setGrace(choices.find((choice) => choice.value === value)?.value ?? grace)}
          options={choices.map(({ value, label }) => ({ value, label: said(label) }))}
        />
        <p className={texts.medium} role="status">
          {field.error
            ? oldKeySentence(target, { grace, newEnd: null, now })
            : sentences(newKeySentence(end), oldKeySentence(target, { grace, newEnd: end, now }))}
        </p>
        <p>
          {t(
            isAdmin
              ? 'After that, everyone who logged in with the old key is logged out, perhaps including you. To end it sooner, log in with the new key and revoke the old one.'
              : 'After that, everyone who logged in with the old key is logged out.',
          )}
        </p>
        <ErrorNote>{error}</ErrorNote>
      </div>
    </ConfirmDialog>
  );
}

interface RevokeKeyDialogProps extends Omit<RotateKeyDialogProps, 'now'> {
  onRevoked: () => void;
}

/**
 * Ends a key at once. For a technician's key the main button is a rotation without overlap (`decisions §17`): it ends the key just as quickly,
 * and the new key can hand in the visits that wait on the phone.
 */
export function RevokeKeyDialog({ target, owner, onClose, onRotated, onRevoked }: RevokeKeyDialogProps) {
  const end = grantedEnd(target);
  const revoke = useMutation({
    mutationFn: () => revokeKey(target.id),
    onSuccess: onRevoked,
    onError: logKeyError,
  });
  const rotation = useKeyCall();
  const busy = revoke.isPending || rotation.busy;
  const offersRotation = target.role === 'technician';
  return (
    <Dialog
      open
      title={t('Revoke the key “{key}”?', { key: target.label })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button variant={offersRotation ? 'secondary' : 'danger'} busy={busy} onClick={() => revoke.mutate()}>
            {t(revoke.isPending ? 'Revoking…' : offersRotation ? 'Revoke anyway' : 'Revoke')}
          </Button>
          {offersRotation && (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => {
                revoke.reset();
                void rotation.run(
                  () => rotateKey(target.id, '0', end),
                  (issued) => onRotated(issued, end),
                );
              }}
            >
              {t(rotation.busy ? 'Rotating…' : 'Rotate without overlap')}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.gap3}>
        <p>
          {/* the time of issue tells a rotated key from its successor, which has the same label */}
          {t(
            'The key for {owner}, issued on {time}, stops working at once. Everybody who is logged in with it is logged out at once. This cannot be undone.',
            { owner, time: momentText(target.created_at) },
          )}
        </p>
        <EndingLinks ids={[target.id]} />
        {target.role === 'admin' && (
          <>
            <Warning>{t('If you logged in with this key, your own session ends too.')}</Warning>
            <p>
              {t(
                'Finished visits that wait on a device with this key can then be handed in by another admin who logs in there.',
              )}
            </p>
          </>
        )}
        {offersRotation && (
          <>
            <Warning>
              {t(
                'Finished visits may wait on the phone. Once the key is revoked, only an admin who logs in there can hand them in, or a successor of the key.',
              )}
            </Warning>
            <p>
              {sentences(
                t('A rotation without overlap ends the key just as quickly, and hands them to the new key.'),
                newKeySentence(end),
              )}
            </p>
          </>
        )}
        {/* a rotation resets the revocation, so this is the error of the later call */}
        <ErrorNote>{revoke.isError ? keyErrorText(revoke.error) : revoke.isIdle && rotation.error}</ErrorNote>
      </div>
    </Dialog>
  );
}
