import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { OfferedFilters } from '../../components/search/OfferedFilters.tsx';
import { useToday } from '../../components/use-today.ts';
import { rich } from '../../lib/language/rich.tsx';
import { t } from '../../lib/language/translate.ts';
import { clearedFilters, countFilters } from '../../lib/screen/list-filters.ts';
import { listedWords } from '../../records/counted.ts';
import { toFailures } from '../../records/portal-links.ts';
import { knownFilters, type KnownFilter } from '../../records/task/known-filters.ts';
import { siteMonth } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { FilterTokens } from './FilterTokens.tsx';
import { historyFilters, otherLimits, periodFilters, yearOfMonths } from './history-filters.ts';
import { type ServiceHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskHistory.module.css';

interface HistoryCountProps {
  history: ServiceHistory;
  site: string | null;
  /** How many of the shown tasks are new since the reader's last visit to the portal. */
  newCount: number;
  /** Changes filters. The pressed button may disappear. */
  onChange: ServiceHistory['change'];
  /** The buttons that export and print. On a phone another button shows them. */
  children: ReactNode;
}

/**
 * The bar above the list: how many visits are shown, the filters that are set or offered, a way out where nothing is found, and the actions.
 */
export function HistoryCount({ history, site, newCount, onChange, children }: HistoryCountProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { query, filter, order, searching, people, visible, shown, corrections } = history;
  const { posts } = history.postList;
  const offeredFilters = useMemo(() => knownFilters(query, posts, people), [query, posts, people]);
  const filtered = query.trim() !== '' || countFilters(filter) > 0;
  return (
    <div className={`${layout.apart} ${styles.bar}`}>
      <div className={shown.length === 0 ? `${surface.empty} ${styles.empty}` : `${layout.row} ${styles.line}`}>
        {/* a live region, so that screen readers announce the effect of a filter */}
        <p className={`${texts.muted} ${texts.medium} ${styles.count}`} role="status">
          {visible.length === 0
            ? t('No activities yet.')
            : shown.length === 0
              ? nothingFound(history)
              : shownCountText(shown.length, visible.length, order.key === 'best' && shown.length > 1)}
        </p>
        <NearestNote corrections={corrections} of="visit" />
        <OfferedFilters
          filters={offeredFilters}
          onTake={(taken) => onChange({ ...filterValues(taken), q: taken.others })}
        />
        {shown.length === 0 && visible.length > 0 && history.postList.isKnown && (
          <Elsewhere history={history} onChange={onChange} />
        )}
        {newCount > 0 && (
          <p className={`${texts.smaller} ${texts.bold} ${styles.added}`}>
            {rich('{added} new <since>since your last visit</since>', {
              added: newCount,
              since: inSince,
            })}
          </p>
        )}
        <FilterTokens filter={filter} onChange={onChange} />
        {filter.post !== null && <PostFailures history={history} site={site} post={filter.post} />}
        {searching && order.key !== 'best' && shown.length > 1 && (
          <Button className={styles.bestFirst} onClick={() => onChange({ sort: '' })}>
            {t('Best match first')}
          </Button>
        )}
        {filtered && (
          <Button className={styles.clear} onClick={() => onChange({ q: '', ...clearedFilters(historyFilters) })}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
      <Button
        className={styles.more}
        aria-expanded={isUnfolded}
        aria-controls="history-actions"
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <span>{rich('More <spoken>export, print and offline</spoken>', { spoken: visuallyHidden })}</span>
        <Icon name="chevron-down" />
      </Button>
      <div id="history-actions" className={`${layout.wrap} ${styles.actions} ${isUnfolded ? '' : styles.folded}`}>
        {children}
      </div>
    </div>
  );
}

/** The values that an offered filter sets. Days reset year and month, and a month resets the days, because both could exclude all visits. */
function filterValues(filter: KnownFilter): Parameters<ServiceHistory['change']>[0] {
  if (filter.name === 'days') return { from: filter.from, to: filter.to, year: null, month: null };
  if (filter.name === 'month') return { month: filter.month, from: null, to: null };
  if (filter.name === 'kind') return { kind: filter.kind };
  if (filter.name === 'by') return { by: filter.by };
  return filter.name === 'post' ? { post: filter.post } : { direction: filter.direction };
}

/**
 * Says how many of all visits are listed.
 * @param isBestFirst whether the best match comes first
 */
function shownCountText(shown: number, all: number, isBestFirst: boolean): string {
  if (shown === all)
    return isBestFirst
      ? t('{count, plural, one {# visit} other {# visits}}, best match first', { count: all })
      : t('{count, plural, one {# visit} other {# visits}}', { count: all });
  return isBestFirst
    ? t('{shown} of {count, plural, one {# visit} other {# visits}}, best match first', { shown, count: all })
    : t('{shown} of {count, plural, one {# visit} other {# visits}}', { shown, count: all });
}

const inSince = (inner: ReactNode) => <span className={styles.since}>{inner}</span>;

/**
 * Says why nothing is shown: the post is unknown, no visit is in the chosen year and month (`decisions §4`), or the other filters find
 * nothing in any year.
 */
function nothingFound({ query, filter, found, postList }: ServiceHistory): string {
  const post = filter.post ?? '';
  if (!postList.isKnown)
    return postList.hasFailed
      ? t('The visits of the post “{post}” are not known.', { post })
      : t('There is no post named “{post}”.', { post });
  const others = otherLimits(filter, query);
  if (found.length > 0 || others.length === 0) return t('No tasks found for the selected year and month.');
  return t('No visit matches the {filters}.', { filters: listedWords(others) });
}

/**
 * Where nothing is shown: a button for the visits of other months that match everything else or, if there are none, a button that clears the
 * search.
 */
function Elsewhere({ history, onChange }: Pick<HistoryCountProps, 'history' | 'onChange'>) {
  const { query, filter, found } = history;
  const others = otherLimits(filter, query);
  const searched = query.trim();
  if (others.length === 0) return null;
  if (found.length > 0)
    return (
      <>
        <p>
          {t(
            'The {filters} {several, plural, one {matches} other {match}} {count, plural, one {# visit} other {# visits}} of other months.',
            { filters: listedWords(others), several: others.length, count: found.length },
          )}
        </p>
        <Button onClick={() => onChange(clearedFilters(periodFilters))}>
          {t('{count, plural, one {Show it} other {Show these #}}', { count: found.length })}
        </Button>
      </>
    );
  // if nothing but the search limits the list, *Clear filters* does the same
  return searched !== '' && (others.length > 1 || filter.year !== null || filter.month !== null) ? (
    <Button onClick={() => onChange({ q: '' })}>{t('Clear search')}</Button>
  ) : null;
}

interface PostFailuresProps extends Pick<HistoryCountProps, 'history' | 'site'> {
  post: string;
}

/** A link to the failures of the post whose visits are shown. */
function PostFailures({ history, site, post }: PostFailuresProps) {
  const index = history.postList.posts.indexOf(post);
  const today = useToday();
  const year = Number(yearOfMonths(history.filter) ?? siteMonth(today).year);
  return index === -1 ? null : (
    <Link className={layout.target} to={toFailures(year, site, index)}>
      {t('Failures of this post')}
    </Link>
  );
}
