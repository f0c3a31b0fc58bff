import { Component, type ComponentProps, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './DataTable.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  /** The text of each column head, or a `SortHead`. */
  heads: readonly (string | ReactElement)[];
  caption?: ReactNode;
  /**
   * In windows below this width the rows become cards, and only screen readers get the heads. The width is in pixels at the
   * usual text size; the style sheet has it in `rem`.
   */
  cardsBelow?: 720 | 1120;
  /** The data that the rows show. When it is read again, the visible rows do not move (`SteadyRows`). */
  rowsOf?: unknown;
  children: ReactNode;
}

const cardsClasses = { 720: styles.below720, 1120: styles.below1120 };

/** A table. The CSS variable `--cell` sets the padding of the cells. The style sheet of a screen overrides all rules of this table. */
export function DataTable({ heads, caption, cardsBelow, rowsOf, children, className = '', ...table }: DataTableProps) {
  const cardsClass = cardsBelow === undefined ? '' : cardsClasses[cardsBelow];
  // a table that renders only a part of its rows numbers them, beginning with the head row
  const rowNumber = table['aria-rowcount'] === undefined ? {} : { 'aria-rowindex': 1 };
  return (
    <table className={`${styles.table} ${cardsClass} ${className}`} {...table}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr {...rowNumber}>
          {heads.map((head) =>
            typeof head === 'string' ? (
              <th key={head} scope="col">
                {head}
              </th>
            ) : (
              head
            ),
          )}
        </tr>
      </thead>
      <SteadyRows as="tbody" rowsOf={rowsOf}>
        {children}
      </SteadyRows>
    </table>
  );
}

interface SortHeadProps {
  text: string;
  /** The order of the rows by this column; null if they are sorted by another column. */
  sorted: 'ascending' | 'descending' | null;
  /** Whether the arrow of the head points up. */
  up: boolean;
  /** In windows below this width, in pixels, the rows are cards, and the head is plain text without a button. */
  cardsBelow: 720 | 900 | 1120;
  className?: string | undefined;
  onSort: () => void;
}

const plainBelow = { 720: styles.plainBelow720, 900: styles.plainBelow900, 1120: styles.plainBelow1120 };

/** A column head with a button that sorts the table by the column. */
export function SortHead({ text, sorted, up, cardsBelow, className = '', onSort }: SortHeadProps) {
  const sort = ({ currentTarget }: MouseEvent) => {
    onSort();
    const table = currentTarget.closest('table');
    // after sorting, the table is scrolled to its top
    if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView({ block: 'start' });
  };
  return (
    <th
      scope="col"
      aria-label={text}
      className={`${plainBelow[cardsBelow]} ${className}`}
      {...(sorted && { 'aria-sort': sorted })}
    >
      <button type="button" className={styles.sort} onClick={sort}>
        {text}
        {sorted && (
          <span className={up ? styles.up : ''}>
            <Icon name="chevron-down" />
          </span>
        )}
      </button>
      <span className={styles.plain}>{text}</span>
    </th>
  );
}

interface SteadyRowsProps {
  as: 'tbody' | 'ul';
  /**
   * The data that the rows show. If the rows change while it is the same object, the person has changed their order or filter, and
   * they may move.
   */
  rowsOf?: unknown;
  className?: string | undefined;
  children: ReactNode;
}

/** Where the page was scrolled to before an update, and where its rows were. */
interface ScrollAnchor {
  scrolledTo: number;
  /**
   * The visible rows with their distance from the top of the window, in pixels; the row with the focus comes first. Empty if the first
   * row is visible.
   */
  rows: readonly { row: Element; top: number }[];
}

/**
 * When a list is read again and its order changes, this scrolls the page so that the visible rows do not move in the window. React
 * moves a row by removing it from the page first, so the scroll anchoring of the browser fails, and the page may jump to its top. If
 * the first row is visible, the page is not scrolled, so that a row that has become urgent is seen at once.
 */
export class SteadyRows extends Component<SteadyRowsProps> {
  #list: HTMLElement | null = null;
  readonly #attach = (element: HTMLElement | null) => {
    this.#list = element;
  };

  // this is a class because no hook runs between rendering and the change of the page
  override getSnapshotBeforeUpdate({ rowsOf }: SteadyRowsProps): ScrollAnchor | null {
    return rowsOf === this.props.rowsOf || !this.#list ? null : scrollAnchorOf(this.#list);
  }

  override componentDidUpdate(_previous: SteadyRowsProps, _state: unknown, anchor: ScrollAnchor | null) {
    if (!anchor) return;
    scrollToExactly(anchor.scrolledTo);
    const shifts = anchor.rows
      .filter(({ row }) => row.isConnected)
      .map(({ row, top }) => row.getBoundingClientRect().top - top);
    // the page follows the first of the rows (the row with the focus comes first) whose shift is less than a window away from the median:
    // a row that has moved to the other end of the list must not scroll the page there
    const medianShift = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0;
    scrollToExactly(anchor.scrolledTo + (shifts.find((shift) => Math.abs(shift - medianShift) < innerHeight) ?? 0));
  }

  override render() {
    const { as: List, className, children } = this.props;
    return (
      <List ref={this.#attach} className={className}>
        {children}
      </List>
    );
  }
}

function scrollAnchorOf(list: HTMLElement): ScrollAnchor {
  const rows: { row: Element; top: number }[] = [];
  const measuredRows = Array.from(list.children, (row) => ({ row, box: row.getBoundingClientRect() }));
  const first = measuredRows.find(({ box }) => box.height > 0);
  if (!first || first.box.bottom <= 0)
    for (const { row, box } of measuredRows)
      if (box.bottom > 0 && box.top < innerHeight) rows.push({ row, top: box.top });
  return { scrolledTo: scrollY, rows: rows.toSorted((a, b) => hasFocus(b.row) - hasFocus(a.row)) };
}

/** 1 if the focus is in the row, else 0. */
const hasFocus = (row: Element) => Number(row.contains(document.activeElement));

/** Scrolls at once, without animation. A difference below a pixel is ignored. */
function scrollToExactly(top: number): void {
  if (Math.abs(top - scrollY) >= 1) scrollTo({ top, behavior: 'instant' });
}
