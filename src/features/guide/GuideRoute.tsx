import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import guides from 'virtual:guides';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { isStoredFile } from '../../lib/device/file-cache.ts';
import { said, t } from '../../lib/language/translate.ts';
import { storedFileCount } from '../../lib/offline/offline-shell.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { searchRemark, wordsOf } from '../../lib/text-search.ts';
import { SearchField } from '../../ui/field/TextField.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { withoutQuestion } from './guide-questions.ts';
import { guideTextsQuery, prepareGuideSearch, type GuideHit } from './guide-search.ts';
import { GuideCard } from './GuideCard.tsx';
import { GuideDialog } from './GuideDialog.tsx';
import { editionOf, guideCategories, guideCategory, guideFiles, guideOf, guideUrl, shownTitle } from './guides.ts';
import { useOpenedGuide } from './use-opened-guide.ts';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import styles from './GuideRoute.module.css';

/** The portal's documents (`spec §2`, Guidelines), with a full-text search (`?q=`). */
export function GuideRoute({ title }: { title: string }) {
  const [params, change] = useQueryValues<'q'>();
  const { file, page, language, close } = useOpenedGuide();
  const openedGuide = file === null ? undefined : guideOf(file);
  const query = params.get('q') ?? '';
  const isSearching = wordsOf(query).length > 0;
  // the texts are loaded only for a search, because they are much larger than the page
  const texts = useQuery({ ...guideTextsQuery(), enabled: isSearching });
  const find = useMemo(() => prepareGuideSearch(guideFiles, texts.data), [texts.data]);
  const { found, query: searchedQuery, corrections } = useMemo(() => find(query), [find, query]);
  const countText = () => {
    if (guides.length === 0) return t('There are no documents yet.');
    if (!isSearching) return '';
    if (texts.isFetching) return t('Searching the contents…');
    if (found.length === 0) return t('No document matches “{query}”.', { query: query.trim() });
    return found.length > 1
      ? t('{found} of {count, plural, one {# document} other {# documents}}, best match first', {
          found: found.length,
          count: guides.length,
        })
      : t('{found} of {count, plural, one {# document} other {# documents}}', {
          found: found.length,
          count: guides.length,
        });
  };

  return (
    <div className={layout.gap5}>
      <PageHeading
        title={title}
        subtitle={t('Please follow the instructions provided in the documents below. Click on a file to preview.')}
      />
      {guides.length > 0 && (
        <div className={`${layout.unprinted} ${styles.search}`}>
          <SearchField
            label={t('Search titles and contents')}
            value={query}
            error={searchRemark(query)}
            onChange={(q) => change({ q })}
          />
        </div>
      )}
      {file !== null && !openedGuide && (
        <p className={textStyles.problem} role="alert">
          {t('There is no document “{file}” here.', { file })}
        </p>
      )}
      {isSearching && (
        <LoadFailure
          query={texts}
          error={t('The contents of the documents could not be loaded. Only titles were searched.')}
        />
      )}
      <p className={`${textStyles.muted} ${styles.count}`} role="status">
        {countText()}
      </p>
      <NearestNote corrections={corrections} of="document" />
      {isSearching ? <FoundGuides found={found} words={wordsOf(withoutQuestion(searchedQuery))} /> : <GuideSections />}
      {openedGuide && (
        <GuideDialog key={openedGuide.file} guide={openedGuide} page={page} language={language} onClose={close} />
      )}
    </div>
  );
}

/** All documents by category; empty categories are left out. */
function GuideSections() {
  const storedGuides = useStoredGuides();
  return guideCategories.map(({ id, heading }) => {
    const categoryGuides = guides
      .filter(({ file }) => guideCategory(file) === id)
      .map((guide) => ({ guide, ...shownTitle(guide.file) }))
      .toSorted((a, b) => a.title.localeCompare(b.title, a.lang, { numeric: true }));
    if (categoryGuides.length === 0) return null;
    return (
      <section key={id} className={layout.gap3} aria-labelledby={`category-${id}`}>
        <h2 id={`category-${id}`}>{said(heading)}</h2>
        <ul className={styles.list}>
          {categoryGuides.map(({ guide }) => (
            <GuideCard key={guide.file} guide={guide} hits={[]} words={[]} isStored={storedGuides.has(guide.file)} />
          ))}
        </ul>
      </section>
    );
  });
}

/** The documents that a search found, the best match first, without their categories. */
function FoundGuides({ found, words }: { found: readonly GuideHit[]; words: readonly string[] }) {
  const storedGuides = useStoredGuides();
  if (found.length === 0) return null;
  return (
    <section className={layout.gap3} aria-labelledby="found-documents">
      <h2 id="found-documents">{t('Documents found')}</h2>
      <ul className={styles.list}>
        {found.map(({ file, pages }) => {
          const guide = guideOf(file);
          return (
            guide && <GuideCard key={file} guide={guide} hits={pages} words={words} isStored={storedGuides.has(file)} />
          );
        })}
      </ul>
    </section>
  );
}

/** The file names of the guides that this device has stored in the reader's language. It is updated when the service worker stores more files. */
function useStoredGuides(): ReadonlySet<string> {
  const [storedGuides, setStoredGuides] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let isMounted = true;
    const update = async () => {
      const areStored = await Promise.all(
        guides.map(async (guide) => isStoredFile(guideUrl(guide.file, editionOf(guide)?.language ?? 'en'))),
      );
      if (isMounted) setStoredGuides(new Set(guideFiles.filter((_, index) => areStored[index])));
    };
    void update();
    const unsubscribe = storedFileCount.subscribe(() => void update());
    return () => {
      isMounted = false;
      unsubscribe();
    };
  }, []);
  return storedGuides;
}
