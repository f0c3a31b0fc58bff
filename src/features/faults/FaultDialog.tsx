import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRight } from '../../components/use-right.ts';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { closingLabels, closingReason, faultTitle } from '../../records/fault/fault-words.ts';
import { isOpen, type Fault } from '../../records/fault/fault.ts';
import { linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { MenuItem } from '../../ui/menu/MenuItem.tsx';
import { AnswerDialog } from './AnswerDialog.tsx';
import { CloseFaultDialog } from './CloseFaultDialog.tsx';
import { CorrectFaultDialog } from './CorrectFaultDialog.tsx';
import { reopenFault, useFaultAction } from './fault-calls.ts';
import { FaultSite } from './FaultSite.tsx';
import { FaultAge, inLink } from './FaultTable.tsx';
import { FaultVoices } from './FaultVoices.tsx';
import buttons from '../../ui/Button.module.css';
import links from '../../ui/ButtonLink.module.css';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultDialog.module.css';

interface FaultDialogProps {
  fault: Fault;
  now: Date;
  onClose: () => void;
  /** Called after the fault was closed, answered, opened again or corrected. */
  onChanged: () => void;
}

type Step = 'close' | 'same' | 'answer' | 'correct';

/** All details of a fault, and the actions for it. */
export function FaultDialog({ fault, now, onClose, onChanged }: FaultDialogProps) {
  const [step, setStep] = useState<Step | null>(null);
  const stepProps = { fault, onClose: () => setStep(null), onDone: onChanged };
  const title = faultTitle(fault);
  return (
    <>
      <Dialog
        open
        size="large"
        title={title}
        onClose={onClose}
        footer={<FaultActions fault={fault} onStep={setStep} onReopened={onChanged} />}
      >
        <div className={`${layout.gap5} ${texts.breaks}`}>
          <div className={styles.facts}>
            <p className={texts.bold}>{fault.site}</p>
            <div className={styles.age}>
              <FaultAge fault={fault} now={now} />
            </div>
            <p className={texts.note}>{t('Number {number}', { number: fault.id })}</p>
            {!isOpen(fault) && <FaultEnding fault={fault} />}
          </div>
          <section className={layout.gap3} aria-label={t('Reports')}>
            <h3 className={styles.heading}>{t('Reports')}</h3>
            <FaultVoices fault={fault} />
          </section>
          <FaultSite fault={fault} />
        </div>
      </Dialog>
      {step === 'answer' && <AnswerDialog {...stepProps} />}
      {(step === 'close' || step === 'same') && <CloseFaultDialog {...stepProps} isSame={step === 'same'} />}
      {step === 'correct' && <CorrectFaultDialog {...stepProps} />}
    </>
  );
}

interface FaultActionsProps {
  fault: Fault;
  onStep: (step: Step) => void;
  onReopened: () => void;
}

/**
 * The actions for a fault. An open fault has a link to add the visit that answers it, a button to close it, and a menu. A fault that was closed
 * without a visit can be opened again.
 */
function FaultActions({ fault, onStep, onReopened }: FaultActionsProps) {
  const canClose = useRight('closeFaults');
  const reopening = useFaultAction((id: number) => reopenFault(id), {
    fault,
    done: t('The fault is open again.'),
    onDone: onReopened,
  });
  if (!isOpen(fault))
    return (
      <>
        {reopening.problem !== null && (
          <p role="alert" className={texts.problem}>
            {reopening.problem}
          </p>
        )}
        {fault.answers.length > 0 && (
          <p className={texts.note}>{t('To open it again, take it out of the visit that answers it.')}</p>
        )}
        {canClose && fault.closed !== null && fault.answers.length === 0 && (
          <Button busy={reopening.isPending} onClick={() => reopening.mutate(fault.id)}>
            {t('Open again')}
          </Button>
        )}
      </>
    );
  return (
    <>
      {canClose && (
        <>
          <Menu label={t('More')} title={faultTitle(fault)} button={t('More')}>
            <MenuItem
              icon="check"
              label={t('Answered by a visit already filed')}
              line={t('Choose the visit')}
              onSelect={() => onStep('answer')}
            />
            <MenuItem
              icon="folder"
              label={t('Same as another fault')}
              line={t('It was reported twice')}
              onSelect={() => onStep('same')}
            />
            <MenuItem
              icon="edit"
              label={t('Wrong post or site')}
              line={t('Say where it is')}
              onSelect={() => onStep('correct')}
            />
          </Menu>
          <Button onClick={() => onStep('close')}>{t('Close without a visit')}</Button>
        </>
      )}
      <Link
        className={`${buttons.button} ${buttons.primary} ${links.primary}`}
        to={linkTo(paths.addTask, { site: fault.site, answers: fault.id })}
      >
        <Icon name="plus" />
        {t('Add the visit that answers it')}
      </Link>
    </>
  );
}

/** Says how and when a fault ended. */
function FaultEnding({ fault: { answers, closed, site } }: { fault: Fault }) {
  return (
    <>
      {answers.map(({ task, at }) => (
        <p key={task}>
          {rich('Answered by <visit>visit {id}</visit>, {time}', {
            id: task,
            time: momentText(at),
            visit: inLink(toVisit(task, site)),
          })}
        </p>
      ))}
      {closed && (
        <>
          <p>
            {t('Closed without a visit, {time}: {reason}', {
              time: momentText(closed.at),
              reason: said(closingLabels[closed.as]),
            })}
          </p>
          {closingReason(closed) !== '' && <p lang={languageOf(closed.reason)}>{closingReason(closed)}</p>}
        </>
      )}
    </>
  );
}
