import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  windowScroll,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { Fragment, useRef, useState, useCallback, useLayoutEffect, type ReactNode, type RefObject, memo } from 'react';
import { Link } from 'react-router-dom';
import { FollowUps } from '../../../components/call-out/FollowUps.tsx';
import { MarkedText } from '../../../components/search/MarkedText.tsx';
import type { VisitActions, VisitsToChange } from '../../../components/task-edit/use-visit-actions.ts';
import { VisitBar } from '../../../components/task-edit/VisitBar.tsx';
import { ListedKind, MisfiledNote, NewBadge, TaskTexts } from '../../../components/task/TaskMarks.tsx';
import { rich } from '../../../lib/language/rich.tsx';
import { said, currentLanguage, t } from '../../../lib/language/translate.ts';
import { textScale, useNarrow } from '../../../lib/screen/viewport.ts';
import { excerptOf, hitRangesOf } from '../../../lib/text-search.ts';
import { toMonth } from '../../../records/portal-links.ts';
import type { FollowUp } from '../../../records/task/follow-ups.ts';
import { hasPdf, languageOf, type Task } from '../../../records/task/task.ts';
import { hasFileText, visitTitle } from '../../../records/task/visit.ts';
import { longDate, siteTime } from '../../../records/time.ts';
import { DataTable, SortHead } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { MarkStrip, RowMark, useRowMarks, type RowMarkProps } from '../../../ui/selection/RowMark.tsx';
import type { RowSelection } from '../../../ui/selection/use-row-selection.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.tsx';
import { orderLabels, type OrderKey, type TaskOrder } from '../history-order.ts';
import type { HeadedMonth, HistoryEntry } from './history-entries.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './HistoryTable.module.css';

/** The width (px, at the usual text size) below which rows are shown as cards. The style sheet has the same width. */
const cardsBelow = 900;

interface HistoryTableProps {
  entries: readonly HistoryEntry[];
  words: readonly string[];
  /** The ids of the visits that are new since the reader's last visit to the portal. */
  newTasks: ReadonlySet<number>;
  /** The recommendations of each visit, by its id. */
  followUps: ReadonlyMap<number, readonly FollowUp<Task>[]>;
  /** The name of the site's record. */
  record: string;
  /** The id of the site. */
  siteId: number;
  site: string | null;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
  /** The ids of the chosen visits; null while no visits can be chosen, so that rows have no checkboxes. */
  chosen: ReadonlySet<number> | null;
  onChoose: RowSelection['select'];
  /** The ids of the visits that can be changed. Rows offer changes only to people who may change all visits, whose words have no `note`. */
  ids: VisitsToChange['ids'];
  actions: VisitActions;
  onOpen: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
}

/** A table of thousands of rows. It renders only the rows in sight, but announces the number of all rows to screen readers. */
export function HistoryTable({
  entries,
  words,
  newTasks,
  followUps,
  record,
  siteId,
  site,
  order,
  onOrder,
  chosen,
  onChoose,
  ids,
  actions,
  ...openers
}: HistoryTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const { rows, gapBelow, measure } = useHistoryRows(entries, table, focused);

  const listedIds = entries.flatMap((entry) => (entry.kind === 'task' ? [entry.task.id] : []));
  const { onMark, handlers } = useRowMarks(listedIds, onChoose);
  const sorting = { order, onOrder };
  const heads = [
    <ColumnHead key="date" column="date" {...sorting} />,
    <ColumnHead key="title" column="title" {...sorting} />,
    <th key="text" scope="col" className={styles.text}>
      {t('Text')}
    </th>,
    <ColumnHead key="pdf" column="pdf" {...sorting} />,
    <ColumnHead key="photos" column="photos" {...sorting} />,
  ];

  return (
    <DataTable
      ref={table}
      heads={heads}
      className={styles.table}
      aria-label={t('Tasks')}
      aria-rowcount={entries.length + 1}
      {...(chosen && handlers)}
    >
      {rows.map(({ item, gapAbove }) => {
        const entry = entries[item.index];
        if (!entry) return null;
        return (
          <Fragment key={item.key}>
            <Gap height={gapAbove} />
            {entry.kind === 'heading' ? (
              <HistoryHeading {...entry} site={site} index={item.index} measure={measure} />
            ) : (
              <HistoryRow
                task={entry.task}
                words={words}
                isNew={newTasks.has(entry.task.id)}
                followUps={followUps.get(entry.task.id)}
                record={record}
                siteId={siteId}
                chosen={chosen && chosen.has(entry.task.id)}
                onMark={onMark}
                site={site}
                actions={ids.has(entry.task.id) && actions.words.note === null ? actions : undefined}
                index={item.index}
                measure={measure}
                onFocus={setFocused}
                {...openers}
              />
            )}
          </Fragment>
        );
      })}
      <Gap height={gapBelow} />
    </DataTable>
  );
}

/** An empty row in place of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height < 1) return null;
  return <tr className={styles.gap} style={{ height }} aria-hidden="true" />;
}

interface ColumnHeadProps {
  column: Exclude<OrderKey, 'year' | 'month' | 'best'>;
  order: TaskOrder;
  onOrder: (order: TaskOrder) => void;
}

function ColumnHead({ column, order, onOrder }: ColumnHeadProps) {
  const { head, first } = orderLabels[column];
  const sorted = order.key === column;
  return (
    <SortHead
      text={said(head)}
      sorted={sorted ? (order.descending ? 'descending' : 'ascending') : null}
      up={!order.descending}
      cardsBelow={cardsBelow}
      className={styles[column]}
      onSort={() => onOrder({ key: column, descending: sorted ? !order.descending : first === 'descending' })}
    />
  );
}

interface HistoryHeadingProps {
  name: string;
  /** How many of the listed tasks are below the heading. */
  tasks: number;
  month: HeadedMonth | null;
  site: string | null;
  index: number;
  measure: (row: Element | null) => void;
}

function HistoryHeading({ name, tasks, month, site, index, measure }: HistoryHeadingProps) {
  return (
    <tr ref={measure} className={styles.row} data-index={index} aria-rowindex={index + 2}>
      <td colSpan={5} className={styles.cell}>
        <div className={`${layout.line} ${styles.line}`}>
          <h2 className={styles.name}>
            {name}{' '}
            <span className={`${texts.faint} ${styles.count}`}>
              {t('{count, plural, one {# visit} other {# visits}}', { count: tasks })}
            </span>
          </h2>
          {month && (
            <Link className={`${layout.target} ${styles.link}`} to={toMonth(month.year, month.month, site)}>
              {rich('Maintenance Report<spoken>, {when}</spoken>', { when: name, spoken: visuallyHidden })}
            </Link>
          )}
        </div>
      </td>
    </tr>
  );
}

const inClock = (inner: ReactNode) => <span className={`${texts.faint} ${styles.clock}`}>{inner}</span>;
const inUnit = (inner: ReactNode) => <span className={styles.unit}>{inner}</span>;

// The rows in sight

/** The estimated heights (px, at the usual text size) of rows, cards and headings. */
const rowHeight = 69;
const cardHeight = 164;
const headingHeight = 45;

interface HistoryItem {
  item: VirtualItem;
  /** The height (px) above the row without rendered rows. */
  gapAbove: number;
}

interface HistoryRows {
  rows: HistoryItem[];
  /** The height (px) below the last row without rendered rows. */
  gapBelow: number;
  measure: (row: Element | null) => void;
}

/**
 * Computes the rows of a long list that are in sight. The list scrolls with the page.
 * @param retainedId the id of a task whose row stays rendered, because it has the focus or gets it back
 */
function useHistoryRows(
  entries: readonly HistoryEntry[],
  table: RefObject<HTMLTableElement | null>,
  retainedId: number | null,
): HistoryRows {
  const [margin, setMargin] = useState(0);
  const cards = useNarrow(cardsBelow / 16);
  const scale = textScale();
  const retainedIndex =
    retainedId === null ? -1 : entries.findIndex((entry) => entry.kind === 'task' && entry.task.id === retainedId);

  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and of its functions only `measureElement`, which never changes, is passed on
  const virtualizer = useWindowVirtualizer<Element>({
    count: entries.length,
    estimateSize: useCallback(
      (index: number) => {
        const height = entries[index]?.kind === 'heading' ? headingHeight : cards ? cardHeight : rowHeight;
        return height * scale;
      },
      [entries, cards, scale],
    ),
    measureElement: measuredHeight,
    getItemKey: useCallback((index: number) => rowKey(entries[index], index), [entries]),
    rangeExtractor: useCallback(
      (range: Range) => withRetainedRow(defaultRangeExtractor(range), retainedIndex),
      [retainedIndex],
    ),
    overscan: 10,
    scrollMargin: margin,
    scrollToFn: scrollOrStay,
  });

  // the list moves down or up when the part above it changes its height
  useLayoutEffect(() => {
    const updateMargin = () => {
      const box = table.current?.tBodies[0]?.getBoundingClientRect();
      if (box && box.height > 0) setMargin(Math.round(box.top + scrollY));
    };
    updateMargin();
    const observer = new ResizeObserver(updateMargin);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [table, entries]);

  const items = virtualizer.getVirtualItems();
  return {
    rows: items.map((item, index) => ({ item, gapAbove: item.start - (items[index - 1]?.end ?? margin) })),
    gapBelow: Math.max(0, virtualizer.getTotalSize() + margin - (items.at(-1)?.end ?? margin)),
    measure: virtualizer.measureElement,
  };
}

/**
 * Scrolls the page. It ignores a correction of row heights that is more than a window away, because the page has been scrolled elsewhere
 * since.
 */
const scrollOrStay: typeof windowScroll<Window> = (offset, options, list) => {
  if (options.adjustments === undefined || Math.abs(scrollY - offset) < innerHeight)
    windowScroll(offset, options, list);
};

function rowKey(entry: HistoryEntry | undefined, index: number): number | string {
  // a month may have two headings if tasks are misfiled, so its name is no unique key
  return entry?.kind === 'task' ? entry.task.id : `heading ${index}`;
}

/** Adds the index of the retained row to a range; -1 means that there is none. */
function withRetainedRow(range: number[], retainedIndex: number): number[] {
  if (retainedIndex === -1 || range.includes(retainedIndex)) return range;
  return [...range, retainedIndex].toSorted((a, b) => a - b);
}

function measuredHeight(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Element>,
): number {
  const index = list.indexFromElement(row);
  // a row measures 0 while printing hides the list: its last or estimated height is used instead
  return measureElement(row, entry, list) || (list.measurementsCache[index]?.size ?? list.options.estimateSize(index));
}

// A task in the table

interface HistoryRowProps extends Pick<RowMarkProps, 'onMark'> {
  task: Task;
  words: readonly string[];
  isNew: boolean;
  followUps: readonly FollowUp<Task>[] | undefined;
  record: string;
  siteId: number;
  /** Whether the visit is chosen; null while no visits can be chosen. */
  chosen: boolean | null;
  site: string | null;
  actions: VisitActions | undefined;
  index: number;
  measure: (row: Element | null) => void;
  onFocus: (task: number) => void;
  onOpen: (task: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
}

/** A task with buttons that open it, its PDF and its photos. It is memoised, because scrolling renders the list again. */
const HistoryRow = memo(function HistoryRow(props: HistoryRowProps) {
  const { task, words, isNew, followUps, record, siteId, chosen, onMark, site, actions, index } = props;
  const { measure, onFocus, onOpen, onPhoto, onPdf } = props;
  const photos = task.urls.length;
  // without a match, the excerpt is the whole text, which is then cut off by the style
  const text = excerptOf(task.tasks, words);
  const ranges = hitRangesOf(text, words);
  const title = visitTitle(task);
  const titleId = `row-${task.id}`;
  const opener = { 'aria-haspopup': 'dialog', onFocus: () => onFocus(task.id) } as const;
  return (
    // row indexes begin with 1, which is the row of the column heads
    <tr
      ref={measure}
      className={`${surface.lit} ${styles.visit} ${chosen === null ? '' : styles.choosing} ${chosen ? styles.chosen : ''}`}
      data-index={index}
      aria-rowindex={index + 2}
    >
      <td className={styles.visitDate}>
        {chosen !== null && <VisitMark task={task} chosen={chosen} onMark={onMark} />}
        <time dateTime={task.time}>
          {rich('{date} <clock>at {time}</clock>', {
            date: longDate(task.time),
            time: siteTime(task.time).clock,
            clock: inClock,
          })}
        </time>
      </td>
      <th scope="row" className={styles.visitTitle} lang={languageOf(task.title)}>
        <button
          type="button"
          id={titleId}
          data-visit={task.id}
          className={`${surface.cover} ${texts.breaks} ${styles.open}`}
          {...opener}
          onClick={() => onOpen(task.id)}
        >
          <MarkedText text={title} ranges={hitRangesOf(title, words)} />
        </button>
        {(task.kind || isNew) && (
          <span className={`${layout.wrap} ${styles.badges}`} lang={currentLanguage().code}>
            {isNew && <NewBadge />}
            <ListedKind kind={task.kind} />
          </span>
        )}
        <TaskTexts task={task} site={siteId} words={words} shown="facts" />
        <FollowUps followUps={followUps} site={record} words={words} isRow />
        <MisfiledNote task={task} />
      </th>
      <td className={`${texts.muted} ${styles.visitText}`} lang={languageOf(task.tasks)}>
        <span className={ranges.length > 0 ? '' : `${texts.clamp} ${styles.clamp}`}>
          <MarkedText text={text} ranges={ranges} />
        </span>
        {actions && (
          <VisitBar
            site={site ?? ''}
            id={task.id}
            title={title}
            titleId={titleId}
            words={actions.words}
            className={styles.actions}
            onAct={(action) => actions.act(action, task)}
            onFocus={() => onFocus(task.id)}
          />
        )}
      </td>
      <td className={hasPdf(task) ? styles.has : styles.none}>
        {hasPdf(task) ? (
          <button type="button" className={styles.file} {...opener} onClick={() => onPdf(task.id)}>
            <Icon name="pdf" />
            {rich('PDF <spoken>of {title}</spoken>', { title, spoken: visuallyHidden })}
          </button>
        ) : (
          hasFileText(false)
        )}
      </td>
      <td className={photos > 0 ? styles.has : styles.none}>
        {photos > 0 ? (
          <button type="button" className={styles.file} {...opener} onClick={() => onPhoto(task.id, 0)}>
            <Icon name="photo" />
            {rich('{count} <unit>{count, plural, one {photo} other {photos}}</unit> <spoken>of {title}</spoken>', {
              count: photos,
              unit: inUnit,
              title,
              spoken: visuallyHidden,
            })}
          </button>
        ) : (
          rich('{count} <unit>{count, plural, one {photo} other {photos}}</unit>', { count: 0, unit: inUnit })
        )}
      </td>
    </tr>
  );
});

function VisitMark({ task, chosen, onMark }: Pick<HistoryRowProps, 'task' | 'onMark'> & { chosen: boolean }) {
  const label = t('Choose {title}, {day}', { title: visitTitle(task), day: longDate(task.time) });
  return (
    <MarkStrip>
      <RowMark id={task.id} label={label} checked={chosen} onMark={onMark} />
    </MarkStrip>
  );
}
