import { useState } from 'react';
import { said, t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { siteColumns } from '../../../records/site/site-columns.ts';
import { Button } from '../../../ui/Button.tsx';
import { RepairField } from '../import/RepairField.tsx';
import type { PlannedRow, SitePlans } from './plan-sites.ts';
import type { CellProblem } from './read-site-table.ts';
import type { SiteImportState, RepairedSites as Repairs } from './use-site-import.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../import/ImportDialog.module.css';

/** How many rows are shown for repair at a time. */
const maxShown = 50;

type SiteRepairsProps = Pick<SiteImportState, 'repair' | 'accept' | 'setLeftOut'> & {
  plan: SitePlans;
  /** The line about the state of the import. It gets the focus when the last row is repaired. */
  status: HTMLElement | null;
};

/** The rows with a cell that could not be read. The cell can be repaired here; until then the row is not imported, but the others are. */
export function SiteRepairs({ plan: { toRepair }, status, ...siteImport }: SiteRepairsProps) {
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const focusAfter = useFocusAfter();
  // a repaired row disappears from the list, together with the field or button that has the focus
  const moveFocus = () => {
    const focused = document.activeElement;
    focusAfter(() => {
      // undefined waits until the row is gone
      if (focused?.isConnected && focused !== document.body) return undefined;
      return heading?.isConnected ? heading : status;
    });
  };
  const remainingRows = toRepair.filter(({ isLeftOut }) => !isLeftOut);
  if (toRepair.length === 0) return null;
  const { accept, setLeftOut } = siteImport;
  const repair = (repairs: Repairs) => {
    siteImport.repair(repairs);
    moveFocus();
  };
  return (
    <section className={layout.gap3} aria-labelledby="to-repair">
      <h3 id="to-repair" ref={setHeading} tabIndex={-1}>
        {t('{left, plural, one {# row to repair} other {# rows to repair}}', { left: remainingRows.length })}
      </h3>
      <AllProblems
        rows={remainingRows}
        repair={repair}
        accept={accept}
        setLeftOut={(numbers, isLeftOut) => {
          setLeftOut(numbers, isLeftOut);
          moveFocus();
        }}
      />
      <ul className={styles.repairs}>
        {toRepair.slice(0, maxShown).map((planned) => (
          <RowToRepair
            key={planned.row.number}
            {...planned}
            repair={repair}
            accept={(written) => {
              accept(written);
              moveFocus();
            }}
            setLeftOut={setLeftOut}
          />
        ))}
      </ul>
      {toRepair.length > maxShown && (
        <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: toRepair.length })}</p>
      )}
    </section>
  );
}

interface FoundProblem extends CellProblem {
  number: number;
  cell: string;
}

const problemsOf = (rows: readonly PlannedRow[]): FoundProblem[] =>
  rows.flatMap(({ row: { number, problems, cells } }) =>
    problems.map((problem) => ({ ...problem, number, cell: cells[problem.field] ?? '' })),
  );

/** Makes repairs of the problems, by the number of the row. A row may have several problems. */
function repairsOf(problems: readonly FoundProblem[], valueOf: (problem: FoundProblem) => string): Repairs {
  const repairs = new Map<number, Partial<Record<CellProblem['field'], string>>>();
  for (const problem of problems)
    repairs.set(problem.number, { ...repairs.get(problem.number), [problem.field]: valueOf(problem) });
  return repairs;
}

/** Buttons that repair many cells at once. */
function AllProblems({
  rows,
  repair,
  accept,
  setLeftOut,
}: { rows: readonly PlannedRow[] } & Pick<SiteImportState, 'repair' | 'accept' | 'setLeftOut'>) {
  const problems = problemsOf(rows);
  const ambiguousNumbers = problems.filter(({ offers }) => offers.length > 0);
  const acceptableEnds = problems.filter(({ acceptable }) => acceptable);
  const optional = problems.filter(({ field }) => field !== 'name');
  const nameless = rows.filter(({ name }) => name === '').map(({ row }) => row.number);
  const offers = [
    ...(['malaysia', 'singapore'] as const).map((country) => ({
      count: ambiguousNumbers.length,
      label:
        country === 'malaysia'
          ? t('{numbers, plural, one {# number is of Malaysia} other {All # numbers are of Malaysia}}', {
              numbers: ambiguousNumbers.length,
            })
          : t('{numbers, plural, one {# number is of Singapore} other {All # numbers are of Singapore}}', {
              numbers: ambiguousNumbers.length,
            }),
      act: () =>
        repair(
          repairsOf(
            ambiguousNumbers,
            ({ offers: values, cell }) => values.find(({ kind }) => kind === country)?.value ?? cell,
          ),
        ),
    })),
    {
      count: acceptableEnds.length,
      label: t('{ends, plural, one {Import # end as it is written} other {Import # ends as they are written}}', {
        ends: acceptableEnds.length,
      }),
      act: () => accept(acceptableEnds),
    },
    {
      count: optional.length,
      label: t('{cells, plural, one {Leave # cell empty} other {Leave # cells empty}}', { cells: optional.length }),
      act: () => repair(repairsOf(optional, () => '')),
    },
    {
      count: nameless.length,
      label: t('{rows, plural, one {Leave # row without a name out} other {Leave # rows without a name out}}', {
        rows: nameless.length,
      }),
      act: () => setLeftOut(nameless, true),
    },
    // a single cell or row has these buttons beside it
  ].filter(({ count }) => count > 1);
  if (offers.length === 0) return null;
  return (
    <div className={layout.row}>
      {offers.map(({ label, act }) => (
        <Button key={label} onClick={act}>
          {label}
        </Button>
      ))}
    </div>
  );
}

type RowToRepairProps = PlannedRow & Pick<SiteImportState, 'repair' | 'accept' | 'setLeftOut'>;

function RowToRepair({ row, name, isLeftOut, repair, accept, setLeftOut }: RowToRepairProps) {
  return (
    <li className={`${surface.box} ${styles.repair}`}>
      <p className={texts.breaks}>
        <strong>{row.row}</strong> {name !== '' && <span>{name}</span>}
      </p>
      <div className={styles.fields}>
        {problemsOf([{ row, name, isLeftOut }]).map((problem) => (
          <ProblemField key={problem.field} problem={problem} row={row.row} repair={repair} accept={accept} />
        ))}
      </div>
      <label className={`${layout.inline} ${layout.target}`}>
        <input
          type="checkbox"
          checked={isLeftOut}
          onChange={({ target }) => setLeftOut([row.number], target.checked)}
        />
        {t('Leave {row} out', { row: row.row })}
      </label>
    </li>
  );
}

interface ProblemFieldProps extends Pick<SiteImportState, 'repair' | 'accept'> {
  problem: FoundProblem;
  row: string;
}

function ProblemField({ problem, row, repair, accept }: ProblemFieldProps) {
  const { field, number, cell, text, offers, acceptable } = problem;
  const column = siteColumns.find((candidate) => candidate.column === field);
  const set = (value: string) => repair(new Map([[number, { [field]: value }]]));
  return (
    <div className={layout.gap2}>
      <RepairField
        label={t('{column} of {row}', { column: column ? said(column.label) : field, row })}
        cell={cell}
        isMultiline={column?.kind === 'lines'}
        error={text}
        onRepair={set}
      />
      <div className={layout.row}>
        {offers.map(({ kind, text: label, value }) => (
          <Button key={kind} onClick={() => set(value)}>
            {label}
          </Button>
        ))}
        {acceptable && <Button onClick={() => accept([problem])}>{t('Import it as it is written')}</Button>}
        {field !== 'name' && <Button onClick={() => set('')}>{t('Leave it empty')}</Button>}
      </div>
    </div>
  );
}
