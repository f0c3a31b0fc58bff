import { readContract } from '../../records/site/contract.ts';
import { given, siteColumns, siteValueText, type SiteColumn } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import styles from './ProfilePlate.module.css';

interface SiteCard {
  label: string;
  kind: SiteColumn['kind'];
  value: string | null;
  /** What stands there instead. */
  fallback: string;
}

/** The cards of the profile in their order, with the text for a missing value (`spec §2`). */
export function siteCards(site: SiteRecord): SiteCard[] {
  return siteColumns
    .flatMap(({ column, label, kind, card }) => (card ? [{ column, label, kind, ...card }] : []))
    .toSorted((a, b) => a.place - b.place)
    .map(({ column, label, kind, fallback }) => {
      const value = siteValueText(kind, site[column]);
      return { label, kind, value: value !== null && kind === 'category' ? capitalise(value) : value, fallback };
    });
}

/** The first letter of each word raised here and not by the style sheet, so that print and exports match. */
export function capitalise(value: string): string {
  return value.replace(/(?<=^|[\s(/])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** The ruled plate of a site: a band that names it and says how its gates are, and its cards. */
export function ProfilePlate({ site, now }: { site: SiteRecord; now: Date }) {
  const online = site.status === true;
  return (
    <div className={`${layout.plate} ${styles.plate}`}>
      <div className={styles.band}>
        <div className={styles.names}>
          <PageHeading title={given(site.sitename) ?? 'Building Management System'} />
          <p className={styles.address}>{given(site.address) ?? 'Location not specified'}</p>
          <p className={`${layout.row} ${styles.status}`}>
            <Badge tone={online ? 'ok' : 'danger'} icon={online ? 'gate-up' : 'gate-down'}>
              {online ? 'System Online' : 'System Offline'}
            </Badge>
            {/* a stored flag, not a measurement: nobody should take it for one */}
            <span className={styles.note}>Status set by the service team</span>
          </p>
        </div>
        <GateDrawing open={online} />
      </div>
      <dl className={styles.cards}>
        {siteCards(site).map((card) => (
          <div key={card.label} className={styles.card}>
            <dt className={styles.label}>{card.label}</dt>
            <dd className={styles.value}>
              {card.value === null ? (
                <span className={styles.missing}>{card.fallback}</span>
              ) : (
                <CardValue kind={card.kind} text={card.value} now={now} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function CardValue({ kind, text, now }: { kind: SiteColumn['kind']; text: string; now: Date }) {
  if (kind === 'phone')
    return (
      <a className={styles.phone} href={`tel:${text}`}>
        <Icon name="phone" />
        {text}
      </a>
    );
  const notice = kind === 'contract end' ? readContract(text, now).notice : null;
  return (
    <>
      <span className={text.length > 18 ? styles.long : undefined}>{text}</span>
      {notice && (
        <span className={styles.notice}>
          <Badge tone={notice.tone} icon={notice.tone === 'info' ? 'calendar' : 'warning'}>
            {notice.text}
          </Badge>
        </span>
      )}
    </>
  );
}

/** The gate of the band: arm up when the system is online. The badge says the same in words. */
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
