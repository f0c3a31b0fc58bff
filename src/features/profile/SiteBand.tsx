import { Link } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { supportMessageUrl } from '../../lib/support-message.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { needsAttention, siteConcerns, type Concern } from '../../records/site/concerns.ts';
import { siteTitle, textOrNull } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { visitStanding, type YearCounts } from './this-year/this-year.ts';
import { anchors } from './this-year/YearFacts.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './SiteBand.module.css';

interface SiteBandProps {
  record: SiteRecord;
  counts: YearCounts;
  /** The site an admin picked; null for a client. */
  site: string | null;
  now: Date;
}

/** Names the site, and says what it needs and how its gates are (`spec §2`). */
export function SiteBand({ record, counts, site, now }: SiteBandProps) {
  const online = record.status === true;
  const concerns = siteConcerns(record, visitStanding(counts, now), now).filter(needsAttention);
  return (
    <div className={styles.band}>
      <div className={`${layout.gap2} ${styles.names}`}>
        <PageHeading title={textOrNull(record.sitename) ?? t('Building Management System')} />
        <p className={styles.address}>{textOrNull(record.address) ?? t('Location not specified')}</p>
        {concerns.length > 0 && <Attention concerns={concerns} record={record} site={site} />}
        <p className={`${layout.row} ${styles.status}`}>
          <Badge tone={online ? 'ok' : 'danger'} icon={online ? 'gate-up' : 'gate-down'}>
            {t(online ? 'System Online' : 'System Offline')}
          </Badge>
          {/* a stored flag, which nobody should take for a measurement */}
          <span className={styles.note}>{t('Status set by the service team')}</span>
        </p>
      </div>
      <GateDrawing open={online} />
    </div>
  );
}

function Attention({
  concerns,
  record,
  site,
}: { concerns: readonly Concern[] } & Pick<SiteBandProps, 'record' | 'site'>) {
  return (
    <div className={`${layout.row} ${styles.attention}`}>
      <p className={`${layout.line} ${texts.bold} ${styles.needs}`} id="needs-attention">
        <Icon name="warning" />
        {t('Needs attention')}
      </p>
      <ul className={`${layout.wrap} ${styles.concerns}`} aria-labelledby="needs-attention">
        {concerns.map((concern) => (
          <li key={concern.kind}>
            <ConcernLink concern={concern} record={record} site={site} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Leads to where the concern is explained or acted on. Only the service team knows why a gate is offline. */
function ConcernLink({
  concern: { kind, text },
  record,
  site,
}: { concern: Concern } & Pick<SiteBandProps, 'record' | 'site'>) {
  // a plain link: the browser scrolls to the place and marks it
  if (kind !== 'offline')
    return <a href={`#${kind === 'expired' || kind === 'ending' ? anchors.contract : anchors.visits}`}>{text}</a>;
  if (site !== null)
    return <Link to={linkTo(paths.sites, { site })}>{t('{concern}: set its status', { concern: text })}</Link>;
  return (
    <a
      href={supportMessageUrl(
        t('{site}: the portal shows our system as offline. When will it be back?', { site: siteTitle(record) }),
      )}
      target="_blank"
      rel="noopener noreferrer"
    >
      {t('{concern}: ask about it', { concern: text })}
    </a>
  );
}

/** Shown while nothing is known of the site; `line` says why. */
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

/** Decorative: arm up when the system is online, which the badge says in words. */
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
