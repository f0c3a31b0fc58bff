import { readContract } from '../../records/site/contract.ts';
import { siteColumns, siteValueText, type SiteColumn } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { Fact, Facts, MissingFact } from './Facts.tsx';
import styles from './ProfilePlate.module.css';

interface SiteCard {
  label: string;
  kind: SiteColumn['kind'];
  value: string | null;
  fallback: string;
}

/** In order, with the text for a missing value (`spec §2`). */
export function siteCards(site: SiteRecord): SiteCard[] {
  return siteColumns
    .flatMap(({ column, label, kind, card }) => (card ? [{ column, label, kind, ...card }] : []))
    .toSorted((a, b) => a.place - b.place)
    .map(({ column, label, kind, fallback }) => {
      const value = siteValueText(kind, site[column]);
      return { label, kind, value: value !== null && kind === 'category' ? capitalise(value) : value, fallback };
    });
}

/** In code and not by CSS, so that print and exports match. */
export function capitalise(value: string): string {
  return value.replace(/(?<=^|[\s(/])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** The facts of a site, one cell each (`spec §2`). */
export function ProfilePlate({ site, now }: { site: SiteRecord; now: Date }) {
  return (
    <Facts label="Site details" columns="four" className={layout.plate}>
      {siteCards(site).map(({ label, kind, value, fallback }) => (
        <Fact key={label} label={label}>
          {value === null ? <MissingFact>{fallback}</MissingFact> : <CardValue kind={kind} text={value} now={now} />}
        </Fact>
      ))}
    </Facts>
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
      <span>{text}</span>
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
