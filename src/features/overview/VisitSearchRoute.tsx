import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, memo, useMemo } from 'react';
import { BackLink } from '../../components/BackLink.tsx';
import { OlderPages } from '../../components/OlderPages.tsx';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { OfferedFilters } from '../../components/search/OfferedFilters.tsx';
import { KindBadge, TaskTexts } from '../../components/task/TaskMarks.tsx';
import { t } from '../../lib/language/translate.ts';
import { clearedFilters, countFilters, useFilters } from '../../lib/screen/list-filters.ts';
import { useDebounced } from '../../lib/screen/pace.ts';
import { usePlainLinkNavigation } from '../../lib/screen/plain-links.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { excerptOf, hitRangesOf, searchLimits, wordsOf } from '../../lib/text-search.ts';
import { linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { knownFilters, type KnownFilter } from '../../records/task/known-filters.ts';
import { languageOf } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { ExportVisits } from './ExportVisits.tsx';
import { foundVisitId, FoundVisitBar, useFoundVisitActions, type ActOnFound } from './FoundVisitActions.tsx';
import { nothingText, totalText, visitFilters, type VisitFilter } from './visit-filters.ts';
import { readVisitSearch, visitSearchQuery, type FoundVisit } from './visit-search.ts';
import { VisitFilters } from './VisitFilters.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './VisitSearchRoute.module.css';

const debounceMs = 300;

/** Searches the visits of all sites, by words or without: `?q=loop&site=A&site=B&year=2026&kind=emergency&show=hidden`. */
export function VisitSearchRoute({ title }: { title: string }) {
  const [params, change] = useQueryValues<'q' | keyof VisitFilter>();
  const query = params.get('q') ?? '';
  const filter = useFilters(visitFilters, params);
  const { isLong, tooMany, words } = readVisitSearch(query);
  // words follow when the typing pauses, filters at once
  const searched = useDebounced(words, debounceMs);
  const search = useInfiniteQuery({ ...visitSearchQuery(searched, filter), enabled: !tooMany });
  const known = useMemo(() => knownFilters(searched, []).filter(isOffered), [searched]);
  const input = useRef<HTMLInputElement>(null);
  const { act, dialogs } = useFoundVisitActions();
  const filtered = countFilters(filter) > 0;
  const clear = () => {
    change({ q: '', ...clearedFilters(visitFilters) });
    // the pressed button disappears
    input.current?.focus();
  };

  return (
    <div className={layout.gap5}>
      <PageHeading title={title}>
        <BackLink className={`${layout.inline} ${layout.target}`} to={paths.overview}>
          {t('Back to Overview')}
        </BackLink>
      </PageHeading>
      <div className={styles.search}>
        <SearchField
          label={t('Search titles, texts and sites')}
          inputRef={input}
          limit={searchLimits.characters}
          value={query}
          onChange={(q) => change({ q })}
          error={tooMany && !isLong ? t('Search for at most {count} words.', { count: searchLimits.words }) : null}
        />
      </div>
      <VisitFilters filter={filter} onChange={(values) => change({ ...filter, ...values })} />
      <section className={layout.gap4} aria-label={t('Visits')} aria-busy={search.isFetching}>
        {!tooMany && (
          <Loaded
            query={search}
            error={t('Error fetching data.')}
            skeleton={<ListSkeleton text={t('Loading visits…')} rows={6} height={96} />}
          >
            {({ pages }) => {
              const visits = pages.flatMap((page) => page.visits);
              const { total = null, corrections = [], words: shownBy = searched } = pages[0] ?? {};
              return (
                <>
                  <div className={layout.apart}>
                    <div className={layout.row}>
                      <p className={`${texts.muted} ${texts.medium} ${texts.breaks}`} role="status">
                        {search.isPlaceholderData
                          ? t('Searching…')
                          : total === null || visits.length === 0
                            ? nothingText(searched, filter)
                            : totalText(total, searched !== '')}
                      </p>
                      <OfferedFilters
                        filters={known}
                        onTake={(taken) => change({ ...filterValues(taken, filter), q: taken.others })}
                      />
                      {(filtered || words !== '') && (
                        <Button onClick={clear}>{filtered ? t('Clear filters') : t('Clear search')}</Button>
                      )}
                    </div>
                    {total !== null && (
                      <ExportVisits key={params.toString()} words={searched} filter={filter} total={total} />
                    )}
                  </div>
                  <NearestNote corrections={corrections} of="visit" />
                  {dialogs}
                  {visits.length > 0 && <FoundVisits visits={visits} searched={shownBy} onAct={act} />}
                  <OlderPages list={search} kind="visits" action={t('Show more')} />
                </>
              );
            }}
          </Loaded>
        )}
      </section>
    </div>
  );
}

/** Whether this list has the filter: it has no month of any year, and posts are of one site. */
const isOffered = ({ name }: KnownFilter) => name !== 'month' && name !== 'post';

function filterValues(taken: KnownFilter, { kind }: VisitFilter): Partial<VisitFilter> {
  if (taken.name === 'days') return { from: taken.from, to: taken.to, year: [] };
  if (taken.name === 'kind') return { kind: kind.includes(taken.kind) ? kind : [...kind, taken.kind] };
  return taken.name === 'direction' ? { direction: taken.direction } : {};
}

interface FoundVisitsProps {
  visits: readonly FoundVisit[];
  searched: string;
  onAct: ActOnFound;
}

function FoundVisits({ visits, searched, onAct }: FoundVisitsProps) {
  const words = useMemo(() => wordsOf(searched), [searched]);
  const follow = usePlainLinkNavigation();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events,jsx-a11y/no-noninteractive-element-interactions -- its links are what is pressed, also by key
    <ol className={`${surface.plate} ${layout.clipped}`} onClick={follow}>
      {visits.map((visit) => (
        <FoundVisitItem key={`${visit.site_id} ${visit.task_id}`} visit={visit} words={words} onAct={onAct} />
      ))}
    </ol>
  );
}

interface FoundVisitItemProps {
  visit: FoundVisit;
  words: readonly string[];
  onAct: ActOnFound;
}

/**
 * One visit, with the sentence that matched, so that people need not open every result. Memoised: marking long texts is
 * slow, and every typed character would repeat it.
 */
const FoundVisitItem = memo(function FoundVisitItem({ visit, words, onAct }: FoundVisitItemProps) {
  const { site, time, kind, photos } = visit;
  const title = visitTitle(visit);
  const text = excerptOf(visit.text, words);
  return (
    <li className={`${layout.gap1} ${surface.divided} ${styles.visit}`}>
      <p className={`${layout.row} ${texts.muted} ${styles.facts}`}>
        <span className={`${texts.bold} ${styles.site}`}>
          <MarkedText text={site} ranges={hitRangesOf(site, words)} />
        </span>
        <time dateTime={time}>{momentText(time)}</time>
        <KindBadge kind={kind} />
        {!visit.showing && <Badge tone="neutral">{hiddenText(visit)}</Badge>}
        {visit.pdf && (
          <span className={layout.inline}>
            <Icon name="pdf" />
            {t('PDF')}
          </span>
        )}
        {photos > 0 && (
          <span className={layout.inline}>
            <Icon name="photo" />
            {t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
          </span>
        )}
      </p>
      <a
        id={foundVisitId(visit)}
        className={`${surface.cover} ${styles.title}`}
        href={visitPath(visit)}
        lang={languageOf(title)}
      >
        <MarkedText text={title} ranges={hitRangesOf(title, words)} />
      </a>
      <TaskTexts task={visit} words={words} />
      <p className={`${texts.clamp} ${texts.muted} ${texts.breaks} ${styles.text}`} lang={languageOf(text)}>
        <MarkedText text={text} ranges={hitRangesOf(text, words)} />
      </p>
      <FoundVisitBar visit={visit} className={styles.actions} onAct={onAct} />
    </li>
  );
});

/** Deleted, or where it was moved to. */
function hiddenText({ moved_to: there }: FoundVisit): string {
  if (!there) return t('Deleted');
  return there.showing
    ? t('Moved to {site}', { site: there.site })
    : t('Moved to {site} and deleted there', { site: there.site });
}

/** Leads to the history of the site where it is shown; for a deleted visit to the Data Deleter, the only place that shows it. */
function visitPath({ site, task_id, showing, year, month, moved_to: there }: FoundVisit): string {
  if (showing) return toVisit(task_id, site);
  if (there?.showing) return toVisit(there.id, there.site);
  return linkTo(paths.dataDeleter, { site: there?.site ?? site, year, month, show: 'deleted' });
}
