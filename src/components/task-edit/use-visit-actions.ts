import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { toVisit } from '../../records/portal-links.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { myVisitsQuery } from '../../records/task/task-queries.ts';
import { inPeriod, visibleTasks, type StoredTask, type Task, type TaskFilter } from '../../records/task/task.ts';
import { officeWords, ownVisitWords, type VisitAction, type VisitWords } from '../../records/task/visit-actions.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { siteDayNumber, type Month } from '../../records/time.ts';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { useRight } from '../use-right.ts';
import { useToday } from '../use-today.ts';
import type { FiledVisit } from './MoveVisit.tsx';
import { useMovedMessage } from './use-moved-message.ts';
import { changeShowing } from './use-showing.ts';
import type { OpenedAction } from './VisitDialogs.tsx';

/** Actions on the visits of a site. All cards and rows share one object, because they are memoised and render again if it changes. */
export interface VisitActions {
  words: VisitWords;
  act: (action: VisitAction, task: Task) => void;
}

interface ListOfVisits {
  site: Pick<SiteRecord, 'id' | 'name' | 'tasks2024'>;
  /** The period of the list. A visit that is corrected to another period disappears from it. */
  period: TaskFilter;
  /** Called with the id of a visit that is hidden or moved, so that the screen can close what shows it. */
  onLeave: (id: number) => void;
  /** The link to the visits of a month on this screen. */
  linkTo: (filed: { year: string; month: Month }) => string;
}

/**
 * What the access key may do with the visits of a list, and the dialog that is open. A message says where a visit went.
 * An admin may correct, hide and move all visits; a technician may correct and take back the visits that the same key
 * added today (`decisions §10`).
 */
export function useVisitActions({ site, period, onLeave, linkTo }: ListOfVisits) {
  const canCorrectAll = useRight('correctVisits');
  const canCorrectOwn = useRight('correctOwnVisits');
  const day = siteDayNumber(useToday());
  const ownVisits = useQuery({ ...myVisitsQuery(site.id, day), enabled: canCorrectOwn });
  const [opened, setOpened] = useState<(OpenedAction & { neighbour: number | null }) | null>(null);
  const notifyMoved = useMovedMessage();
  const focusAfterLeaving = useFocusAfterLeaving();

  const words = canCorrectAll ? officeWords : ownVisitWords;
  const actions = useMemo<VisitActions>(
    () => ({
      words,
      act: (action, task) => {
        if (action === 'restore') changeShowing(site.name, task.id, 'True', words.outcome);
        else if (action !== 'moved') setOpened({ site: site.name, task, action, neighbour: neighbourOf(task.id) });
      },
    }),
    [words, site.name],
  );
  const changeable = useMemo(
    () => (canCorrectAll ? everyVisit : new Set(ownVisits.data)),
    [canCorrectAll, ownVisits.data],
  );

  const closeAfterChange = () => {
    if (opened === null) return;
    setOpened(null);
    focusAfterLeaving(opened.task.id, opened.neighbour);
  };
  const leaveList = () => {
    if (opened) onLeave(opened.task.id);
    closeAfterChange();
  };
  return {
    /** The ids of the visits that can be changed here. */
    ids: changeable,
    actions,
    isOpen: opened !== null,
    dialogs: {
      opened,
      visits: opened === null ? [] : visibleTasks(site.tasks2024),
      words,
      // nothing has changed: the dialog itself returns the focus to its button
      onClose: () => setOpened(null),
      onEdited: (saved: StoredTask) => {
        const { id, year, month } = saved;
        const filed = { year, month };
        if (inPeriod([saved], period).length === 0)
          notifyMoved({ id, title: visitTitle(saved), site: site.name, filed, to: linkTo(filed) });
        closeAfterChange();
      },
      onHidden: leaveList,
      onMoved: (filed: FiledVisit) => {
        if (opened) notifyMoved({ ...filed, title: visitTitle(opened.task), to: toVisit(filed.id, filed.site) });
        leaveList();
      },
    },
    failed: hasFailed(ownVisits),
    retry: () => void ownVisits.refetch(),
  };
}

/** Which visits of a list can be changed, the actions, and the open dialog. */
export type VisitsToChange = ReturnType<typeof useVisitActions>;

const everyVisit: Pick<ReadonlySet<number>, 'has'> = { has: () => true };

// The functions below move the focus when a row of the list disappears. A row, or its element that takes the focus, has the id of
// its visit in `data-visit`.

/** The rows of the list, without the visit that a dialog shows. */
const visitRows = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-visit]')).filter((row) => !row.closest('dialog'));
const visitRow = (id: number | null) => visitRows().find((row) => row.dataset['visit'] === `${id}`);

/** The id of the visit below this visit in the list, or of the visit above it if it is the last. Null if there is no other. */
function neighbourOf(id: number): number | null {
  const rows = visitRows();
  const index = rows.findIndex((row) => row.dataset['visit'] === `${id}`);
  const next = index === -1 ? undefined : (rows[index + 1] ?? rows[index - 1]);
  return next ? Number(next.dataset['visit']) : null;
}

/** Focuses the neighbour of a row once the row is gone, unless the person has moved the focus. */
function useFocusAfterLeaving(): (id: number, neighbour: number | null) => void {
  const focusAfter = useFocusAfter();
  return useCallback(
    (id, neighbour) =>
      focusAfter(() => {
        // the row is still there: undefined means that this function is called again after the next render
        if (visitRow(id)) return undefined;
        // the person has moved the focus
        if (document.activeElement !== document.body) return null;
        return visitRow(neighbour) ?? document.querySelector<HTMLElement>('main');
      }),
    [focusAfter],
  );
}
