import { memo, type ReactNode } from 'react';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sitePlaces } from '../../records/site/site-places.ts';
import { contractDay } from '../../records/site/contract.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import { shortDay } from '../../records/time.ts';
import { visitTime } from '../../records/task/visit-time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { failuresIn } from './overview-order.ts';
import texts from '../../ui/text.module.css';
import styles from './OverviewRow.module.css';
import type { Concern, ConcernKind, WatchedSite } from './site-concerns.ts';

const icons: Record<ConcernKind, 'warning' | 'gate-down' | 'calendar' | 'info'> = {
  overdue: 'warning',
  offline: 'gate-down',
  expired: 'warning',
  'due soon': 'calendar',
  ending: 'calendar',
  due: 'calendar',
  'ends later': 'calendar',
  keys: 'info',
  interval: 'info',
};

/** Memoised, with plain links that the table handles: router links would all re-render with every typed character. */
export const OverviewRow = memo(function OverviewRow({ site }: { site: WatchedSite }) {
  const { row, service, concerns } = site;
  const { name, last_visit: last, keys, keys_unused: unused } = row;
  const title = textOrNull(row.sitename);
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.site}>
        <a className={styles.name} href={linkTo(paths.maintenance, { site: name })}>
          {name}
        </a>
        {title !== null && title !== name && <span className={texts.muted}>{title}</span>}
        <Needs concerns={concerns} />
        <span className={styles.links}>
          {sitePlaces(name)
            // the site's name already links there
            .filter(({ path }) => path !== paths.maintenance)
            .map(({ path, label, link }) => (
              <a key={path} href={link}>
                {label}
              </a>
            ))}
        </span>
      </th>
      <Cell label="Status">
        <span className={row.status === true ? styles.fact : styles.bad}>
          <Icon name={row.status === true ? 'gate-up' : 'gate-down'} />
          {row.status === true ? 'Online' : 'Offline'}
        </span>
      </Cell>
      <Cell label="Last visit">
        {last === null ? (
          <span className={styles.none}>No visit yet</span>
        ) : (
          <a href={linkTo(paths.serviceHistory, { site: name, task: row.last_task })}>
            {shortDay(visitTime(last).date)}
          </a>
        )}
      </Cell>
      <Cell label="This period">
        {service.running === null ? (
          <span className={styles.none}>Not agreed</span>
        ) : service.running.state === 'kept' ? (
          <span className={styles.good}>
            <Icon name="check" />
            Kept
          </span>
        ) : (
          `Due by ${shortDay(service.running.last)}`
        )}
      </Cell>
      <Cell label={`Kept in ${service.year}`}>
        {service.running === null ? (
          <span className={styles.none}>Not agreed</span>
        ) : (
          <>
            {`${service.kept} of ${service.due}`}
            {service.kept < service.due && (
              <span className={styles.missed}>{`${service.due - service.kept} missed`}</span>
            )}
          </>
        )}
      </Cell>
      <Cell label="Contract end">
        {contractText(row.contract_until) ?? <span className={styles.none}>Not specified</span>}
      </Cell>
      <Cell label={`Failures ${service.year}`}>
        {failuresIn(row, service.year)}
        <span className={styles.more}>{`${failuresIn(row, service.year - 1)} in ${service.year - 1}`}</span>
      </Cell>
      <Cell label="Keys">
        {keys === 0 ? <span className={styles.none}>None</span> : keys}
        {unused > 0 && (
          <a className={styles.more} href={linkTo(paths.accessKeys, { site: name })}>
            {`${unused} never used`}
          </a>
        )}
      </Cell>
    </tr>
  );
});

/** In a card, with its name before it. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={styles.cell}>
      <span className={styles.label}>{label}</span>
      {children}
    </td>
  );
}

function Needs({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) return null;
  return (
    <span className={styles.needs}>
      {concerns.map(({ kind, tone, text }) => (
        <Badge key={kind} tone={tone} icon={icons[kind]}>
          {text}
        </Badge>
      ))}
    </span>
  );
}

/** `31 Dec 2026`, or the stored text when it is not a date; null for none. */
function contractText(stored: string | null): string | null {
  const text = textOrNull(stored);
  if (text === null) return null;
  const day = contractDay(text);
  return day === null ? text : shortDay(day);
}
