import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useDebounced } from '../../lib/screen/use-debounced.ts';
import { OlderPages } from '../../components/OlderPages.tsx';
import * as paths from '../../records/portal-paths.ts';
import { readVisitSearch, visitSearchLimits, visitSearchQuery } from './visit-search.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/field/SearchField.tsx';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';
import { FoundVisits } from './FoundVisits.tsx';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import styles from './VisitSearchRoute.module.css';

const debounceMs = 300;

/** Searches the visits of all sites (`?q=`). */
export function VisitSearchRoute({ title }: { title: string }) {
  const [params, change] = useQueryValues<'q'>();
  const query = params.get('q') ?? '';
  const { isLong, tooMany, ...typed } = readVisitSearch(query);
  const words = useDebounced(typed.words, debounceMs);
  const search = useInfiniteQuery({ ...visitSearchQuery(words), enabled: !tooMany });
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    change({ q: '' });
    input.current?.focus();
  };

  return (
    <div className={layout.loose}>
      <Link className={styles.back} to={paths.overview}>
        <Icon name="chevron-left" />
        Back to Overview
      </Link>
      <PageHeading title={title} />
      <div className={styles.search}>
        <SearchField
          label="Search titles, texts and sites"
          inputRef={input}
          limit={visitSearchLimits.characters}
          value={query}
          onChange={(q) => change({ q })}
          error={tooMany && !isLong ? `Search for at most ${visitSearchLimits.words} words.` : null}
        />
      </div>
      <section className={layout.stack} aria-label="Visits" aria-busy={search.isFetching}>
        {!tooMany && (
          <Loaded
            query={search}
            error="Error fetching data."
            skeleton={<ListSkeleton text="Loading visits…" rows={6} height={96} />}
          >
            {({ pages }) => {
              const visits = pages.flatMap((page) => page.visits);
              return (
                <>
                  <div className={layout.row}>
                    <p className={styles.count} role="status">
                      {search.isPlaceholderData
                        ? 'Searching…'
                        : visitCountText(visits.length, search.hasNextPage, words)}
                    </p>
                    {visits.length === 0 && words !== '' && <Button onClick={clear}>Clear search</Button>}
                  </div>
                  {visits.length > 0 && <FoundVisits visits={visits} query={words} />}
                  <OlderPages list={search} of="visits" action="Show more" />
                </>
              );
            }}
          </Loaded>
        )}
      </section>
    </div>
  );
}

function visitCountText(count: number, more: boolean, words: string): string {
  if (count === 0) return words === '' ? 'No activities yet.' : `No visit matches “${words}”.`;
  const visits = count === 1 ? '1 visit' : `${count} visits`;
  return more ? `The newest ${visits}` : visits;
}
