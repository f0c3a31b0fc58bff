import type { ReactNode } from 'react';
import { t } from '../../../lib/language/translate.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RefusedKeys } from './KeyNames.tsx';
import type { KeysCall } from './use-keys-call.ts';
import layout from '../../../ui/layout.module.css';

interface KeysDialogProps {
  call: KeysCall;
  title: string;
  /** The words of the button that does it. */
  action: string;
  variant: 'primary' | 'secondary' | 'danger';
  /** The keys to do it to, where some that are chosen are left out. */
  targets?: readonly AccessKey[];
  onRun: (keys: readonly AccessKey[]) => void;
  onClose: () => void;
  /** What else can be done with the keys, after the button of the action. */
  more?: ReactNode;
  children: ReactNode;
}

/** Asks before many keys are changed. Where some refuse it names them, and offers to go on with the others. */
export function KeysDialog({ call, title, action, variant, targets, onRun, onClose, more, children }: KeysDialogProps) {
  const { busy, error, refusals, unclear } = call;
  const keys = targets ?? call.targets;
  const others = keys.filter((key) => call.others.includes(key));
  const goesOn = refusals.length > 0 && others.length > 0;
  return (
    <Dialog
      open
      title={title}
      // a stray key press must not hide what comes of it
      onClose={() => busy || onClose()}
      footer={
        <>
          <Button onClick={onClose} busy={busy} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button
            variant={goesOn ? 'secondary' : variant}
            busy={busy}
            unavailable={keys.length === 0}
            onClick={() => onRun(keys)}
          >
            {(refusals.length > 0 || unclear) && !busy ? t('Try again') : action}
          </Button>
          {goesOn ? (
            <Button
              variant="primary"
              busy={busy}
              onClick={() => {
                call.leaveOutRefusing();
                onRun(others);
              }}
            >
              {t('Go on with the other {count, number}', { count: others.length })}
            </Button>
          ) : (
            // until an answer comes only the same can be sent again
            !unclear && more
          )}
        </>
      }
    >
      <div className={layout.gap3}>
        {children}
        <RefusedKeys refusals={refusals} error={error} />
        {unclear && <p>{t('What you chose here stays as it is until the server answers.')}</p>}
      </div>
    </Dialog>
  );
}
