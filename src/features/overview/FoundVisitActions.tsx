import { useCallback, useState } from 'react';
import { MovedAway } from '../../components/task-edit/MovedAway.tsx';
import { useMovedMessage } from '../../components/task-edit/use-moved-message.ts';
import { changeShowing } from '../../components/task-edit/use-showing.ts';
import { VisitBar } from '../../components/task-edit/VisitBar.tsx';
import { VisitDialogs, type OpenedAction } from '../../components/task-edit/VisitDialogs.tsx';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { toVisit } from '../../records/portal-links.ts';
import type { VisitElsewhere } from '../../records/task/moved-visits.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';
import { visibleTasks, type Task } from '../../records/task/task.ts';
import { hiddenOffers, officeWords, type VisitAction } from '../../records/task/visit-actions.ts';
import { visitTitle } from '../../records/task/visit.ts';
import type { FoundVisit } from './visit-search.ts';

/** Acts on a result. All results get the same function, so that their memoised components do not render again. */
export type ActOnFound = (action: VisitAction, visit: FoundVisit) => void;

/** The element id of a result's link. It gets the focus when the pressed button has disappeared. */
export const foundVisitId = ({ site_id, task_id }: Pick<FoundVisit, 'site_id' | 'task_id'>) => `${site_id}-${task_id}`;

/** Edits, hides, restores and moves visits among the search results. A result has only an excerpt, so the visit is read first. */
export function useFoundVisitActions() {
  const [openedAction, setOpenedAction] = useState<(OpenedAction & { visits: readonly Task[] }) | null>(null);
  const [movedVisit, setMovedVisit] = useState<{ visit: FoundVisit; there: VisitElsewhere } | null>(null);
  const announceMove = useMovedMessage();
  const focusAfter = useFocusAfter();

  const act = useCallback<ActOnFound>(
    (action, visit) => {
      const { site, task_id: id } = visit;
      // the focus moves once the pressed button has disappeared, which may be after a dialog
      const pressed = document.activeElement;
      focusAfter(() => {
        // undefined waits for the next render; null leaves the focus to whatever has it by then
        if (pressed?.isConnected) return undefined;
        return document.activeElement === document.body ? document.getElementById(foundVisitId(visit)) : null;
      });
      if (action === 'restore') changeShowing(site, id, 'True', officeWords.outcome);
      else if (action === 'moved') setMovedVisit(visit.moved_to ? { visit, there: visit.moved_to } : null);
      else void readFoundVisit(site, id).then((found) => found && setOpenedAction({ site, ...found, action }));
    },
    [focusAfter],
  );

  const close = () => setOpenedAction(null);
  const dialogs = movedVisit ? (
    <MovedAway
      site={movedVisit.visit.site}
      there={movedVisit.there}
      onMoved={(target) => {
        announceMove({ ...target, title: visitTitle(movedVisit.visit), to: toVisit(target.id, target.site) });
        setMovedVisit(null);
      }}
      onClose={() => setMovedVisit(null)}
    />
  ) : (
    <VisitDialogs
      opened={openedAction}
      visits={openedAction?.visits ?? []}
      words={officeWords}
      onClose={close}
      onEdited={close}
      onHidden={close}
      onMoved={(target) => {
        if (openedAction)
          announceMove({ ...target, title: visitTitle(openedAction.task), to: toVisit(target.id, target.site) });
        close();
      }}
    />
  );
  return { act, dialogs };
}

async function readFoundVisit(site: string, id: number) {
  try {
    const tasks = await queryClient.fetchQuery(tasksQuery(site));
    const task = tasks?.find((candidate) => candidate.id === id);
    if (tasks && task) return { task, visits: visibleTasks(tasks) };
    notify.error(t('This visit no longer exists.'));
    return undefined;
  } catch (error) {
    console.error('The visit could not be read', error);
    notify.error(t('Failed to fetch tasks.'));
    return undefined;
  }
}

interface FoundVisitBarProps {
  visit: FoundVisit;
  className: string;
  onAct: ActOnFound;
}

/** The buttons of a result, also of a hidden visit. */
export function FoundVisitBar({ visit, className, onAct }: FoundVisitBarProps) {
  return (
    <VisitBar
      site={visit.site}
      id={visit.task_id}
      title={visitTitle(visit)}
      titleId={foundVisitId(visit)}
      words={officeWords}
      className={className}
      {...(!visit.showing && { offers: hiddenOffers(visit.moved_to ?? null) })}
      onAct={(action) => onAct(action, visit)}
    />
  );
}
