import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SiteNeeds } from '../../components/SiteNeeds.tsx';
import { useDialogCode } from '../../components/use-dialog-code.ts';
import { t } from '../../lib/language/translate.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { telUrl } from '../../records/company.ts';
import type { Fault } from '../../records/fault/fault.ts';
import type { PinnedSite } from '../../records/offline/pinned-sites.ts';
import { linkTo, toHistory, toMonth, toOpenFollowUps } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { contactPhone, contactRole } from '../../records/site-contacts/site-contact.ts';
import { siteValueText, textOrNull } from '../../records/site/site-columns.ts';
import type { WatchedSite } from '../../records/site/watched-site.ts';
import { openForText } from '../../records/task/follow-up-words.ts';
import { followKey } from '../../records/task/follow-ups.ts';
import { nothingDueText, periodStateLabels } from '../../records/task/service-periods.ts';
import { languageOf } from '../../records/task/task.ts';
import { visitTime } from '../../records/task/visit.ts';
import { shortDay, siteMonth } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import { MenuItem, MenuLink } from '../../ui/menu/MenuItem.tsx';
import type { OpenOfSite } from './follow-ups-query.ts';
import { SiteFaults } from './SiteFaults.tsx';
import buttons from '../../ui/Button.module.css';
import links from '../../ui/ButtonLink.module.css';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './MySites.module.css';

interface MySiteProps {
  site: WatchedSite;
  now: Date;
  /** The open recommendations of the site, the oldest first. */
  open: readonly OpenOfSite[] | undefined;
  /** The open faults of the site, the most urgent first. */
  faults: readonly Fault[];
  /** The offline copy of the site; null if it has none, undefined before that is known. */
  pinned: PinnedSite | null | undefined;
  /** The matches of a search in the site. */
  children: ReactNode;
}

/** The card of a site: its concerns, faults and recommendations, its contacts, and links to the screens that a technician needs. */
export function MySite({ site, now, open = [], faults, pinned, children }: MySiteProps) {
  const heading = useId();
  const { row, service, concerns } = site;
  // faults and recommendations that are listed on the card are not repeated among the concerns
  const needs = concerns.filter(({ kind }) => {
    if (kind === 'fault' || kind === 'late fault') return faults.length === 0;
    return kind !== 'follow' || open.length === 0;
  });
  const { name } = row;
  const title = textOrNull(row.sitename);
  const phone = siteValueText('phone', row.person_in_charge);
  const { year, month } = siteMonth(now);
  const documents = useDialogCode(
    async () => (await import('./DocumentsDialog.tsx')).DocumentsDialog,
    t('The documents could not be loaded. Check the connection and try again.'),
  );
  const [params, change] = useQueryValues<'site' | 'document'>();
  const isLinked = params.get('site')?.normalize() === name.normalize() && params.has('document');
  useWhen(isLinked || null, documents.open);
  const closeDocuments = () => {
    documents.close();
    // the link must leave the address, or else the next link to a document would open this dialog too
    if (params.has('site')) change({ site: null, document: null });
  };
  return (
    <article className={`${surface.box} ${styles.card}`} aria-labelledby={heading}>
      <div className={layout.gap1}>
        <h2 id={heading} className={styles.name}>
          <Link to={toHistory(name)}>{name}</Link>
        </h2>
        {title !== null && title !== name && <p className={texts.muted}>{title}</p>}
        {children}
      </div>
      <nav className={layout.wrap} aria-label={name}>
        <Link
          className={`${buttons.button} ${buttons.primary} ${links.primary} ${styles.add}`}
          to={linkTo(paths.addTask, { site: name })}
        >
          <Icon name="plus" />
          {t('Add a visit')}
        </Link>
        <Menu label={t('More')} title={name} describedBy={heading}>
          <MenuLink icon="pdf" label={t('Report form')} to={linkTo(paths.maintenanceForm, { site: name })} />
          <MenuLink icon="clock" label={t('Service History')} to={toHistory(name)} />
          <MenuLink icon="calendar" label={t('This month')} to={toMonth(year, month, name)} />
          <MenuItem icon="folder" label={t('Documents')} onSelect={documents.open} />
        </Menu>
        {documents.Opened && <documents.Opened site={{ id: row.site_id, name }} onClose={closeDocuments} />}
      </nav>
      {faults.length > 0 && <SiteFaults site={name} faults={faults} />}
      {needs.length > 0 && <SiteNeeds concerns={needs} />}
      {needs.length + faults.length === 0 && <p className={texts.muted}>{t('Nothing is due.')}</p>}
      {open.length > 0 && <Recommendations site={name} open={open} now={now} />}
      <dl className={styles.facts}>
        <Fact label={t('Status')}>{siteValueText('status', row.status === true)}</Fact>
        <Fact label={t('Last visit')}>
          {row.last_visit === null ? (
            t('No visit yet')
          ) : (
            <Link to={linkTo(paths.serviceHistory, { site: name, task: row.last_task })}>
              {shortDay(visitTime(row.last_visit).date)}
            </Link>
          )}
        </Fact>
        <Fact label={t('This period')}>
          {service.running === null ? null : periodStateLabels[service.running.state]}
        </Fact>
        <Fact label={t('Next visit due')}>
          {service.nextDue === null ? nothingDueText(service) : t('By {day}', { day: shortDay(service.nextDue) })}
        </Fact>
        <Fact label={t('Address')}>{textOrNull(row.address)}</Fact>
        <Fact label={t('JMB In-charge')}>{textOrNull(row.jmb_name)}</Fact>
        <Fact label={t('Person In-charge')}>{phone !== null && <Call phone={phone} />}</Fact>
        {row.site_contacts.map((contact, index) => (
          // two contacts can have the same values, and their order never changes, so the index is the key
          <Fact key={index} label={contactRole(contact)}>
            {contact.name}
            <br />
            <Call phone={contactPhone(contact)} />
          </Fact>
        ))}
      </dl>
      {pinned !== undefined && <DeviceMark pinned={pinned} />}
    </article>
  );
}

function Call({ phone }: { phone: string }) {
  return (
    <a className={`${layout.inline} ${styles.call}`} href={telUrl(phone)}>
      <Icon name="phone" />
      {phone}
    </a>
  );
}

/** How many recommendations are listed; the link shows the others. */
const maxNamed = 3;

/** The open recommendations, which the next visit should carry out (`decisions §14`). */
function Recommendations({ site, open, now }: { site: string; open: readonly OpenOfSite[]; now: Date }) {
  const unlistedCount = open.length - maxNamed;
  return (
    <div className={`${texts.breaks} ${surface.smallIcons} ${styles.open}`}>
      <Icon name="flag" />
      <div>
        <Link className={styles.call} to={toOpenFollowUps(site)}>
          {t('{count, plural, one {# recommendation} other {# recommendations}} open', { count: open.length })}
        </Link>
        <ul className={styles.named}>
          {open.slice(0, maxNamed).map(({ visit, line, text }) => (
            <li key={followKey({ task: visit.id, line })}>
              <span lang={languageOf(text)}>{text}</span>{' '}
              <span className={`${texts.smaller} ${texts.muted} ${styles.age}`}>{openForText(visit.time, now)}</span>
            </li>
          ))}
          {unlistedCount > 0 && <li className={texts.muted}>{t('and {count} more', { count: unlistedCount })}</li>}
        </ul>
      </div>
    </div>
  );
}

/** A fact with its label; absent if the value is not known. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === false) return null;
  return (
    <div className={styles.line}>
      <dt className={texts.faint}>{label}</dt>
      <dd className={`${texts.breaks} ${styles.value}`}>{children}</dd>
    </div>
  );
}

function DeviceMark({ pinned }: { pinned: PinnedSite | null }) {
  return (
    <p className={styles.mark}>
      {pinned === null ? (
        <Badge tone="neutral">{t('Not kept for offline')}</Badge>
      ) : pinned.missing > 0 ? (
        <Badge tone="warn" icon="download">
          {t('Partly kept for offline')}
        </Badge>
      ) : (
        <Badge tone="ok" icon="check">
          {t('Kept for offline')}
        </Badge>
      )}
    </p>
  );
}
