import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { periodStateLabels } from '../../../records/task/kept-periods.ts';
import { toMonth } from '../../../records/portal-links.ts';
import { monthLabel } from '../../../records/time.ts';
import type { IconName } from '../../../ui/icon-paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import { type BoxState, type YearBox, type MonthWithVisits, monthsText, visitsText } from './this-year.ts';
import styles from './YearSquares.module.css';

const looks: Record<BoxState, { label: string; icon: IconName; style: string | undefined }> = {
  kept: { label: periodStateLabels.kept, icon: 'check', style: styles.kept },
  missed: { label: periodStateLabels.missed, icon: 'close', style: styles.missed },
  due: { label: periodStateLabels.due, icon: 'clock', style: styles.due },
  'to come': { label: periodStateLabels['to come'], icon: 'circle', style: styles.toCome },
  before: { label: periodStateLabels.before, icon: 'dash', style: styles.before },
  visited: { label: 'Visited', icon: 'check', style: styles.visited },
  'no visit': { label: 'No visit', icon: 'dash', style: styles.before },
};

/** Groups the months by agreed visit. Uses signs and words besides colours, for people who cannot tell these apart. */
export function YearSquares({ year, boxes, site }: { year: number; boxes: readonly YearBox[]; site: string | null }) {
  const states = [...new Set(boxes.map(({ state }) => state))];
  return (
    <div className={styles.squares}>
      <ol className={styles.boxes} aria-label={`Months of ${year}`}>
        {boxes.map((box) => (
          <Box key={box.first} box={box} site={site} />
        ))}
      </ol>
      <ul className={`${layout.legend} ${styles.legend}`} aria-label="Signs">
        {states.map((state) => (
          <li key={state}>
            <span className={`${styles.sign} ${looks[state].style}`}>
              <Icon name={looks[state].icon} />
            </span>
            {looks[state].label}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Columns of a box: of twelve on a wide page, of six on a narrow one. */
type Span = CSSProperties & Record<'--months' | '--narrow', number>;

function Box({ box, site }: { box: YearBox; site: string | null }) {
  const { state, months } = box;
  const { label, icon, style } = looks[state];
  const joined = months.length > 1 || box.first.slice(0, 7) !== box.last.slice(0, 7);
  const span: Span = { '--months': months.length, '--narrow': Math.min(6, months.length) };
  return (
    <li className={`${styles.box} ${style}`} style={span}>
      <span className={styles.state}>
        <Icon name={icon} />
        {joined && (
          <span>
            <span className={layout.spoken}>{monthsText(box)}: </span>
            {label}
          </span>
        )}
      </span>
      <span className={styles.months}>
        {months.map((one) => (
          <MonthSquare key={one.month} month={one} state={joined ? null : label} site={site} />
        ))}
      </span>
    </li>
  );
}

/** `state` is spoken with a month that is the whole box. */
function MonthSquare({
  month: filed,
  state,
  site,
}: {
  month: MonthWithVisits;
  state: string | null;
  site: string | null;
}) {
  const { year, month, visits } = filed;
  const details = [state?.toLowerCase(), visits > 0 || state === null ? visitsText(visits) : null].filter(Boolean);
  const name = `${monthLabel(month)} ${year}: ${details.join(', ')}`;
  const shown = (
    <>
      <span className={styles.name}>{monthLabel(month).slice(0, 3)}</span>
      <span className={styles.count}>
        {visits > 0 && visits}
        {visits > 0 && <span className={styles.unit}>{visits === 1 ? ' visit' : ' visits'}</span>}
      </span>
    </>
  );
  if (visits === 0)
    return (
      <span className={styles.month}>
        <span className={layout.spoken}>{name}</span>
        <span className={styles.shown} aria-hidden="true">
          {shown}
        </span>
      </span>
    );
  return (
    <Link className={styles.month} to={toMonth(year, month, site)} aria-label={name}>
      <span className={styles.shown}>{shown}</span>
    </Link>
  );
}
