import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  windowScroll,
  type Range,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';
import type { HistoryEntry } from './history-entries.ts';

/** Estimated heights in pixels. */
const rowHeight = 69;
const cardHeight = 164;
const headingHeight = 45;
/** In pixels; the style sheet uses the same breakpoint. */
const cardsBelow = 900;

interface HistoryItem {
  item: VirtualItem;
  gap: number;
}

interface HistoryRows {
  rows: HistoryItem[];
  rest: number;
  measure: (row: Element | null) => void;
}

/**
 * The rows of a long list that are in sight, scrolled with the page.
 * @param kept id of a task whose row stays rendered, because it has the focus or will get it back.
 */
export function useHistoryRows(
  entries: readonly HistoryEntry[],
  table: RefObject<HTMLTableElement | null>,
  kept: number | null,
): HistoryRows {
  const [margin, setMargin] = useState(0);
  const keptIndex = kept === null ? -1 : entries.findIndex((one) => one.kind === 'task' && one.task.id === kept);

  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and of its functions only `measureElement`, which never changes, is passed on
  const virtualizer = useWindowVirtualizer<Element>({
    count: entries.length,
    estimateSize: useCallback(
      (index: number) => {
        if (entries[index]?.kind === 'heading') return headingHeight;
        return innerWidth < cardsBelow ? cardHeight : rowHeight;
      },
      [entries],
    ),
    measureElement: measuredHeight,
    getItemKey: useCallback((index: number) => rowKey(entries[index], index), [entries]),
    rangeExtractor: useCallback((range: Range) => withKeptRow(defaultRangeExtractor(range), keptIndex), [keptIndex]),
    overscan: 10,
    scrollMargin: margin,
    scrollToFn: scrollOrStay,
  });

  // what is above the list changes its height with the window and the filters
  useLayoutEffect(() => {
    const place = () => {
      const box = table.current?.tBodies[0]?.getBoundingClientRect();
      if (box && box.height > 0) setMargin(Math.round(box.top + scrollY));
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [table, entries]);

  const items = virtualizer.getVirtualItems();
  return {
    rows: items.map((item, index) => ({ item, gap: item.start - (items[index - 1]?.end ?? margin) })),
    rest: Math.max(0, virtualizer.getTotalSize() + margin - (items.at(-1)?.end ?? margin)),
    measure: virtualizer.measureElement,
  };
}

/** A corrected row height must not scroll the page back to where it has just left. */
const scrollOrStay: typeof windowScroll<Window> = (offset, options, list) => {
  if (options.adjustments === undefined || Math.abs(scrollY - offset) < innerHeight)
    windowScroll(offset, options, list);
};

function rowKey(entry: HistoryEntry | undefined, index: number): number | string {
  // a month may occur twice where entries are misfiled
  return entry?.kind === 'task' ? entry.task.id : `heading ${index}`;
}

function withKeptRow(range: number[], kept: number): number[] {
  return kept === -1 || range.includes(kept) ? range : [...range, kept].toSorted((a, b) => a - b);
}

function measuredHeight(
  row: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<Window, Element>,
): number {
  const index = list.indexFromElement(row);
  // the list is hidden on paper: it keeps its heights
  return measureElement(row, entry, list) || (list.measurementsCache[index]?.size ?? list.options.estimateSize(index));
}
