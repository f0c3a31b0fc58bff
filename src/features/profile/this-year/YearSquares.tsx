import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rich } from '../../../lib/language/rich.tsx';
import { said, t } from '../../../lib/language/translate.ts';
import { toMonth } from '../../../records/portal-links.ts';
import {
  fulfilledMeaning,
  monthsText,
  periodStateLabels,
  type PeriodState,
} from '../../../records/task/service-periods.ts';
import { monthOfYear, shortMonth } from '../../../records/time.ts';
import type { IconName } from '../../../ui/icon-paths.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import type { BoxState, MonthWithVisits, YearBox } from './this-year.ts';
import { monthsAnchor } from './YearFacts.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './YearFacts.module.css';

const looks: Record<BoxState, { icon: IconName; style: string | undefined }> = {
  kept: { icon: 'check', style: styles.kept },
  missed: { icon: 'close', style: styles.missed },
  due: { icon: 'clock', style: styles.due },
  'to come': { icon: 'circle', style: styles.toCome },
  before: { icon: 'dash', style: styles.before },
  'no contract': { icon: 'dash', style: styles.noContract },
  visited: { icon: 'check', style: styles.visited },
  'no visit': { icon: 'dash', style: styles.before },
};

/** Whether a box is a service period with an agreed visit; without an agreement, a box only tells whether there was a visit. */
const isPeriod = (state: BoxState): state is PeriodState => state !== 'visited' && state !== 'no visit';

function stateLabel(state: BoxState): string {
  return isPeriod(state) ? periodStateLabels[state] : t(state === 'visited' ? 'Visited' : 'No visit');
}

/** The months of a year, grouped by agreed visit. Signs and words mark the states too, because not everybody can distinguish colours. */
export function YearSquares({ year, boxes, site }: { year: number; boxes: readonly YearBox[]; site: string | null }) {
  const states = [...new Set(boxes.map(({ state }) => state))];
  return (
    <div className={styles.squares} id={monthsAnchor}>
      <ol className={`${layout.gap2} ${styles.boxes}`} aria-label={t('Months of {year}', { year })}>
        {boxes.map((box) => (
          <Box key={box.first} box={box} site={site} />
        ))}
      </ol>
      <div className={`${layout.row} ${texts.muted} ${styles.key}`}>
        <ul className={`${layout.legend} ${styles.legend}`} aria-label={t('Signs')}>
          {states.map((state) => (
            <li key={state}>
              <span className={`${styles.sign} ${looks[state].style}`}>
                <Icon name={looks[state].icon} />
              </span>
              {stateLabel(state)}
            </li>
          ))}
        </ul>
        {boxes.some(({ state }) => isPeriod(state)) && <p className={texts.measure}>{said(fulfilledMeaning)}</p>}
      </div>
    </div>
  );
}

/** A placeholder with the layout of the months, so that nothing moves when they load. */
export function WaitingSquares() {
  return (
    <div className={`${layout.gap2} ${styles.boxes}`}>
      {Array.from({ length: 12 }, (_, month) => (
        <Skeleton key={month} width="100%" height="4.5rem" />
      ))}
    </div>
  );
}

/**
 * How many columns a box spans: `--months` of twelve on a wide page, `--narrow` of six on a narrow page, `--narrowest` of four on a phone
 * with large letters. There, a box of three or more months spans the whole row and has `--few` months side by side.
 */
type Span = CSSProperties & Record<'--months' | '--narrow' | '--narrowest' | '--few', number>;

const inVisuallyHidden = (inner: ReactNode) => <span className={layout.visuallyHidden}>{inner}</span>;
const inUnit = (inner: ReactNode) => <span className={styles.unit}>{inner}</span>;

function Box({ box, site }: { box: YearBox; site: string | null }) {
  const { state, months } = box;
  const { icon, style } = looks[state];
  const label = stateLabel(state);
  const hasSeveralMonths = months.length > 1 || box.first.slice(0, 7) !== box.last.slice(0, 7);
  const span: Span = {
    '--months': months.length,
    '--narrow': Math.min(6, months.length),
    '--narrowest': months.length < 3 ? months.length : 4,
    '--few': months.length % 4 === 0 ? 4 : Math.min(3, months.length),
  };
  return (
    <li className={`${styles.box} ${style}`} style={span}>
      <span className={`${layout.line} ${texts.bold} ${styles.state}`}>
        <Icon name={icon} />
        {hasSeveralMonths && (
          <span>
            {rich('<spoken>{months}: </spoken>{state}', {
              months: monthsText(box),
              state: label,
              spoken: inVisuallyHidden,
            })}
          </span>
        )}
      </span>
      <span className={styles.months}>
        {months.map((boxMonth) => (
          <MonthSquare
            key={boxMonth.month}
            month={boxMonth}
            state={hasSeveralMonths ? null : label}
            missed={state === 'missed'}
            site={site}
          />
        ))}
      </span>
    </li>
  );
}

/**
 * A month and its number of visits. `state` is null if the box has several months and says the state itself. The accessible name begins with
 * the visible text, so that speech control finds the link.
 */
function MonthSquare({
  month: monthWithVisits,
  state,
  missed,
  site,
}: {
  month: MonthWithVisits;
  state: string | null;
  /** Whether the agreed visit was missed. The month is a link then too, as its screen offers to ask about the visit. */
  missed: boolean;
  site: string | null;
}) {
  const { year, month, visits } = monthWithVisits;
  const name = monthOfYear(month, year);
  const spokenText =
    state !== null
      ? t('({month}, {state})', { month: name, state: state.toLowerCase() })
      : visits === 0
        ? t('({month}, no visits)', { month: name })
        : t('({month})', { month: name });
  const content = (
    <span className={styles.shown}>
      <span className={`${texts.smaller} ${texts.medium} ${styles.name}`}>{shortMonth(month)}</span>{' '}
      <span className={`${texts.small} ${styles.count}`}>
        {visits > 0 &&
          rich('{count} <unit>{count, plural, one {visit} other {visits}}</unit>', {
            count: visits,
            unit: inUnit,
          })}
      </span>{' '}
      <span className={layout.visuallyHidden}>{spokenText}</span>
    </span>
  );
  if (visits === 0 && !missed) return <span className={styles.month}>{content}</span>;
  return (
    <Link className={styles.month} to={toMonth(year, month, site)}>
      {content}
    </Link>
  );
}
