import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { isNoService } from '../../lib/request-error.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { pageOf } from '../../lib/screen/list-pages.ts';
import { linksQuery } from '../../records/link/link-calls.ts';
import { openedText, shownText } from '../../records/link/link-words.ts';
import type { SharedLink } from '../../records/link/link.ts';
import { languageOf, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { hasFailed, LoadFailure } from '../../ui/message/Loaded.tsx';
import { Notice } from '../../ui/message/Notice.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { EndLinkDialog } from './EndLinkDialog.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './LinkList.module.css';

interface LinkListProps {
  siteId: number;
  /** The shown visits of the site, from which the titles of linked visits are taken; empty while they are not known. */
  visits: readonly Task[];
}

const linksOnPage = 10;

/**
 * The links of a site: for whom each is, which visits it opens, until when, how often it was opened, and a button to end it (`decisions
 * §16`). Without a connection it says that it needs a connection.
 */
export function LinkList({ siteId, visits }: LinkListProps) {
  const links = useQuery(linksQuery(siteId));
  const [requestedPage, setRequestedPage] = useState(1);
  const [linkToEnd, setLinkToEnd] = useState<SharedLink | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const page = pageOf(links.data ?? [], requestedPage, linksOnPage);
  return (
    <div ref={list} tabIndex={-1} role="group" aria-label={t('Links')} className={`${layout.gap3} ${styles.list}`}>
      <p role="status" className={announcement ? texts.medium : layout.visuallyHidden}>
        {announcement}
      </p>
      {hasFailed(links) && isNoService(links.error) ? (
        <Notice
          role="status"
          tone="info"
          message={t('The list of links needs a connection. It comes by itself when there is one.')}
          action={links.isFetching ? t('Trying…') : t('Try again')}
          busy={links.isFetching}
          onAction={() => void links.refetch()}
        />
      ) : (
        <LoadFailure query={links} error={t('Error fetching data.')} />
      )}
      {links.data === undefined && !hasFailed(links) && (
        <ListSkeleton text={t('Loading the links…')} rows={2} height={84} />
      )}
      {links.data?.length === 0 && (
        <p>
          {t('No links. They are made in Service History: of one visit among its details, of several after Choose.')}
        </p>
      )}
      {page.rows.length > 0 && (
        <ul>
          {page.rows.map((link) => (
            <LinkItem key={link.id} link={link} visits={visits} onEnd={() => setLinkToEnd(link)} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        onPage={(next) => {
          setRequestedPage(next);
          list.current?.focus();
        }}
      />
      {linkToEnd && (
        <EndLinkDialog
          link={linkToEnd}
          onClose={() => setLinkToEnd(null)}
          onEnded={() => {
            setLinkToEnd(null);
            setAnnouncement(t('The link for {label} has ended.', { label: linkToEnd.label }));
            // the pressed button disappears when the link has ended
            focusAfter(() => list.current);
          }}
        />
      )}
    </div>
  );
}

interface LinkItemProps {
  link: SharedLink;
  visits: readonly Task[];
  onEnd: () => void;
}

function LinkItem({ link, visits, onEnd }: LinkItemProps) {
  const { label, made_at: madeAt, made_by: keyName, until, ended_at: endedAt } = link;
  return (
    <li className={`${surface.divided} ${styles.link} ${endedAt === null ? '' : styles.over}`}>
      <div className={`${layout.gap1} ${texts.breaks} ${styles.what}`}>
        <p className={styles.name} lang={languageOf(label)}>
          {label}
        </p>
        <p className={texts.small}>{shownText(link)}</p>
        <LinkedTitles ids={link.task_ids} visits={visits} />
      </div>
      <div className={`${layout.gap1} ${texts.small} ${styles.state}`}>
        <p className={texts.medium}>
          {endedAt === null
            ? t('Until {day}', { day: longDate(until) })
            : t('Ended on {day}', { day: longDate(endedAt) })}
        </p>
        <p>{openedText(link)}</p>
        <p className={texts.breaks}>
          {keyName === null
            ? t('Made on {day}', { day: longDate(madeAt) })
            : t('Made on {day} with the key {key}', { day: longDate(madeAt), key: keyName })}
        </p>
      </div>
      {endedAt === null && (
        <Button className={styles.end} aria-label={t('End the link for {label}', { label })} onClick={onEnd}>
          {t('End')}
        </Button>
      )}
    </li>
  );
}

/** Up to this many visits are listed by title; further visits are counted. */
const maxTitles = 3;

function LinkedTitles({ ids, visits }: { ids: readonly number[]; visits: readonly Task[] }) {
  const linkedVisits = visits.filter(({ id }) => ids.includes(id));
  if (linkedVisits.length === 0) return null;
  const moreCount = linkedVisits.length - maxTitles;
  return (
    <ul className={`${texts.small} ${styles.titles}`}>
      {/* a single further visit is listed too, because "1 more" would take as much room */}
      {linkedVisits.slice(0, moreCount === 1 ? linkedVisits.length : maxTitles).map((visit) => (
        <li key={visit.id} lang={languageOf(visit.title)}>
          {t('{title}, {day}', { title: visitTitle(visit), day: longDate(visit.time) })}
        </li>
      ))}
      {moreCount > 1 && <li>{t('{more, number} more', { more: moreCount })}</li>}
    </ul>
  );
}
