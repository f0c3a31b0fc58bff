import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { bestFirstText, counted, countedOf, listedWords } from '../../records/counted.ts';
import { toFailures } from '../../records/portal-links.ts';
import { siteMonth } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import { type ServiceHistory } from './use-history.ts';
import { filterCount, otherFilters } from './history-filters.ts';
import styles from './TaskHistory.module.css';
import { t } from '../../lib/language/translate.ts';

interface HistoryCountProps {
  history: ServiceHistory;
  site: string | null;
  /** How many of the tasks shown are new since the last visit. */
  added: number;
  /** Takes filters away, whose button then disappears. */
  onChange: ServiceHistory['change'];
  /** Exports; on a phone behind a button. */
  children: ReactNode;
}

/** How many tasks are shown, as a live region, so that screen readers announce what a filter did. */
export function HistoryCount({ history, site, added, onChange, children }: HistoryCountProps) {
  const [more, setMore] = useState(false);
  const { filter, order, visible, shown } = history;
  const filtered = filter.query.trim() !== '' || filterCount(filter) > 0;
  const best = order.key === 'best' ? bestFirstText(shown.length) : '';
  return (
    <div className={`${layout.apart} ${styles.bar}`}>
      <div className={shown.length === 0 ? `${surface.empty} ${styles.empty}` : `${layout.row} ${styles.line}`}>
        <p className={`${texts.muted} ${texts.medium} ${styles.count}`} role="status">
          {visible.length === 0
            ? 'No activities yet.'
            : shown.length === 0
              ? nothingFound(history)
              : `${countedOf(shown.length, visible.length, 'visit')}${best}`}
        </p>
        {shown.length === 0 && visible.length > 0 && history.postList.isKnown && (
          <Elsewhere history={history} onChange={onChange} />
        )}
        {added > 0 && (
          <p className={`${texts.smaller} ${texts.bold} ${styles.added}`}>
            {`${added} new`} <span className={styles.since}>{t('since your last visit')}</span>
          </p>
        )}
        {filter.post !== null && <PostFilter history={history} site={site} post={filter.post} onChange={onChange} />}
        {filtered && (
          <Button className={styles.clear} onClick={() => onChange({ q: '', year: '', month: '', kind: '', post: '' })}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      <Button
        className={styles.more}
        aria-expanded={more}
        aria-controls="history-actions"
        onClick={() => setMore(!more)}
      >
        <span>
          More <span className={layout.spoken}>{t('export, print and offline')}</span>
        </span>
        <Icon name="chevron-down" />
      </Button>
      <div id="history-actions" className={`${layout.wrap} ${styles.actions} ${more ? '' : styles.folded}`}>
        {children}
      </div>
    </div>
  );
}

/** What leaves nothing: year and month, in the words of `decisions §4`, or the other filters, which find nothing in any year. */
function nothingFound({ filter, found, postList }: ServiceHistory): string {
  if (!postList.isKnown)
    return postList.hasFailed
      ? `The visits of the post “${filter.post}” are not known.`
      : `There is no post named “${filter.post}”.`;
  const others = otherFilters(filter);
  if (found.length > 0 || others.length === 0) return 'No tasks found for the selected year and month.';
  return `No visit matches the ${listedWords(others)}.`;
}

/** What the filters find in other years and months, or how to search for less. */
function Elsewhere({ history, onChange }: Pick<HistoryCountProps, 'history' | 'onChange'>) {
  const { filter, found } = history;
  const others = otherFilters(filter);
  const searched = filter.query.trim();
  if (others.length === 0) return null;
  if (found.length > 0)
    return (
      <>
        <p>{`The ${listedWords(others)} ${others.length === 1 ? 'matches' : 'match'} ${counted(found.length, 'visit')} of other months.`}</p>
        <Button onClick={() => onChange({ year: '', month: '' })}>
          {found.length === 1 ? 'Show it' : `Show these ${found.length}`}
        </Button>
      </>
    );
  return searched !== '' && (others.length > 1 || filter.year !== null || filter.month !== null) ? (
    <Button onClick={() => onChange({ q: '' })}>{t('Clear search')}</Button>
  ) : null;
}

interface PostFilterProps extends Pick<HistoryCountProps, 'history' | 'site' | 'onChange'> {
  post: string;
}

/** The post whose visits are shown, to be taken away, and the way to its failures. */
function PostFilter({ history, site, post, onChange }: PostFilterProps) {
  const place = history.postList.posts.indexOf(post);
  const [now] = useState(() => new Date());
  const year = Number(history.filter.year ?? siteMonth(now).year);
  return (
    <>
      <Button className={styles.postFilter} onClick={() => onChange({ post: '' })}>
        <span className={layout.spoken}>{t('Show all posts, not only')}</span> <span>{post}</span>
        <Icon name="close" />
      </Button>
      {place !== -1 && (
        <Link className={layout.target} to={toFailures(year, site, place)}>
          {t('Failures of this post')}
        </Link>
      )}
    </>
  );
}
