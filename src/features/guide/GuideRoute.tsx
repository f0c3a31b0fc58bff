import { useQuery } from '@tanstack/react-query';
import guides from 'virtual:guides';
import { wordsOf } from '../../lib/text-search.ts';
import { searchGuides, type GuideHit } from './guide-search.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/field/SearchField.tsx';
import { GuideDialog } from './GuideDialog.tsx';
import layout from '../../ui/layout.module.css';
import styles from './GuideRoute.module.css';
import { useOpenedGuide } from './use-opened-guide.ts';
import { guideCategories, guideCategory, guideTitle } from './guide-names.ts';
import { GuideCard } from './GuideCard.tsx';
import { useKeptGuides } from './use-kept-guides.ts';

const files = guides.map(({ file }) => file);

/** The portal's documents (`spec §2`, Guidelines), with a full-text search (`?q=`). */
export function GuideRoute({ title }: { title: string }) {
  const [params, change] = useQueryValues<'q'>();
  const { file, page, close } = useOpenedGuide();
  const query = params.get('q') ?? '';
  const searching = wordsOf(query).length > 0;
  // much larger than the page, and only needed for searching
  const texts = useQuery({
    queryKey: ['guide texts'],
    queryFn: async () => (await import('virtual:guide-texts')).default,
    enabled: searching,
    staleTime: Infinity,
  });
  const found = searchGuides(files, texts.data, query);

  return (
    <div className={layout.loose}>
      <PageHeading
        title={title}
        subtitle="Please follow the instructions provided in the documents below. Click on a file to preview."
      />
      {guides.length > 0 && (
        <div className={styles.search}>
          <SearchField label="Search titles and contents" value={query} onChange={(q) => change({ q })} />
        </div>
      )}
      {file !== null && !files.includes(file) && (
        <p className={styles.unknown} role="alert">{`There is no document “${file}” here.`}</p>
      )}
      {searching && texts.isError && !texts.isFetching && (
        <LoadError
          message="The contents of the documents could not be loaded. Only titles were searched."
          onRetry={() => void texts.refetch()}
        />
      )}
      <p className={styles.count} role="status">
        {guides.length === 0
          ? 'There are no documents yet.'
          : !searching
            ? ''
            : texts.isFetching
              ? 'Searching the contents…'
              : found.length === 0
                ? `No document matches “${query.trim()}”.`
                : `${found.length} of ${guides.length} ${guides.length === 1 ? 'document' : 'documents'}`}
      </p>
      <GuideSections found={found} />
      {file !== null && files.includes(file) && <GuideDialog key={file} file={file} page={page} onClose={close} />}
    </div>
  );
}

/** By category; empty categories are left out. */
function GuideSections({ found }: { found: readonly GuideHit[] }) {
  const kept = useKeptGuides(files);
  const hits = new Map(found.map(({ file, pages }) => [file, pages]));
  return guideCategories.map(({ id, heading }) => {
    const own = guides
      .filter(({ file }) => hits.has(file) && guideCategory(file) === id)
      .toSorted((a, b) => guideTitle(a.file).localeCompare(guideTitle(b.file), 'en', { numeric: true }));
    if (own.length === 0) return null;
    return (
      <section key={id} className={layout.tight} aria-labelledby={`category-${id}`}>
        <h2 id={`category-${id}`}>{heading}</h2>
        <ul className={styles.list}>
          {own.map((guide) => (
            <GuideCard key={guide.file} {...guide} hits={hits.get(guide.file) ?? []} isKept={kept.has(guide.file)} />
          ))}
        </ul>
      </section>
    );
  });
}
