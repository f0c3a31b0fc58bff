import type { ReactNode } from 'react';
import { t } from '../../../lib/language/translate.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { KeyRefusals } from './KeyNames.tsx';
import type { KeysCall } from './use-keys-call.ts';
import layout from '../../../ui/layout.module.css';

interface KeysDialogProps {
  call: KeysCall;
  title: string;
  /** The text of the button that sends the call. */
  action: string;
  variant: 'primary' | 'secondary' | 'danger';
  /** The keys to change, if some of the chosen keys are left out. By default the targets of the call. */
  targets?: readonly AccessKey[];
  onRun: (keys: readonly AccessKey[]) => void;
  onClose: () => void;
  /** A button for another action with the keys, beside the button of the action. */
  otherAction?: ReactNode;
  children: ReactNode;
}

/** Asks before many keys are changed. If the server refuses some of the keys, it lists them and offers to change the others. */
export function KeysDialog({
  call,
  title,
  action,
  variant,
  targets,
  onRun,
  onClose,
  otherAction,
  children,
}: KeysDialogProps) {
  const { busy, error, refusals, isUnconfirmed } = call;
  const keys = targets ?? call.targets;
  const accepted = keys.filter((key) => call.accepted.includes(key));
  const isRefused = refusals.length > 0;
  const canGoOn = isRefused && accepted.length > 0;
  return (
    <Dialog
      open
      title={title}
      // the dialog stays open while the call runs, so that its outcome is seen
      onClose={() => busy || onClose()}
      footer={
        <>
          <Button onClick={onClose} busy={busy} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button
            variant={canGoOn ? 'secondary' : variant}
            busy={busy}
            unavailable={keys.length === 0}
            onClick={() => onRun(keys)}
          >
            {(isRefused || isUnconfirmed) && !busy ? t('Try again') : action}
          </Button>
          {canGoOn ? (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => {
                call.leaveOutRefused();
                onRun(accepted);
              }}
            >
              {t('Go on with the other {count, number}', { count: accepted.length })}
            </Button>
          ) : (
            // while a call is unconfirmed, only the same call may be sent again
            !isUnconfirmed && otherAction
          )}
        </>
      }
    >
      <div className={layout.gap3}>
        {children}
        <KeyRefusals refusals={refusals} error={error} />
        {isUnconfirmed && <p>{t('What you chose here stays as it is until the server answers.')}</p>}
      </div>
    </Dialog>
  );
}
