import { useId, useRef, useState, type FormEvent } from 'react';
import { t } from '../../lib/language/translate.ts';
import { sanitizedText, storedText, tooLongText } from '../../lib/text-rules.ts';
import { followLimits, type FollowUp } from '../../records/task/follow-ups.ts';
import { languageOf, type Task } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { useOfficeClosing } from './use-office-closing.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

interface CloseFollowUpProps {
  followUp: FollowUp<Task>;
  site: string;
  onClose: () => void;
}

/** Asks why a recommendation is closed without a visit (`decisions §14`). The input stays until it is saved. */
export function CloseFollowUp({ followUp: { visit, line, text }, site, onClose }: CloseFollowUpProps) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const closing = useOfficeClosing(site, onClose);
  const reason = storedText(sanitizedText(typed, { lines: false }).text);
  const isWrong = reason === '' || tooLongText(typed, followLimits.reason) !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isWrong) field.current?.focus();
    else closing.mutate({ id: visit.id, line, text, reason });
  };
  return (
    <Dialog
      open
      title={t('Close without a visit')}
      onClose={() => {
        if (!closing.isPending) onClose();
      }}
      footer={
        <>
          {closing.problem !== null && (
            <p role="alert" className={texts.problem}>
              {closing.problem}
            </p>
          )}
          <NeedsConnection text={t('Saving needs a connection.')} />
          <Button onClick={onClose} unavailable={closing.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={closing.isPending}>
            {closing.isPending ? t('Saving…') : t('Close recommendation')}
          </Button>
        </>
      }
    >
      <form id={formId} className={`${layout.gap4} ${texts.breaks}`} noValidate onSubmit={submit}>
        <p lang={languageOf(text)}>{text}</p>
        <TextField
          label={t('Reason')}
          name="reason"
          autoComplete="off"
          required
          inputRef={field}
          limit={followLimits.reason}
          hint={t('The client reads it with the recommendation.')}
          value={typed}
          onChange={setTyped}
          error={isSubmitted && reason === '' ? t('Enter a reason.') : undefined}
          data-autofocus
        />
      </form>
    </Dialog>
  );
}
