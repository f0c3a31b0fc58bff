import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { StepDialog, type FaultStepProps } from '../../components/fault-report/StepDialog.tsx';
import { t } from '../../lib/language/translate.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { languageOf, visibleTasks } from '../../records/task/task.ts';
import { visitKindLabel, visitTitle } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { answerByVisit, useFaultAction } from './fault-calls.ts';
import choices from '../../ui/field/Choices.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultDialog.module.css';

/** How many of the latest visits are offered. */
const offeredVisits = 15;

/** Asks which visit that is already filed has answered a fault. */
export function AnswerDialog({ fault, onClose, onDone }: FaultStepProps) {
  const name = useId();
  const record = useQuery(siteRecordQuery(fault.site));
  const tasks = record.data?.tasks2024;
  const visits = useMemo(() => tasks && visibleTasks(tasks).slice(0, offeredVisits), [tasks]);
  const [chosenVisit, setChosenVisit] = useState<number | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const field = useRef<HTMLFieldSetElement>(null);
  const saving = useFaultAction((visit: number) => answerByVisit(fault, visit), {
    fault,
    done: t('Visit {id} answers the fault.', { id: chosenVisit ?? 0 }),
    onDone,
  });
  const submit = () => {
    setIsSubmitted(true);
    if (chosenVisit === null) field.current?.querySelector('input')?.focus();
    else saving.mutate(chosenVisit);
  };
  return (
    <StepDialog
      title={t('Answered by a visit already filed')}
      action={t('Save')}
      isUnavailable={!visits || visits.length === 0}
      fault={fault}
      saving={saving}
      onClose={onClose}
      onSubmit={submit}
    >
      <Loaded
        query={{ ...record, data: record.data && visits }}
        error={t('Error fetching data.')}
        skeleton={<p role="status">{t('Loading visits…')}</p>}
        none={<p role="status">{t('No data found for the selected name.')}</p>}
      >
        {(loadedVisits) =>
          loadedVisits.length === 0 ? (
            <p role="status">{t('This site has no visit yet.')}</p>
          ) : (
            <fieldset ref={field} className={`${choices.choices} ${styles.choices}`}>
              <legend className={texts.medium}>{t('Which visit answered it?')}</legend>
              {loadedVisits.map((visit, index) => (
                <label key={visit.id}>
                  <input
                    type="radio"
                    name={name}
                    checked={visit.id === chosenVisit}
                    onChange={() => setChosenVisit(visit.id)}
                    {...(index === 0 && { 'data-autofocus': true })}
                  />
                  <span>
                    <span lang={languageOf(visit.title)}>{visitTitle(visit)}</span>
                    <span className={`${texts.note} ${styles.facts}`}>
                      {[t('Visit {id}', { id: visit.id }), momentText(visit.time), visitKindLabel(visit.kind)]
                        .filter((fact) => fact !== null)
                        .join(' · ')}
                    </span>
                  </span>
                </label>
              ))}
            </fieldset>
          )
        }
      </Loaded>
      <ErrorNote>{isSubmitted && chosenVisit === null && t('Choose a visit.')}</ErrorNote>
    </StepDialog>
  );
}
