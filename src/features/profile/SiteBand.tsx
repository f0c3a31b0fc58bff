import { textOrNull } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SiteBand.module.css';

/** Names the site and says how its gates are (`spec §2`). */
export function SiteBand({ site }: { site: SiteRecord }) {
  const online = site.status === true;
  return (
    <div className={styles.band}>
      <div className={styles.names}>
        <PageHeading title={textOrNull(site.sitename) ?? 'Building Management System'} />
        <p className={styles.address}>{textOrNull(site.address) ?? 'Location not specified'}</p>
        <p className={`${layout.row} ${styles.status}`}>
          <Badge tone={online ? 'ok' : 'danger'} icon={online ? 'gate-up' : 'gate-down'}>
            {online ? 'System Online' : 'System Offline'}
          </Badge>
          {/* a stored flag, which nobody should take for a measurement */}
          <span className={styles.note}>Status set by the service team</span>
        </p>
      </div>
      <GateDrawing open={online} />
    </div>
  );
}

/** Shown while nothing is known of the site; `line` says why. */
export function WaitingBand({ title, line }: { title: string; line: string }) {
  return (
    <div className={styles.band}>
      <div className={styles.names}>
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
      className={styles.gate}
      viewBox="0 0 420 180"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      data-open={open}
    >
      <path className={styles.road} d="M-1600 164h2020v16h-2020z" />
      <path className={styles.lane} d="M-1600 172H420" />
      <rect className={styles.cabinet} x="316" y="84" width="44" height="80" rx="4" />
      <path className={styles.slot} d="M326 132h24v4h-24zM326 142h24v4h-24z" />
      <rect className={styles.foot} x="308" y="158" width="60" height="8" rx="2" />
      <g className={open ? styles.raised : undefined}>
        <rect className={styles.white} x="84" y="94" width="258" height="14" rx="7" />
        <path
          className={styles.red}
          d="M104 94h30l-10 14h-30zM164 94h30l-10 14h-30zM224 94h30l-10 14h-30zM284 94h22l-10 14h-22z"
        />
      </g>
      <circle className={styles.hub} cx="338" cy="101" r="12" />
      <circle className={styles.axle} cx="338" cy="101" r="4" />
      {open && <path className={styles.waves} d="M378 84a22 22 0 0 1 20 20M378 70a36 36 0 0 1 34 34" />}
    </svg>
  );
}
