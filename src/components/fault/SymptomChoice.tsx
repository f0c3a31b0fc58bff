import { useId } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import { faultLimits } from '../../records/fault/fault.ts';
import { dangerousSymptom, otherChoice, symptomNames, type ReportForm } from '../../records/fault/report-form.ts';
import { symptoms } from '../../records/fault/symptoms.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { RadioCard } from './RadioCard.tsx';
import { SymptomIcon } from './SymptomIcon.tsx';
import type { ChangeReport } from './use-report-form.ts';
import styles from './ReportFields.module.css';

export interface ReportFormProps {
  form: ReportForm;
  onChange: ChangeReport;
}

/** The hotline: the number as it is shown, and a `tel:` URL. */
export interface ReportHotline {
  number: string;
  url: string;
}

interface SymptomChoiceProps extends ReportFormProps {
  hotline: ReportHotline;
  /** The heading of the choice. */
  legend?: string;
  /** Why the report cannot be sent as it is. It is announced beside the button that sends, so it is not announced here. */
  problem?: string | null;
}

/** The choice of what is wrong with a gate, with a large card for each symptom. */
export function SymptomChoice({ form, onChange, hotline, legend, problem = null }: SymptomChoiceProps) {
  const name = useId();
  const isMissing = problem !== null && form.choice === null;
  return (
    <div className={styles.what}>
      <fieldset className={styles.symptoms} {...(isMissing && { 'aria-describedby': `${name}-problem` })}>
        <legend className={styles.legend}>{legend ?? t('What is wrong?')}</legend>
        {[...symptomNames, otherChoice].map((choice) => {
          const words = symptoms[choice];
          return (
            <RadioCard
              key={choice}
              name={name}
              value={choice}
              checked={form.choice === choice}
              onChoose={() => onChange({ choice })}
              className={`${styles.symptom} ${words ? '' : styles.other}`}
            >
              <SymptomIcon symptom={choice} />
              <span className={styles.word}>{words ? said(words) : t('Something else')}</span>
            </RadioCard>
          );
        })}
      </fieldset>
      {form.choice === otherChoice && (
        <TextField
          label={t('What is wrong, in a few words')}
          value={form.other}
          onChange={(other) => onChange({ other })}
          limit={faultLimits.what}
          autoComplete="off"
          enterKeyHint="done"
        />
      )}
      {form.choice === dangerousSymptom && <DangerNote hotline={hotline} />}
      <ErrorNote id={`${name}-problem`} announced={false}>
        {isMissing && problem}
      </ErrorNote>
    </div>
  );
}

/** A gate that hits vehicles may hit people, so this note asks to call before the report is sent. */
function DangerNote({ hotline }: { hotline: ReportHotline }) {
  return (
    <div className={styles.danger} role="alert">
      <p className={styles.dangerWords}>{t('Keep people and cars away.')}</p>
      <a className={styles.dangerCall} href={hotline.url}>
        <SymptomIcon symptom="call" />
        <span>{t('Call now: {number}', { number: hotline.number })}</span>
      </a>
    </div>
  );
}
