import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type Ref } from 'react';
import { StepDialog, type FaultStepProps } from '../../components/fault-report/StepDialog.tsx';
import { inEnglish, said, t } from '../../lib/language/translate.ts';
import { sanitizedText, storedText, tooLongText } from '../../lib/text-rules.ts';
import { openFaultsQuery } from '../../records/fault/fault-queries.ts';
import { closingLabels, faultTitle, sameAs } from '../../records/fault/fault-words.ts';
import { closings, faultLimits, type Closing, type Fault } from '../../records/fault/fault.ts';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { closeFault, useFaultAction } from './fault-calls.ts';
import choices from '../../ui/field/Choices.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultDialog.module.css';

/** The longest text, in characters: 20 are left for the number of the other fault before it. */
const limit = faultLimits.reason - 20;

/**
 * The reason to store for a fault that is closed without a visit: the number of the fault that it repeats and the typed words, or without these
 * the chosen option.
 */
function reasonOf(chosen: Closing, words: string, sameFaultId: number | null): string {
  const parts = [
    chosen === 'double' && sameFaultId !== null ? sameAs(sameFaultId) : '',
    storedText(sanitizedText(words, { lines: false }).text),
  ];
  return parts.filter(Boolean).join(': ') || inEnglish(closingLabels[chosen]);
}

/**
 * Asks why a fault is closed without a visit (`decisions §15`).
 * @param isSame whether the person has said that it repeats another fault; then the dialog asks only which one
 */
export function CloseFaultDialog({ fault, isSame, onClose, onDone }: FaultStepProps & { isSame: boolean }) {
  const [chosen, setChosen] = useState<Closing | null>(isSame ? 'double' : null);
  const [sameFaultId, setSameFaultId] = useState<number | null>(null);
  const [words, setWords] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const field = useRef<HTMLFieldSetElement>(null);
  const closing = useFaultAction(
    (closingAs: Closing) => closeFault(fault.id, closingAs, reasonOf(closingAs, words, sameFaultId)),
    {
      fault,
      done: t('The fault is closed.'),
      onDone,
    },
  );
  const submit = () => {
    setIsSubmitted(true);
    if (chosen === null) field.current?.querySelector('input')?.focus();
    else if (tooLongText(words, limit) === null) closing.mutate(chosen);
  };
  return (
    <StepDialog
      title={isSame ? t('Same as another fault') : t('Close without a visit')}
      action={t('Close fault')}
      fault={fault}
      saving={closing}
      onClose={onClose}
      onSubmit={submit}
    >
      {!isSame && <ClosingChoice chosen={chosen} onChoose={setChosen} fieldRef={field} />}
      {chosen === 'double' && <SameFault fault={fault} sameFaultId={sameFaultId} onChoose={setSameFaultId} />}
      <TextField
        label={t('In words (not required)')}
        name="reason"
        autoComplete="off"
        limit={limit}
        hint={t('The client reads it with the fault.')}
        value={words}
        onChange={setWords}
      />
      <ErrorNote>{isSubmitted && chosen === null && t('Choose why it is closed.')}</ErrorNote>
    </StepDialog>
  );
}

interface ClosingChoiceProps {
  chosen: Closing | null;
  onChoose: (chosen: Closing) => void;
  fieldRef: Ref<HTMLFieldSetElement>;
}

function ClosingChoice({ chosen, onChoose, fieldRef }: ClosingChoiceProps) {
  const name = useId();
  return (
    <fieldset ref={fieldRef} className={`${choices.choices} ${styles.choices}`}>
      <legend className={texts.medium}>{t('Why is no visit needed?')}</legend>
      {closings.map((value, index) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            {...(index === 0 && { 'data-autofocus': true })}
          />
          <span>{said(closingLabels[value])}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SameFaultProps {
  fault: Fault;
  sameFaultId: number | null;
  onChoose: (id: number | null) => void;
}

/** The field for the open fault of the site that a fault repeats. */
function SameFault({ fault, sameFaultId, onChoose }: SameFaultProps) {
  const open = useQuery(openFaultsQuery(fault.site_id));
  const others = (open.data ?? []).filter(({ id }) => id !== fault.id);
  return (
    <>
      <LoadFailure query={open} error={t('Error fetching data.')} />
      {others.length > 0 && (
        <SelectField
          label={t('Same as')}
          value={sameFaultId === null ? '' : `${sameFaultId}`}
          onChange={(id) => onChoose(id === '' ? null : Number(id))}
          options={[
            { value: '', label: t('Not said') },
            ...others.map((other) => ({
              value: `${other.id}`,
              label: t('{title}, number {number}', { title: faultTitle(other), number: other.id }),
            })),
          ]}
        />
      )}
      {open.data && others.length === 0 && <p className={texts.note}>{t('No other fault is open at this site.')}</p>}
    </>
  );
}
