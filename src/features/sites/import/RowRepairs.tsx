import { useState } from 'react';
import type { DateOrder } from '../../../lib/calendar/written-date.ts';
import { said, t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { dateOrders } from '../../../records/import/date-column.ts';
import type { Defect } from '../../../records/import/import-plan.ts';
import type { ReadRow } from '../../../records/import/row-identity.ts';
import type { VisitCells } from '../../../records/import/table-choices.ts';
import { visitColumns, type VisitColumn } from '../../../records/import/visit-columns.ts';
import type { TableReading } from '../../../records/import/visit-table.ts';
import { sentences } from '../../../records/sentences.ts';
import { momentText } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { RepairField } from './RepairField.tsx';
import { filledDown, inOrder, type Repairs } from './row-repairs.ts';
import type { ImportState } from './use-import.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

/** How many rows are shown for repair at a time. */
const maxShown = 50;

interface RowRepairsProps extends Pick<ImportState, 'repair'> {
  reading: TableReading;
  repaired: ReadonlyMap<number, Partial<VisitCells>>;
}

/**
 * The rows that would be left out, or imported without one of their cells. Their cells can be repaired here. A repaired row stays listed
 * and shows how it is read now.
 */
export function RowRepairs({ reading, repaired, repair }: RowRepairsProps) {
  const focusAfter = useFocusAfter();
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  // `WordChoices` asks about the rows with an unknown site
  const rows = reading.rows.filter(
    ({ number, defect, repairs: columnsToRepair }) =>
      repaired.has(number) ||
      columnsToRepair.length > 0 ||
      (defect && defect.fields.length > 0 && defect.kind !== 'site'),
  );
  const rowsToRepair = rows.filter(
    ({ defect, repairs: columnsToRepair }) => defect !== null || columnsToRepair.length > 0,
  );
  if (rows.length === 0) return null;
  const repairAll = (repairs: Repairs) => {
    repair(repairs);
    // the pressed button disappears once its rows are repaired
    focusAfter(() => heading);
  };
  return (
    <section className={layout.gap3} aria-labelledby="to-repair">
      <h3 id="to-repair" ref={setHeading} tabIndex={-1}>
        {rowsToRepair.length > 0
          ? t('{left, plural, one {# row to repair} other {# rows to repair}}', { left: rowsToRepair.length })
          : t('All of these rows are read now')}
      </h3>
      <SharedRepairs rows={rowsToRepair} all={reading.rows} repairAll={repairAll} />
      <ul className={styles.repairs}>
        {rows.slice(0, maxShown).map((row) => (
          <RepairedRow
            key={row.number}
            row={row}
            cells={repaired.get(row.number)}
            remarks={reading.plan.defects.filter((defect) => defect.row === row.name)}
            onRepair={(field, value) => repair(new Map([[row.number, { [field]: value }]]))}
          />
        ))}
      </ul>
      {rows.length > maxShown && (
        <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: rows.length })}</p>
      )}
    </section>
  );
}

interface SharedRepairsProps {
  rows: readonly ReadRow[];
  all: readonly ReadRow[];
  repairAll: (repairs: Repairs) => void;
}

/** Buttons that repair all rows with the same defect at once. */
function SharedRepairs({ rows, all, repairAll }: SharedRepairsProps) {
  const rowsWith = (kind: string) => rows.filter(({ defect }) => defect?.kind === kind);
  const orders = dateOrders.flatMap(({ value: order }) => {
    const repairs = inOrder(rowsWith('order'), order);
    return repairs.size > 0 ? [{ label: readInOrderText(repairs.size, order), repairs }] : [];
  });
  const dateless = filledDown(rowsWith('date'), all, 'date');
  // if the defect is about the arrival, the arrival is emptied, and otherwise the time
  const timeless = rowsWith('time').flatMap(({ number, defect, cells }) => {
    const field = defect?.fields.includes('arrived') ? 'arrived' : 'time';
    return cells[field] === '' ? [] : [[number, { [field]: '' }] as const];
  });
  const offers = [
    ...orders,
    {
      label: t(
        '{rows, plural, one {Take the date of the row above for # row} other {Take the date of the row above for # rows}}',
        { rows: dateless.size },
      ),
      repairs: dateless,
    },
    {
      label: t('{rows, plural, one {Leave the time of # row empty} other {Leave the time of # rows empty}}', {
        rows: timeless.length,
      }),
      repairs: new Map(timeless),
    },
  ].filter(({ repairs }) => repairs.size > 0);
  if (offers.length === 0) return null;
  return (
    <div className={layout.row}>
      {offers.map(({ label, repairs }) => (
        <Button key={label} onClick={() => repairAll(repairs)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function readInOrderText(dates: number, order: DateOrder): string {
  if (order === 'day-first')
    return t('{dates, plural, one {Read # date day first} other {Read # dates day first}}', { dates });
  return order === 'month-first'
    ? t('{dates, plural, one {Read # date month first} other {Read # dates month first}}', { dates })
    : t('{dates, plural, one {Read # date year first} other {Read # dates year first}}', { dates });
}

interface RepairedRowProps {
  row: ReadRow;
  /** The cells that were repaired. */
  cells: Partial<VisitCells> | undefined;
  /** The defects of the row. */
  remarks: readonly Defect[];
  onRepair: (field: VisitColumn, value: string) => void;
}

function RepairedRow({ row, cells, remarks, onRepair }: RepairedRowProps) {
  const { name, defect, visit, repairs: columnsToRepair } = row;
  const problems = defect
    ? [defect.problem, defect.remedy]
    : columnsToRepair.length > 0
      ? remarks.map(({ problem }) => problem)
      : [];
  const fields = visitColumns.filter(
    ({ value }) =>
      defect?.fields.includes(value) || columnsToRepair.includes(value) || (cells && Object.hasOwn(cells, value)),
  );
  return (
    <li className={`${surface.box} ${styles.repair}`}>
      <p className={texts.breaks}>
        <strong>{name}</strong>{' '}
        <span role="status" className={defect ? texts.problem : problems.length > 0 ? texts.warning : texts.muted}>
          {problems.length > 0
            ? sentences(...problems)
            : visit && t('Read: {time}, {title}', { time: momentText(visit.visit.time), title: visit.visit.title })}
        </span>
      </p>
      <div className={styles.fields}>
        {fields.map(({ value, label }) => (
          <RepairField
            key={value}
            label={t('{column} of {row}', { column: said(label), row: name })}
            cell={row.cells[value]}
            isMultiline={value === 'text' || value === 'follow'}
            onRepair={(typed) => onRepair(value, typed)}
          />
        ))}
      </div>
    </li>
  );
}
