import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSiteFaults } from '../../components/call-out/use-site-faults.ts';
import { NeedsConnection } from '../../components/NeedsConnection.tsx';
import { OwnSessions } from '../../components/sessions/SessionsDialog.tsx';
import { SitePicker, useSiteChoice, UnlinkedKey } from '../../components/SitePicker.tsx';
import { NewBadge } from '../../components/task/TaskMarks.tsx';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { useRight } from '../../components/use-right.ts';
import { useToday } from '../../components/use-today.ts';
import { rich } from '../../lib/language/rich.tsx';
import { message, said, t } from '../../lib/language/translate.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import { telUrl } from '../../records/company.ts';
import { failureSiteQuery, type FailureSite } from '../../records/failure/failure-queries.ts';
import { toHistory, toVisit } from '../../records/portal-links.ts';
import { isArchived } from '../../records/site/archive.ts';
import { readContract } from '../../records/site/contract.ts';
import { dueDates } from '../../records/site/due-dates.ts';
import { saveDueCalendar } from '../../records/site/save-due-calendar.ts';
import {
  siteColumns,
  shownSiteValue,
  siteTitle,
  storedBehindShown,
  textOrNull,
  type SiteColumn,
} from '../../records/site/site-columns.ts';
import { siteRecordQuery, type SiteRecord } from '../../records/site/site-queries.ts';
import { agreementOf } from '../../records/task/service-periods.ts';
import { hasPdf, languageOf, visibleTasks, type HiddenTask, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { LoadError } from '../../ui/message/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { MoreContacts } from './contacts/MoreContacts.tsx';
import { ProfileDocuments } from './documents/ProfileDocuments.tsx';
import { ExportDialog } from './export/ExportDialog.tsx';
import { FaultRows, WaitingFaults } from './faults/FaultRows.tsx';
import { LinksOffer } from './links/LinksOffer.tsx';
import { NotesOffer } from './notes/NotesOffer.tsx';
import { NeedsAttention, SiteBand, WaitingBand } from './SiteBand.tsx';
import { ShownYear, useShownYear } from './this-year/ShownYear.tsx';
import { countYear } from './this-year/this-year.ts';
import { type FailureCounts, Fact, Facts, MissingFact } from './this-year/YearFacts.tsx';
import { WaitingSquares } from './this-year/YearSquares.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ProfileRoute.module.css';

const noData = message('No profile data available. Please check your connection and try again.');

/** The site profile (`spec §2`). A missing record and a failed load have the same message. */
export function ProfileRoute() {
  const { site, picks, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });
  const failures = useQuery({ ...failureSiteQuery(site), enabled: ready });

  const retry = () => {
    void record.refetch();
    if (failures.isError) void failures.refetch();
  };
  return (
    <div className={`${layout.gap5} ${styles.profile}`}>
      {picks && (
        <div>
          <SitePicker />
        </div>
      )}
      {ready ? (
        <LoadedProfile record={record} failures={failures} site={site} onRetry={retry} />
      ) : (
        <PageHeading title={t('Profile')} subtitle={t('Select a site to see its profile.')} />
      )}
    </div>
  );
}

interface LoadedProfileProps {
  record: UseQueryResult<SiteRecord | null>;
  failures: UseQueryResult<FailureSite | null>;
  site: string | null;
  onRetry: () => void;
}

function LoadedProfile({ record, failures, site, onRetry }: LoadedProfileProps) {
  const now = useToday();
  // the failures may not be loaded: then the time of the record is used
  const readAt = Math.min(record.dataUpdatedAt, failures.dataUpdatedAt || Infinity);
  if (record.data)
    return <SiteProfile record={record.data} failures={failures} site={site} now={now} readAt={readAt} />;
  if (record.isFetching && !hasFailed(record)) return <ProfileSkeleton />;
  return (
    <>
      <PageHeading title={t('Profile')} />
      <LoadError message={said(noData)} busy={record.isFetching} onRetry={onRetry} />
      {record.isSuccess && <UnlinkedKey />}
    </>
  );
}

interface SiteProfileProps {
  record: SiteRecord;
  failures: FailureCounts;
  site: string | null;
  now: Date;
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
}

function SiteProfile({ record, failures, site, now, readAt }: SiteProfileProps) {
  const printing = usePrinting();
  const { year, ...choice } = useShownYear(record, now);
  const { faults, pending, now: readMoment } = useSiteFaults(record.id);
  // memoised, because a site may have thousands of visits
  const [current, counts] = useMemo(() => {
    const currentCounts = countYear(record, faults, readMoment);
    const isCurrent = year === currentCounts.year;
    return [currentCounts, isCurrent ? currentCounts : countYear(record, faults, readMoment, year)];
  }, [record, faults, readMoment, year]);
  return (
    <>
      {printing && <p className={styles.printed}>{t('Printed on {time}', { time: momentText(printing) })}</p>}
      <div className={`${surface.plate} ${layout.clipped}`}>
        <SiteBand record={record} />
        <FaultRows record={record} posts={[...(failures.data?.posts.keys() ?? [])]} site={site} />
        <NeedsAttention record={record} current={current} shown={counts.year} site={site} now={now} />
        <ShownYear
          record={record}
          counts={counts}
          choice={choice}
          failures={failures}
          pendingFaults={pending}
          site={site}
          now={now}
          readAt={readAt}
        />
      </div>
      <ProfilePlate site={record} now={now} />
      <MoreContacts siteId={record.id} />
      <div className={styles.below}>
        <LatestActivity siteId={record.id} tasks={record.tasks2024} site={site} />
        <ProjectOverview />
      </div>
      <ProfileDocuments record={record} />
      <div className={styles.offers}>
        <NotesOffer record={record} />
        <LinksOffer record={record} />
        <ExportSite record={record} />
        <CalendarOffer record={record} site={site} now={now} />
        <OwnSessions />
      </div>
    </>
  );
}

function ProjectOverview() {
  return (
    <section className={`${texts.muted} ${styles.overview}`} aria-labelledby="project-overview">
      <h2 id="project-overview">{t('Project overview')}</h2>
      <p>
        {t(
          'Your access-security provider designs, installs and looks after the RFID boom gates of this site. Residents and staff pass with a tag on the windscreen, visitors are let in by the guard house, and every lane is protected by loop detectors that keep the arm up while a vehicle is under it.',
        )}
      </p>
      <p>
        {t(
          'Each preventive visit and each emergency call is recorded in this portal with photos and a service report, so that the management can show at any time what was done, when, and at which gate.',
        )}
      </p>
    </section>
  );
}

/** Downloads the whole site as a file that opens without the portal. Not printed. */
function ExportSite({ record }: { record: SiteRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <section className={`${layout.apart} ${texts.muted} ${layout.unprinted} ${surface.foot}`} aria-label={t('Export')}>
      <p>
        {t('All visits, photos, PDFs and counts of this site in one file, to keep and to read without the portal.')}
      </p>
      <NeedsConnection text={t('The export needs a connection.')} />
      <Button onClick={() => setOpen(true)}>
        <Icon name="download" />
        {t('Export this site')}
      </Button>
      {open && <ExportDialog record={record} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Saves the coming due dates as a calendar file, which is made on the device. Absent without a due date, and for an archived site. Not printed. */
function CalendarOffer({ record, site, now }: { record: SiteRecord; site: string | null; now: Date }) {
  const dates = useMemo(() => dueDates(visibleTasks(record.tasks2024), agreementOf(record), now), [record, now]);
  if (dates.length === 0 || isArchived(record)) return null;
  const title = siteTitle(record);
  const dueSite = { id: record.id, picked: site, title, address: textOrNull(record.address), dates };
  return (
    <section
      className={`${layout.apart} ${texts.muted} ${layout.unprinted} ${surface.foot}`}
      aria-label={t('Calendar')}
    >
      <p>{t('Until when each visit is due, and when the contract ends, as a file for your own calendar.')}</p>
      <Button onClick={() => void saveDueCalendar(record.name, [dueSite], now)}>
        <Icon name="calendar" />
        {t('Save for my calendar')}
      </Button>
    </section>
  );
}

/** The columns shown as cards, in the order of the cards. */
const cardColumns = siteColumns
  .flatMap((column) => (column.card ? [{ ...column, ...column.card }] : []))
  .toSorted((a, b) => a.position - b.position);
/** The height of the value on each card, in rem. */
const cardHeights = cardColumns.map(({ kind }) => (kind === 'lines' ? 3 : 1.5));

/** A placeholder with the layout of the profile, so that nothing moves when the profile loads. */
function ProfileSkeleton() {
  return (
    <>
      <div className={`${surface.plate} ${layout.clipped}`}>
        <WaitingBand title={t('Profile')} line={t('Loading profile information...')} />
        <div aria-hidden="true">
          <WaitingFaults />
          <div className={styles.year}>
            <div className={layout.gap3}>
              <Skeleton width="4rem" height="1.25rem" />
              <Skeleton width="22rem" height="2.375rem" />
            </div>
            <div className={styles.report}>
              <Skeleton width="16rem" height="2.75rem" />
            </div>
            <div className={`${layout.wide} ${layout.gap3}`}>
              <WaitingSquares />
              <Skeleton width="11.25rem" height="1.25rem" />
            </div>
          </div>
          <WaitingFacts part="year" heights={[3.0625, 4.625, 3.0625, 3.0625]} />
        </div>
      </div>
      <div aria-hidden="true">
        <WaitingFacts part="site" heights={cardHeights} />
      </div>
    </>
  );
}

interface WaitingFactsProps {
  part: 'year' | 'site';
  /** The heights of the values, in rem. */
  heights: readonly number[];
}

function WaitingFacts({ part, heights }: WaitingFactsProps) {
  return (
    <Facts label="" part={part}>
      {heights.map((height, index) => (
        // the order never changes, so the index is a stable key
        <Fact key={index} label={<Skeleton width="6rem" height="1.125rem" />}>
          <Skeleton width="9.375rem" height={`${height}rem`} />
        </Fact>
      ))}
    </Facts>
  );
}

// The facts of the site

interface SiteCard {
  label: string;
  kind: SiteColumn['kind'];
  value: string | null;
  /** The saved text, if the value is its translation into the current language; otherwise null. */
  stored: string | null;
  fallback: string;
}

/** The cards of a site in their order, each with the text to show for a missing value (`spec §2`). */
export function siteCards(site: SiteRecord): SiteCard[] {
  return cardColumns.map((card) => {
    const stored = site[card.column];
    return {
      label: said(card.label),
      kind: card.kind,
      value: shownSiteValue(card, stored),
      stored: storedBehindShown(card, stored),
      fallback: said(card.fallback),
    };
  });
}

/** The facts of a site, one cell each (`spec §2`). */
function ProfilePlate({ site, now }: { site: SiteRecord; now: Date }) {
  // a person who may edit the record sees the saved texts too
  const seesStored = useRight('changeRecords');
  return (
    <Facts label={t('Site details')} part="site">
      {siteCards(site).map(({ label, kind, value, stored, fallback }) => (
        <Fact key={label} label={label}>
          {value === null ? (
            <MissingFact>{fallback}</MissingFact>
          ) : (
            <CardValue kind={kind} text={value} contract={site.contract_until} now={now} />
          )}
          {seesStored && stored !== null && (
            <span className={`${texts.note} ${layout.unprinted}`}>{t('Stored: {text}', { text: stored })}</span>
          )}
        </Fact>
      ))}
    </Facts>
  );
}

interface CardValueProps {
  kind: SiteColumn['kind'];
  text: string;
  /** The contract's end as saved. */
  contract: string | null;
  now: Date;
}

function CardValue({ kind, text, contract, now }: CardValueProps) {
  if (kind === 'phone')
    return (
      <a className={`${layout.line} ${styles.phone}`} href={telUrl(text)}>
        <Icon name="phone" />
        {text}
      </a>
    );
  const notice = kind === 'contract end' ? readContract(contract ?? '', now).notice : null;
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

// Below the facts: the latest visits

interface LatestActivityProps {
  siteId: number;
  tasks: readonly (Task | HiddenTask)[];
  site: string | null;
}

const inVisuallyHidden = (inner: ReactNode) => <span className={layout.visuallyHidden}>{inner}</span>;

function LatestActivity({ siteId, tasks, site }: LatestActivityProps) {
  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const newTasks = useNewTasks(siteId, visible);
  const latestTasks = visible.slice(0, 3);
  return (
    <section className={`${layout.unprinted} ${styles.activity}`} aria-labelledby="latest-activity">
      <div className={`${layout.apart} ${styles.head}`}>
        <h2 id="latest-activity">{t('Latest activity')}</h2>
        {newTasks.size > 0 && (
          <p className={`${texts.smaller} ${texts.bold} ${styles.added}`}>
            {t('{count} new since your last visit', { count: newTasks.size })}
          </p>
        )}
        <Link to={toHistory(site)}>
          {rich('See all <spoken>visits in Service History</spoken>', { spoken: inVisuallyHidden })}
        </Link>
      </div>
      {latestTasks.length === 0 ? (
        <p className={texts.muted}>{t('No activities yet.')}</p>
      ) : (
        <ol className={`${surface.plate} ${layout.clipped}`}>
          {latestTasks.map((task) => (
            <ActivityEntry key={task.id} task={task} site={site} isNew={newTasks.has(task.id)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ActivityEntry({ task, site, isNew }: { task: Task; site: string | null; isNew: boolean }) {
  const photos = task.urls.length;
  return (
    <li className={`${surface.divided} ${styles.entry}`}>
      <time dateTime={task.time}>{momentText(task.time)}</time>
      <div className={styles.words}>
        <p className={`${layout.wrap} ${styles.name}`}>
          <Link
            className={`${surface.cover} ${styles.title}`}
            to={toVisit(task.id, site)}
            lang={languageOf(task.title)}
          >
            {visitTitle(task)}
          </Link>
          {isNew && <NewBadge />}
        </p>
        {(photos > 0 || hasPdf(task)) && (
          <p className={`${layout.row} ${texts.muted} ${surface.smallIcons} ${styles.files}`}>
            {photos > 0 && (
              <span>
                <Icon name="photo" />
                {t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
              </span>
            )}
            {hasPdf(task) && (
              <span>
                <Icon name="pdf" />
                {t('1 PDF')}
              </span>
            )}
          </p>
        )}
      </div>
      <span className={`${texts.faint} ${styles.open}`}>
        <Icon name="chevron-right" />
      </span>
    </li>
  );
}
