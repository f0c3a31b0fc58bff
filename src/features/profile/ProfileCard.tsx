import { readContract } from '../../records/site/contract.ts';
import type { SiteCard } from '../../records/site/site-record.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ProfileCard.module.css';

/** One cell of the plate. */
export function ProfileCard({ card, now }: { card: SiteCard; now: Date }) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>{card.label}</dt>
      <dd className={styles.value}>
        {card.value === null ? (
          <span className={styles.missing}>{card.fallback}</span>
        ) : (
          <Value label={card.label} value={card.value} now={now} />
        )}
      </dd>
    </div>
  );
}

function Value({ label, value, now }: { label: string; value: string; now: Date }) {
  if (label === 'Person In-charge')
    return (
      <a className={styles.phone} href={`tel:${value}`}>
        <Icon name="phone" />
        {value}
      </a>
    );
  if (label !== 'Contract End Date') return <Fitted text={value} />;
  const { text, notice } = readContract(value, now);
  return (
    <>
      <Fitted text={text} />
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

function Fitted({ text }: { text: string }) {
  return <span className={text.length > 18 ? styles.long : undefined}>{text}</span>;
}
