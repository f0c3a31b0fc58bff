import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { inPeriod, type StoredTask, type Task, type TaskFilter } from '../../records/task/task.ts';
import { myVisitsQuery } from '../../records/task/task-queries.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { siteDayNumber, type Month } from '../../records/time.ts';
import { useRight } from '../use-right.ts';
import { useToday } from '../use-today.ts';
import type { FiledVisit } from './MoveVisit.tsx';
import { changeShowing } from './use-showing.ts';
import type { OpenedAction } from './VisitDialogs.tsx';
import { officeWords, ownVisitWords, type VisitAction, type VisitWords } from '../../records/task/visit-actions.ts';

/** Actions on the visits of a site. The same object for all of them, as cards and rows are memoised. */
export interface VisitActions {
  words: VisitWords;
  act: (action: VisitAction, task: Task) => void;
}

interface ListOfVisits {
  site: { id: number; name: string };
  /** What the list is of: a visit that is filed elsewhere disappears from it. */
  period: TaskFilter;
  /** Called with the id of a visit that is hidden or moved: what shows it can be closed. */
  onLeave: (id: number) => void;
}

/** Where a visit went that a person has just corrected. */
type WentTo = { title: string } & ({ filed: { year: string; month: Month } } | { at: FiledVisit });

/**
 * What the key may do with the visits of a list, the dialog that is open, and where a visit went. An admin may correct, hide
 * and move all of them, a technician correct and take back those that it added today (`decisions §10`).
 */
export function useVisitActions({ site, period, onLeave }: ListOfVisits) {
  const all = useRight('correctVisits');
  const may = useRight('correctOwnVisits');
  const day = siteDayNumber(useToday());
  const mine = useQuery({ ...myVisitsQuery(site.id, day), enabled: may });
  const [opened, setOpened] = useState<(OpenedAction & { next: number | null }) | null>(null);
  const [went, setWent] = useState<WentTo | null>(null);
  const focusAfterLeaving = useFocusAfterLeaving();

  const words = all ? officeWords : ownVisitWords;
  const actions = useMemo<VisitActions>(
    () => ({
      words,
      act: (action, task) => {
        setWent(null);
        if (action === 'restore') changeShowing(site.name, task.id, 'True', words.outcome);
        else setOpened({ site: site.name, task, action, next: neighbourOf(task.id) });
      },
    }),
    [words, site.name],
  );
  const ids = useMemo(() => (all ? everyVisit : new Set(mine.data)), [all, mine.data]);

  const left = (to: WentTo | null) => {
    if (opened === null) return;
    setWent(to);
    setOpened(null);
    focusAfterLeaving(opened.task.id, opened.next);
  };
  const leave = (to: WentTo | null) => {
    if (opened) onLeave(opened.task.id);
    left(to);
  };
  return {
    /** Whether a visit can be changed here. */
    ids,
    actions,
    // of another period, it is listed again
    went: went !== null && 'filed' in went && inPeriod([went.filed], period).length > 0 ? null : went,
    isOpen: opened !== null,
    dialogs: {
      opened,
      words,
      onClose: () => setOpened(null),
      onEdited: (saved: StoredTask) => {
        const { year, month } = saved;
        left(inPeriod([saved], period).length > 0 ? null : { title: visitTitle(saved), filed: { year, month } });
      },
      onHidden: () => leave(null),
      onMoved: (to: FiledVisit) => leave({ title: opened ? visitTitle(opened.task) : '', at: to }),
    },
    failed: mine.isError && !mine.isFetching,
    retry: () => void mine.refetch(),
  };
}

export type VisitsToChange = ReturnType<typeof useVisitActions>;

const everyVisit: Pick<ReadonlySet<number>, 'has'> = { has: () => true };

// The focus of a list whose rows come and go. A row, or what is focused of it, has `data-visit`, the id of its visit.

/** The rows of the list, without the visit that a dialog shows. */
const rows = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-visit]')).filter((row) => !row.closest('dialog'));
const visitRow = (id: number | null) => rows().find((row) => row.dataset['visit'] === `${id}`);

/** The visit below another in the list, or the one above it; null for the only one. */
function neighbourOf(id: number): number | null {
  const listed = rows();
  const at = listed.findIndex((row) => row.dataset['visit'] === `${id}`);
  const next = at === -1 ? undefined : (listed[at + 1] ?? listed[at - 1]);
  return next ? Number(next.dataset['visit']) : null;
}

/** Focuses the neighbour of a row once that is gone, unless the person has gone on elsewhere. */
function useFocusAfterLeaving(): (id: number, next: number | null) => void {
  const focusAfter = useFocusAfter();
  return useCallback(
    (id, next) =>
      focusAfter(() => {
        if (visitRow(id)) return undefined;
        if (document.activeElement !== document.body) return null;
        return visitRow(next) ?? document.querySelector<HTMLElement>('main');
      }),
    [focusAfter],
  );
}
