import { useId, type FormEvent, type ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { faultTitle } from '../../records/fault/fault-words.ts';
import type { Fault } from '../../records/fault/fault.ts';
import { languageOf } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

/** The props of each dialog that changes a fault. */
export interface FaultStepProps {
  fault: Fault;
  onClose: () => void;
  /** Called when the change is saved, and when somebody else has changed the fault first. */
  onDone: () => void;
}

interface StepDialogProps {
  title: string;
  /** The label of the button that saves. */
  action: string;
  /** Whether the person can choose nothing yet; the dialog says why. */
  isUnavailable?: boolean;
  /** The fault that is changed; undefined for a new fault. */
  fault?: Fault;
  size?: 'large';
  saving: { isPending: boolean; problem: string | null };
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog with the form for a change of a fault. The input stays until it is saved. */
export function StepDialog(props: StepDialogProps) {
  const { title, action, isUnavailable = false, fault, size, saving, onClose, onSubmit, children } = props;
  const formId = useId();
  const { isPending, problem } = saving;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      open
      title={title}
      {...(size && { size })}
      onClose={() => {
        if (!isPending) onClose();
      }}
      footer={
        <>
          {problem !== null && (
            <p role="alert" className={texts.problem}>
              {problem}
            </p>
          )}
          <NeedsConnection text={t('Saving needs a connection.')} />
          <Button onClick={onClose} unavailable={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} unavailable={isUnavailable}>
            {isPending ? t('Saving…') : action}
          </Button>
        </>
      }
    >
      <form id={formId} className={`${layout.gap4} ${texts.breaks}`} noValidate onSubmit={submit}>
        {fault && (
          <p className={texts.bold} lang={fault.known ? undefined : languageOf(fault.what)}>
            {t('{site}: {text}', { site: fault.site, text: faultTitle(fault) })}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  );
}
