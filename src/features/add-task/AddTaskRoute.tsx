import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AskedAnswers } from '../../components/call-out/AnswerFields.tsx';
import { OwnSessions } from '../../components/sessions/SessionsDialog.tsx';
import { useRight } from '../../components/use-right.ts';
import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { listedWords } from '../../records/counted.ts';
import * as paths from '../../records/portal-paths.ts';
import { takeReport, type HandedReport } from '../../records/task/handed-report.ts';
import { unreadableDraft } from '../../records/upload/files-draft.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AddTaskForm } from './AddTaskForm.tsx';
import { EndedKeyDrafts } from './EndedKeyDrafts.tsx';
import { openTaskDraft } from './open-task-draft.ts';
import { draftsToOpen, startForm, type OpenedForm } from './start-form.ts';
import { taskName, visitInForm } from './task-drafts.ts';
import { TaskDraftList } from './TaskDraftList.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

/**
 * Add New Task (`spec §2`). `?site=` preselects a site by name, `?visit=` opens a task draft of this device, and `?answers=41,42` ticks open
 * faults of the site.
 */
export function AddTaskRoute({ title }: { title: string }) {
  const mayCorrect = useRight('changeRecords');
  const [params, setParams] = useSearchParams();
  // the site of the link that opened this screen: the form may have another site by now
  const [requestedSite] = useState(() => params.get('site'));
  const requestedVisit = params.get('visit');
  const [requestedAnswers, setRequestedAnswers] = useState(() => faultNumbers(params.get('answers')));
  /** How many tasks were opened on this screen before the one that is open. */
  const [openedBefore, setOpenedBefore] = useState(0);

  /** Takes the faults that were read out of the address, and says which are not open any more. */
  const onFaultsRead = (ticked: readonly number[], gone: readonly number[]) => {
    const unread = requestedAnswers.filter((id) => !ticked.includes(id) && !gone.includes(id));
    setRequestedAnswers(unread);
    const { answers: _, ...others } = Object.fromEntries(params);
    setParams(unread.length === 0 ? others : { ...others, answers: unread.join(',') }, { replace: true });
    if (gone.length > 0) notify.alert(goneText(gone));
  };
  /** Opens an empty form; the address no longer names a visit. */
  const startNewTask = () => {
    setOpenedBefore(openedBefore + 1);
    if (requestedVisit !== null) setParams(requestedSite === null ? {} : { site: requestedSite }, { replace: true });
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };

  return (
    <div className={layout.page}>
      <div className={`${layout.gap4} ${styles.column}`}>
        <PageHeading title={title}>
          {mayCorrect && (
            <Link className={texts.smaller} to={paths.dataDeleter}>
              {t('Need Correction? Enter Data Deleter')}
            </Link>
          )}
        </PageHeading>
        <OpenedTask
          key={`${openedBefore} ${requestedVisit}`}
          requestedVisit={requestedVisit}
          requestedSite={requestedSite}
          asked={requestedAnswers.length === 0 ? undefined : { faults: requestedAnswers, onRead: onFaultsRead }}
          onEnded={startNewTask}
          onRequestedAgain={() => setOpenedBefore(openedBefore + 1)}
        />
      </div>
    </div>
  );
}

/** The numbers of faults in an address such as `?answers=41,42`. */
function faultNumbers(text: string | null): number[] {
  return [...new Set(text?.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

const goneText = (gone: readonly number[]) =>
  t('{count, plural, one {Fault no. {numbers} is} other {Faults no. {numbers} are}} not open any more.', {
    count: gone.length,
    numbers: listedWords(gone.map(String)),
  });

interface OpenedTaskProps {
  /** Id of the task draft to open; null to go on with an unfinished task, or to start a new one. */
  requestedVisit: string | null;
  requestedSite: string | null;
  /** Faults that the URL says the task answers. */
  asked: AskedAnswers | undefined;
  /** Called when the task was discarded, or waits on this device. */
  onEnded: () => void;
  /** Called when the person asks again for the task of the URL, which could not be opened. */
  onRequestedAgain: () => void;
}

/** The form of a task, once its draft is open in this tab, and the other drafts of this device. */
function OpenedTask({ requestedVisit, requestedSite, asked, onEnded, onRequestedAgain }: OpenedTaskProps) {
  const [openedForm, setOpenedForm] = useState<OpenedForm | null>(null);
  useEffect(() => {
    let report: HandedReport | null = null;
    const chooseDrafts = () => {
      report = takeReport();
      return draftsToOpen(requestedVisit, report, requestedSite);
    };
    const release = openTaskDraft(chooseDrafts, (opened) => {
      if (opened.unreadable) notify.alert(said(unreadableDraft));
      else if (requestedVisit !== null && opened.name !== taskName(requestedVisit))
        notify.alert(t('This visit is open in another tab, or gone.'));
      visitInForm.set(opened.name);
      setOpenedForm(startForm(opened, report, requestedSite));
    });
    return () => {
      visitInForm.set(null);
      release();
    };
  }, [requestedVisit, requestedSite]);

  return (
    <>
      <EndedKeyDrafts />
      <TaskDraftList
        open={openedForm?.name ?? null}
        onOpen={(name) => requestedVisit !== null && name === taskName(requestedVisit) && onRequestedAgain()}
      />
      {!openedForm && <div data-waiting />}
      {openedForm && (
        <AddTaskForm
          name={openedForm.name}
          queue={openedForm.queue}
          opened={openedForm.form}
          restoredAt={openedForm.restoredAt}
          siteName={openedForm.siteName}
          asked={asked}
          onDiscarded={onEnded}
          onSetAside={onEnded}
        />
      )}
      {openedForm && <OwnSessions />}
    </>
  );
}
