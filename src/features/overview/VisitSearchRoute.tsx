import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { BackLink } from '../../components/BackLink.tsx';
import { ChooseButton } from '../../components/chosen/ChooseButton.tsx';
import { OlderPages } from '../../components/OlderPages.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { OfferedFilters } from '../../components/search/OfferedFilters.tsx';
import { t } from '../../lib/language/translate.ts';
import { clearedFilters, countFilters, useFilters } from '../../lib/screen/list-filters.ts';
import { useDebounced } from '../../lib/screen/pace.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { searchLimits } from '../../lib/text-search.ts';
import * as paths from '../../records/portal-paths.ts';
import { knownFilters, type KnownFilter } from '../../records/task/known-filters.ts';
import { peopleOf } from '../../records/task/visit-people.ts';
import { Button } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { FoundChosenBar, PrintedFound } from './chosen/FoundChosenBar.tsx';
import { useChosenFound, type FoundChoice } from './chosen/use-chosen-found.ts';
import { ExportVisits } from './ExportVisits.tsx';
import { useFoundVisitActions } from './FoundVisitActions.tsx';
import { FoundVisits } from './FoundVisits.tsx';
import { usePostsToChoose, type PostsToChoose } from './use-posts-to-choose.ts';
import { nothingText, totalText, visitFilters, type VisitFilter, type VisitTotal } from './visit-filters.ts';
import { readVisitSearch, visitSearchQuery, type FoundVisit } from './visit-search.ts';
import { VisitFilters } from './VisitFilters.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

/** How long (ms) the typing must pause before a search begins. */
const debounceMs = 300;

/**
 * Searches the visits of all sites, by words, filters or both. The address has them:
 * `?q=loop&site=A&site=B&year=2026&kind=emergency&show=hidden`.
 */
export function VisitSearchRoute({ title }: { title: string }) {
  const [params, change] = useQueryValues<'q' | keyof VisitFilter>();
  const query = params.get('q') ?? '';
  const filter = useFilters(visitFilters, params);
  const { isTooLarge, hasTooManyWords, words } = readVisitSearch(query);
  // new words are searched (`searched`) when the typing pauses, new filters at once; below, `matchedWords` are the words after corrections
  const searched = useDebounced(words, debounceMs);
  const search = useInfiniteQuery({ ...visitSearchQuery(searched, filter), enabled: !isTooLarge });
  const posts = usePostsToChoose(filter.site);
  const input = useRef<HTMLInputElement>(null);
  const { act, dialogs } = useFoundVisitActions();
  const visits = useMemo(() => search.data?.pages.flatMap((page) => page.visits) ?? [], [search.data]);
  const { people, known } = useOffers(searched, posts, visits, filter.by !== null || search.isPlaceholderData);
  const { total = null } = search.data?.pages[0] ?? {};
  const choice = useChosenFound(visits);
  const filtered = countFilters(filter) > 0;
  const clear = () => {
    change({ q: '', ...clearedFilters(visitFilters) });
    // the pressed button disappears
    input.current?.focus();
  };

  return (
    <>
      <div className={`${layout.gap5} ${choice.visits.length > 0 ? layout.unprinted : ''}`}>
        <PageHeading title={title}>
          <BackLink className={`${layout.inline} ${layout.target}`} to={paths.overview}>
            {t('Back to Overview')}
          </BackLink>
        </PageHeading>
        <VisitFilters
          filter={filter}
          posts={posts}
          people={people}
          onChange={(values) => change({ ...filter, ...values })}
        >
          <SearchField
            label={t('Search titles, texts and sites')}
            inputRef={input}
            limit={searchLimits.characters}
            value={query}
            onChange={(q) => change({ q })}
            error={hasTooManyWords ? t('Search for at most {count} words.', { count: searchLimits.words }) : null}
          />
        </VisitFilters>
        <section className={layout.gap4} aria-label={t('Visits')} aria-busy={search.isFetching}>
          {!isTooLarge && (
            <Loaded
              query={search}
              error={t('Error fetching data.')}
              skeleton={<ListSkeleton text={t('Loading visits…')} rows={6} height={96} />}
            >
              {({ pages }) => {
                const { corrections = [], words: matchedWords = searched } = pages[0] ?? {};
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
                      <FoundActions
                        exportKey={params.toString()}
                        visits={visits}
                        choice={choice}
                        words={searched}
                        filter={filter}
                        total={total}
                      />
                    </div>
                    <NearestNote corrections={corrections} of="visit" />
                    {dialogs}
                    {visits.length > 0 && (
                      <FoundVisits visits={visits} searched={matchedWords} choice={choice} onAct={act} />
                    )}
                    <OlderPages list={search} kind="visits" action={t('Show more')} />
                  </>
                );
              }}
            </Loaded>
          )}
        </section>
        <FoundChosenBar choice={choice} words={searched} filter={filter} total={total} />
      </div>
      <PrintedFound visits={choice.visits} />
    </>
  );
}

/**
 * Returns the people to choose from, who came to the found visits, and the filters to offer for the words.
 * @param isPart whether the visits are only a part: a person is chosen already, or a new search is running. The people of the last complete
 * result are then offered too, so that another person can be chosen directly.
 */
function useOffers(searched: string, { posts }: PostsToChoose, visits: readonly FoundVisit[], isPart: boolean) {
  const [lastComplete, setLastComplete] = useState<readonly FoundVisit[]>(visits);
  if (!isPart && lastComplete !== visits) setLastComplete(visits);
  return useMemo(() => {
    const people = peopleOf(isPart ? [...lastComplete, ...visits] : visits);
    return { people, known: knownFilters(searched, posts, people).filter(isOffered) };
  }, [searched, posts, isPart, lastComplete, visits]);
}

interface FoundActionsProps {
  visits: readonly FoundVisit[];
  choice: FoundChoice;
  words: string;
  filter: VisitFilter;
  total: VisitTotal | null;
  /** The search that an export belongs to. When it changes, a running export ends. */
  exportKey: string;
}

/** The buttons that choose visits and export all found visits. */
function FoundActions({ visits, choice, words, filter, total, exportKey }: FoundActionsProps) {
  return (
    <div className={layout.row}>
      <ChooseButton
        isChoosing={choice.isChoosing}
        isEmpty={!visits.some(({ showing }) => showing)}
        onBegin={choice.begin}
        onEnd={choice.end}
      />
      {total !== null && <ExportVisits key={exportKey} words={words} filter={filter} total={total} />}
    </div>
  );
}

/** Whether this search offers the filter. It has no filter for a month without a year. */
const isOffered = ({ name }: KnownFilter) => name !== 'month';

/** The values of the filters after an offered filter is applied. */
function filterValues(taken: KnownFilter, { kind }: VisitFilter): Partial<VisitFilter> {
  if (taken.name === 'days') return { from: taken.from, to: taken.to, year: [] };
  if (taken.name === 'kind') return { kind: kind.includes(taken.kind) ? kind : [...kind, taken.kind] };
  if (taken.name === 'post') return { post: taken.post };
  if (taken.name === 'by') return { by: taken.by };
  return taken.name === 'direction' ? { direction: taken.direction } : {};
}
