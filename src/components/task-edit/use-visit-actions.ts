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

/** Actions on the visits of a site. The same object for all of them, as cards and rows are memoised. */
export interface VisitActions {
  words: VisitWords;
  act: (action: VisitAction, task: Task) => void;
}

interface ListOfVisits {
  site: Pick<SiteRecord, 'id' | 'name' | 'tasks2024'>;
  /** What the list is of: a visit that is filed elsewhere disappears from it. */
  period: TaskFilter;
  /** Called with the id of a visit that is hidden or moved: what shows it can be closed. */
  onLeave: (id: number) => void;
  /** The link to the visits of a month on this screen. */
  linkTo: (filed: { year: string; month: Month }) => string;
}

/**
 * What the key may do with the visits of a list, and the open dialog. It notifies where a visit went. An admin may
 * correct, hide and move all visits; a technician may correct and take back those that it added today (`decisions
 * §10`).
 */
export function useVisitActions({ site, period, onLeave, linkTo }: ListOfVisits) {
  const canCorrectAll = useRight('correctVisits');
  const canCorrectOwn = useRight('correctOwnVisits');
  const day = siteDayNumber(useToday());
  const ownVisits = useQuery({ ...myVisitsQuery(site.id, day), enabled: canCorrectOwn });
  const [opened, setOpened] = useState<(OpenedAction & { next: number | null }) | null>(null);
  const sayMoved = useMovedMessage();
  const focusAfterLeaving = useFocusAfterLeaving();

  const words = canCorrectAll ? officeWords : ownVisitWords;
  const actions = useMemo<VisitActions>(
    () => ({
      words,
      act: (action, task) => {
        if (action === 'restore') changeShowing(site.name, task.id, 'True', words.outcome);
        else if (action !== 'moved') setOpened({ site: site.name, task, action, next: neighbourOf(task.id) });
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
    focusAfterLeaving(opened.task.id, opened.next);
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
      // nothing has changed, so the dialog itself gives the focus back
      onClose: () => setOpened(null),
      onEdited: (saved: StoredTask) => {
        const { id, year, month } = saved;
        const filed = { year, month };
        if (inPeriod([saved], period).length === 0)
          sayMoved({ id, title: visitTitle(saved), site: site.name, filed, to: linkTo(filed) });
        closeAfterChange();
      },
      onHidden: leaveList,
      onMoved: (filed: FiledVisit) => {
        if (opened) sayMoved({ ...filed, title: visitTitle(opened.task), to: toVisit(filed.id, filed.site) });
        leaveList();
      },
    },
    failed: hasFailed(ownVisits),
    retry: () => void ownVisits.refetch(),
  };
}

/** What a list gets: which of its visits can be changed, the actions, and the open dialog. */
export type VisitsToChange = ReturnType<typeof useVisitActions>;

const everyVisit: Pick<ReadonlySet<number>, 'has'> = { has: () => true };

// The focus of a list whose rows come and go. A row, or what is focused of it, has `data-visit`, the id of its visit.

/** The rows of the list, without the visit that a dialog shows. */
const visitRows = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-visit]')).filter((row) => !row.closest('dialog'));
const visitRow = (id: number | null) => visitRows().find((row) => row.dataset['visit'] === `${id}`);

/** The visit below another in the list, or the one above it; null for the only one. */
function neighbourOf(id: number): number | null {
  const listed = visitRows();
  const index = listed.findIndex((row) => row.dataset['visit'] === `${id}`);
  const next = index === -1 ? undefined : (listed[index + 1] ?? listed[index - 1]);
  return next ? Number(next.dataset['visit']) : null;
}

/** Focuses the neighbour of a row once the row is gone, unless the person has moved the focus. */
function useFocusAfterLeaving(): (id: number, next: number | null) => void {
  const focusAfter = useFocusAfter();
  return useCallback(
    (id, next) =>
      focusAfter(() => {
        // the row is still there: asked again after the next render
        if (visitRow(id)) return undefined;
        // the person has moved the focus
        if (document.activeElement !== document.body) return null;
        return visitRow(next) ?? document.querySelector<HTMLElement>('main');
      }),
    [focusAfter],
  );
}
