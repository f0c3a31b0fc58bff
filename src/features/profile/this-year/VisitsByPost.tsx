import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { t } from '../../../lib/language/translate.ts';
import { linkTo } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { visitsByPost } from '../../../records/task/post-visits.ts';
import { hasFailed } from '../../../ui/message/Loaded.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import type { YearCounts } from './this-year.ts';
import type { FailureCounts } from './YearFacts.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './YearFacts.module.css';

interface VisitsByPostProps {
  counts: YearCounts;
  failures: FailureCounts;
  site: string | null;
}

/** How many posts are listed; the others are only counted. The year report has a row for each post. */
const maxListedPosts = 12;

/** The visits of a year by the car posts that their titles name. A visit at any post fulfils the agreed visit of its period. */
export function VisitsByPost({ counts: { year, ofYear }, failures, site }: VisitsByPostProps) {
  const posts = failures.data?.posts;
  const visitsOfPosts = useMemo(() => posts && visitsByPost(ofYear, [...posts.keys()]), [posts, ofYear]);
  if (ofYear.length === 0) return null;
  if (!visitsOfPosts)
    return failures.isFetching && !hasFailed(failures) ? <Skeleton width="22rem" height="1.25rem" /> : null;
  // null stands for the visits whose titles name no post
  const rows = [...visitsOfPosts].flatMap(([post, visits]) => (post === null ? [] : [{ post, visits: visits.length }]));
  if (rows.length === 0) return null;
  const unnamed = visitsOfPosts.get(null)?.length ?? 0;
  return (
    <div className={`${layout.wrap} ${texts.muted} ${styles.posts}`}>
      <p id="posts-of-the-year">{t('Visits of {year} by post:', { year })}</p>
      <ul className={`${layout.wrap} ${styles.posts}`} aria-labelledby="posts-of-the-year">
        {rows.slice(0, maxListedPosts).map(({ post, visits }) => (
          <li key={post}>
            {visits === 0 ? post : <Link to={linkTo(paths.serviceHistory, { year, site, post })}>{post}</Link>}{' '}
            <span className={texts.bold}>{visits === 0 ? t('none') : visits}</span>
          </li>
        ))}
      </ul>
      {rows.length > maxListedPosts && (
        <p>{t('and {count, plural, one {# post} other {# posts}} more', { count: rows.length - maxListedPosts })}</p>
      )}
      {unnamed > 0 && (
        <p>
          {t(
            '{unnamed} of {count, plural, one {# visit} other {# visits}} {unnamed, plural, one {names} other {name}} no post',
            { unnamed, count: ofYear.length },
          )}
        </p>
      )}
    </div>
  );
}
