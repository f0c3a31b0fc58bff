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

/** Where to call: the number as it is shown, and its link. */
export interface ReportHotline {
  number: string;
  url: string;
}

interface SymptomChoiceProps extends ReportFormProps {
  hotline: ReportHotline;
  /** The heading of the choice. */
  legend?: string;
  /** Why it cannot be sent as it is; announced where it is sent. */
  problem?: string | null;
}

/** What is wrong with a gate: a tap chooses. */
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

/** What hits vehicles may hit people: first the call, then the report. */
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
