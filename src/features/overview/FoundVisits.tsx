import { memo, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import { KindBadge } from '../../components/task/TaskMarks.tsx';
import { excerptOf, placesOf, wordsOf } from '../../lib/text-search.ts';
import { linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { languageOf } from '../../records/task/task.ts';
import type { FoundVisit } from './visit-search.ts';
import { momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FoundVisits.module.css';

/** Marking long texts is slow, and every typed character would repeat it. */
const FoundVisitItem = memo(function FoundVisitItem({ visit, words }: { visit: FoundVisit; words: readonly string[] }) {
  const { site, time, title, kind, photos } = visit;
  const text = excerptOf(visit.text, words);
  return (
    <li className={styles.visit}>
      <p className={styles.facts}>
        <span className={styles.site}>
          <MarkedText text={site} places={placesOf(site, words)} />
        </span>
        <time dateTime={time}>{momentText(time)}</time>
        <KindBadge kind={kind ?? undefined} />
        {!visit.showing && <Badge tone="neutral">Hidden</Badge>}
        {visit.pdf && (
          <span className={styles.file}>
            <Icon name="pdf" />
            PDF
          </span>
        )}
        {photos > 0 && (
          <span className={styles.file}>
            <Icon name="photo" />
            {photos === 1 ? '1 photo' : `${photos} photos`}
          </span>
        )}
      </p>
      <Link className={`${layout.cover} ${styles.title}`} to={visitPlace(visit)} lang={languageOf(title)}>
        <MarkedText text={title} places={placesOf(title, words)} />
      </Link>
      <p className={`${texts.clamp} ${styles.text}`} lang={languageOf(text)}>
        <MarkedText text={text} places={placesOf(text, words)} />
      </p>
    </li>
  );
});

/** Shows the sentence that matched, so that people need not open every result. */
export function FoundVisits({ visits, query }: { visits: readonly FoundVisit[]; query: string }) {
  const words = useMemo(() => wordsOf(query), [query]);
  return (
    <ol className={`${layout.plate} ${styles.list}`}>
      {visits.map((visit) => (
        <FoundVisitItem key={`${visit.site_id} ${visit.task_id}`} visit={visit} words={words} />
      ))}
    </ol>
  );
}

/** In its site's history; a hidden one is only in the Data Deleter. */
function visitPlace({ site, task_id, showing, year, month }: FoundVisit): string {
  if (showing) return toVisit(task_id, site);
  return linkTo(paths.dataDeleter, { site, year, month, show: 'deleted' });
}
