import { Link } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { supportMessageUrl } from '../../lib/support-message.ts';
import { linkTo, toHistory } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { isArchived } from '../../records/site/archive.ts';
import {
  callsConcern,
  needsAttention,
  siteConcerns,
  type Concern,
  type ConcernKind,
} from '../../records/site/concerns.ts';
import { contractDay } from '../../records/site/contract.ts';
import { siteTitle, textOrNull } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { longDay } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { visitStanding, type YearCounts } from './this-year/this-year.ts';
import { monthsAnchor } from './this-year/YearFacts.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './SiteBand.module.css';

/** The name, the address and the status of the site (`spec §2`). */
export function SiteBand({ record }: { record: SiteRecord }) {
  const online = record.status === true;
  return (
    <div className={styles.band}>
      <div className={`${layout.gap2} ${styles.names}`}>
        <PageHeading title={textOrNull(record.sitename) ?? t('Building Management System')} />
        <p className={styles.address}>{textOrNull(record.address) ?? t('Location not specified')}</p>
        <p className={`${layout.row} ${styles.status}`}>
          <Badge tone={online ? 'ok' : 'danger'} icon={online ? 'gate-up' : 'gate-down'}>
            {t(online ? 'System Online' : 'System Offline')}
          </Badge>
          {/* the status is entered by staff, which the note says: nobody should take it for a measurement */}
          <span className={styles.note}>{t('Status set by the service team')}</span>
        </p>
      </div>
      <GateDrawing open={online} />
    </div>
  );
}

interface NeedsAttentionProps {
  record: SiteRecord;
  /** The counts of the current year. */
  current: YearCounts;
  /** The year that the profile shows below. */
  shown: number;
  /** The site an admin picked; null for a client. */
  site: string | null;
  now: Date;
}

/** The concerns of the site, directly below its name. They include the end of the contract from the day on which a renewal can be asked for. */
export function NeedsAttention({ record, current, shown, site, now }: NeedsAttentionProps) {
  const concerns = siteConcerns(record, visitStanding(current, now), now, [callsConcern(current.calls)]).filter(
    (concern) => needsAttention(concern) || concern.kind === 'ends later',
  );
  // an archived site has no due dates
  if (concerns.length === 0 || isArchived(record)) return null;
  return (
    <div className={`${layout.row} ${styles.attention}`}>
      <p className={`${layout.line} ${texts.bold} ${styles.needs}`} id="needs-attention">
        <Icon name="warning" />
        {t('Needs attention')}
      </p>
      <ul className={`${layout.wrap} ${styles.concerns}`} aria-labelledby="needs-attention">
        {concerns.map((concern) => (
          <li key={concern.kind}>
            <ConcernLink concern={concern} record={record} site={site} isCurrentYearShown={shown === current.year} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ConcernLinkProps extends Pick<NeedsAttentionProps, 'record' | 'site'> {
  concern: Concern;
  /** Whether the profile shows the current year, and so the months that explain the concern. */
  isCurrentYearShown: boolean;
}

/** A link to the explanation of a concern, or to its solution: the form of the site for staff, a message to support for clients. */
function ConcernLink({ concern: { kind, text }, record, site, isCurrentYearShown }: ConcernLinkProps) {
  if (kind === 'calls') return <Link to={toHistory(site, null, 'emergency')}>{text}</Link>;
  if (kind !== 'offline' && !isContractKind(kind)) {
    // a plain link, because only the browser marks its target with `:target`
    if (isCurrentYearShown) return <a href={`#${monthsAnchor}`}>{text}</a>;
    return <Link to={linkTo(paths.profile, { site })}>{text}</Link>;
  }
  if (site !== null)
    return (
      <Link to={linkTo(paths.sites, { site })}>
        {kind === 'offline'
          ? t('{concern}: set its status', { concern: text })
          : t('{concern}: offer the renewal', { concern: text })}
      </Link>
    );
  return (
    <a
      href={supportMessageUrl(kind === 'offline' ? offlineQuestion(record) : renewalQuestion(record, kind))}
      target="_blank"
      rel="noopener noreferrer"
    >
      {kind === 'offline'
        ? t('{concern}: ask about it', { concern: text })
        : t('{concern}: ask for the renewal', { concern: text })}
    </a>
  );
}

type ContractKind = Extract<ConcernKind, 'expired' | 'ending' | 'ends later'>;

const isContractKind = (kind: ConcernKind): kind is ContractKind =>
  kind === 'expired' || kind === 'ending' || kind === 'ends later';

function offlineQuestion(record: SiteRecord): string {
  return t('{site}: the portal shows our system as offline. When will it be back?', { site: siteTitle(record) });
}

function renewalQuestion(record: SiteRecord, kind: ContractKind): string {
  return t(
    '{site}: our service contract {state, select, over {ended} other {ends}} on {day}. Please send us an offer for its renewal.',
    {
      site: siteTitle(record),
      state: kind === 'expired' ? 'over' : 'running',
      day: longDay(contractDay(record.contract_until ?? '') ?? ''),
    },
  );
}

/** The band without a site, while its record is loaded. `line` says why nothing is shown. */
export function WaitingBand({ title, line }: { title: string; line: string }) {
  return (
    <div className={styles.band}>
      <div className={`${layout.gap2} ${styles.names}`}>
        <PageHeading title={title} />
        <p className={styles.address} role="status">
          {line}
        </p>
        <span className={styles.unknown} />
      </div>
    </div>
  );
}

/** A decorative gate, whose arm is up when the system is online. The badge says the status in words. */
function GateDrawing({ open }: { open: boolean }) {
  return (
    <svg
      className={`${layout.unprinted} ${styles.gate}`}
      viewBox="0 0 420 180"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      data-open={open}
    >
      <path fill="var(--road)" d="M-1600 164h2020v16h-2020z" />
      <path stroke="var(--nav-line)" strokeWidth="3" strokeDasharray="34 46" d="M-1600 172H420" />
      <rect fill="#2e9aab" x="316" y="84" width="44" height="80" rx="4" />
      <path fill="#17212b" opacity="0.7" d="M326 132h24v4h-24zM326 142h24v4h-24z" />
      <rect fill="#5c6873" x="308" y="158" width="60" height="8" rx="2" />
      <g className={open ? styles.raised : undefined}>
        <rect fill="#f3f1ea" x="84" y="94" width="258" height="14" rx="7" />
        <path
          fill="#e0452f"
          d="M104 94h30l-10 14h-30zM164 94h30l-10 14h-30zM224 94h30l-10 14h-30zM284 94h22l-10 14h-22z"
        />
      </g>
      <circle fill="#f2b01e" cx="338" cy="101" r="12" />
      <circle fill="#17212b" cx="338" cy="101" r="4" />
      {open && (
        <path
          fill="none"
          stroke="#f2b01e"
          strokeWidth="4"
          strokeLinecap="round"
          d="M378 84a22 22 0 0 1 20 20M378 70a36 36 0 0 1 34 34"
        />
      )}
    </svg>
  );
}
