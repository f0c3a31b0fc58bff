import { Component, type ComponentProps, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './DataTable.module.css';

interface DataTableProps extends ComponentProps<'table'> {
  /** The words of each head, or a `SortHead`. */
  heads: readonly (string | ReactElement)[];
  caption?: ReactNode;
  /**
   * In narrower windows rows become cards, and only screen readers get the heads. In pixels at the usual size of text:
   * the style sheet has it in `rem`.
   */
  cardsBelow?: 720 | 1120;
  /** The data that the rows show. When it is read again, the rows in sight stay where they are (`SteadyRows`). */
  rowsOf?: unknown;
  children: ReactNode;
}

/** A table. `--cell` sets the padding of the cells; all other rules of a screen override the table's. */
export function DataTable({
  heads,
  caption,
  cardsBelow,
  rowsOf: of,
  children,
  className = '',
  ...table
}: DataTableProps) {
  const cards = cardsBelow === undefined ? '' : cardsBelow === 720 ? styles.below720 : styles.below1120;
  const firstRow = table['aria-rowcount'] === undefined ? {} : { 'aria-rowindex': 1 };
  return (
    <table className={`${styles.table} ${cards} ${className}`} {...table}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr {...firstRow}>
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
      <SteadyRows as="tbody" of={of}>
        {children}
      </SteadyRows>
    </table>
  );
}

interface SortHeadProps {
  text: string;
  /** Null where another column gives the order. */
  sorted: 'ascending' | 'descending' | null;
  /** Whether the sign of the head points up. */
  up: boolean;
  /** As of the table: below this width, the head is plain words. */
  cardsBelow: 720 | 900 | 1120;
  className?: string | undefined;
  onSort: () => void;
}

const plainBelow = { 720: styles.plainBelow720, 900: styles.plainBelow900, 1120: styles.plainBelow1120 };

export function SortHead({ text, sorted, up, cardsBelow, className = '', onSort }: SortHeadProps) {
  const sort = ({ currentTarget }: MouseEvent) => {
    onSort();
    const table = currentTarget.closest('table');
    // a new order is read from the top
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

// The rows, of a table or of a list

interface SteadyRowsProps {
  as: 'tbody' | 'ul';
  /** The data that the rows show. While it is the same object, the reader asked for the change of the rows, and they may move. */
  of?: unknown;
  className?: string | undefined;
  children: ReactNode;
}

interface ScrollAnchor {
  scrolledTo: number;
  /** The rows in the window, the focused one first, with their distance from its top. Empty where the list begins in the window. */
  rows: readonly { row: Element; top: number }[];
}

/**
 * Leaves the rows in sight where they are when a list is read again and comes in another order. React moves a row by taking it out,
 * by which the browser's own scroll anchoring loses its place, and the page may jump to its top. Where the first row is in sight,
 * the page stays as it is scrolled, and what has become urgent is seen at once.
 */
export class SteadyRows extends Component<SteadyRowsProps> {
  #list: HTMLElement | null = null;
  readonly #attach = (element: HTMLElement | null) => {
    this.#list = element;
  };

  // no hook runs between rendering and the change of the page
  override getSnapshotBeforeUpdate({ of }: SteadyRowsProps): ScrollAnchor | null {
    return of === this.props.of || !this.#list ? null : scrollAnchorOf(this.#list);
  }

  override componentDidUpdate(_before: SteadyRowsProps, _state: unknown, anchor: ScrollAnchor | null) {
    if (!anchor) return;
    scrollToExactly(anchor.scrolledTo);
    const shifts = anchor.rows
      .filter(({ row }) => row.isConnected)
      .map(({ row, top }) => row.getBoundingClientRect().top - top);
    // a row that has moved to the other end of the list does not scroll the page there
    const usual = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0;
    scrollToExactly(anchor.scrolledTo + (shifts.find((shift) => Math.abs(shift - usual) < innerHeight) ?? 0));
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
  const all = Array.from(list.children, (row) => ({ row, box: row.getBoundingClientRect() }));
  const first = all.find(({ box }) => box.height > 0);
  if (!first || first.box.bottom <= 0)
    for (const { row, box } of all) if (box.bottom > 0 && box.top < innerHeight) rows.push({ row, top: box.top });
  return { scrolledTo: scrollY, rows: rows.toSorted((a, b) => hasFocus(b.row) - hasFocus(a.row)) };
}

const hasFocus = (row: Element) => Number(row.contains(document.activeElement));

function scrollToExactly(top: number): void {
  if (Math.abs(top - scrollY) >= 1) scrollTo({ top, behavior: 'instant' });
}
