import { useState, type KeyboardEvent } from 'react';
import { counted } from '../../../records/counted.ts';
import { filledDown, inOrder, type Repairs } from './row-repairs.ts';
import { dateOrders } from '../../../records/import/read-date.ts';
import { visitColumns, type VisitColumn } from '../../../records/import/visit-columns.ts';
import type { VisitCells } from '../../../records/import/table-choices.ts';
import type { ReadRow, TableReading } from '../../../records/import/visit-table.ts';
import { momentText } from '../../../records/time.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../../ui/field/TextField.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import type { ImportState } from './use-import.ts';
import styles from './ImportDialog.module.css';

/** How many rows are repaired at a time; the next ones follow. */
const maxShown = 50;

interface RowRepairsProps extends Pick<ImportState, 'repair'> {
  reading: TableReading;
  repaired: ReadonlyMap<number, Partial<VisitCells>>;
}

/** The rows that are left out, with the cells to repair; a repaired row stays, with what it is read as now. */
export function RowRepairs({ reading, repaired, repair }: RowRepairsProps) {
  const focusAfter = useFocusAfter();
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const rows = reading.rows.filter(
    ({ number, fault }) => repaired.has(number) || (fault && fault.fields.length > 0 && fault.kind !== 'site'),
  );
  const left = rows.filter(({ fault }) => fault !== null);
  if (rows.length === 0) return null;
  const repairAll = (repairs: Repairs) => {
    repair(repairs);
    // the pressed button goes with what it repaired
    focusAfter(() => heading);
  };
  return (
    <section className={layout.tight} aria-labelledby="to-repair">
      <h3 id="to-repair" ref={setHeading} tabIndex={-1}>
        {left.length > 0 ? `${counted(left.length, 'row')} to repair` : 'All of these rows are read now'}
      </h3>
      <AllOfAKind rows={left} all={reading.rows} repairAll={repairAll} />
      <ul className={styles.repairs}>
        {rows.slice(0, maxShown).map((row) => (
          <RepairedRow
            key={row.number}
            row={row}
            cells={repaired.get(row.number)}
            onRepair={(field, value) => repair(new Map([[row.number, { [field]: value }]]))}
          />
        ))}
      </ul>
      {rows.length > maxShown && <p>{`The first ${maxShown} of ${rows.length}.`}</p>}
    </section>
  );
}

interface AllOfAKindProps {
  rows: readonly ReadRow[];
  all: readonly ReadRow[];
  repairAll: (repairs: Repairs) => void;
}

/** What repairs many rows with one press. */
function AllOfAKind({ rows, all, repairAll }: AllOfAKindProps) {
  const of = (kind: string) => rows.filter(({ fault }) => fault?.kind === kind);
  const orders = dateOrders.flatMap(({ value, label }) => {
    const repairs = inOrder(of('order'), value);
    return repairs.size > 0 ? [{ label: `Read ${counted(repairs.size, 'date')} ${label.toLowerCase()}`, repairs }] : [];
  });
  const dateless = filledDown(of('date'), all, 'date');
  const timeless = of('time').filter(({ cells }) => cells.time !== '');
  const offers = [
    ...orders,
    { label: `Take the date of the row above for ${counted(dateless.size, 'row')}`, repairs: dateless },
    {
      label: `Leave the time of ${counted(timeless.length, 'row')} empty`,
      repairs: new Map(timeless.map(({ number }) => [number, { time: '' }])),
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

interface RepairedRowProps {
  row: ReadRow;
  /** The cells that were repaired. */
  cells: Partial<VisitCells> | undefined;
  onRepair: (field: VisitColumn, value: string) => void;
}

function RepairedRow({ row, cells, onRepair }: RepairedRowProps) {
  const { fault, visit } = row;
  const fields = visitColumns.filter(
    ({ value }) => fault?.fields.includes(value) || (cells && Object.hasOwn(cells, value)),
  );
  return (
    <li className={`${surface.box} ${styles.repair}`}>
      <p className={texts.breaks}>
        <strong>{`Row ${row.number}`}</strong>{' '}
        <span role="status" className={fault ? texts.problem : texts.muted}>
          {fault
            ? `${fault.problem} ${fault.remedy}`
            : visit && `Read: ${momentText(visit.visit.time)}, ${visit.visit.title}`}
        </span>
      </p>
      <div className={styles.fields}>
        {fields.map(({ value, label }) => (
          <RepairField
            key={value}
            label={`${label} of row ${row.number}`}
            cell={row.cells[value]}
            hasLines={value === 'text'}
            onRepair={(typed) => onRepair(value, typed)}
          />
        ))}
      </div>
    </li>
  );
}

interface RepairFieldProps {
  label: string;
  cell: string;
  hasLines: boolean;
  onRepair: (typed: string) => void;
}

/** A cell; what is typed is read when the field is left, or Enter pressed. */
function RepairField({ label, cell, hasLines, onRepair }: RepairFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed !== null && typed !== cell) onRepair(typed);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
  };
  const shared = { label, value: typed ?? cell, onChange: setTyped, onBlur: take };
  return hasLines ? <TextAreaField {...shared} /> : <TextField {...shared} onKeyDown={onKeyDown} autoComplete="off" />;
}
