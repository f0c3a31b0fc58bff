import { given, siteCards, type SiteRecord } from '../../records/site/site-record.ts';
import { Badge } from '../../ui/Badge.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { GateDrawing } from './GateDrawing.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import styles from './ProfilePlate.module.css';

/** The ruled plate of a site: a band that names it and says how its gates are, and its eleven cards. */
export function ProfilePlate({ site, now }: { site: SiteRecord; now: Date }) {
  const online = site.status === true;
  return (
    <div className={styles.plate}>
      <div className={styles.band}>
        <div className={styles.names}>
          <PageHeading title={given(site.sitename) ?? 'Building Management System'} />
          <p className={styles.address}>{given(site.address) ?? 'Location not specified'}</p>
          <p className={styles.status}>
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
          <ProfileCard key={card.label} card={card} now={now} />
        ))}
      </dl>
    </div>
  );
}
