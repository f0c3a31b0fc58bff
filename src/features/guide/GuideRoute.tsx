import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import guides from 'virtual:guides';
import { PdfPreview } from '../../components/pdf/PdfDialog.tsx';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import { isStoredFile } from '../../lib/device/file-cache.ts';
import { fileSize } from '../../lib/file-names.ts';
import { type Message, message, said, currentLanguage, t } from '../../lib/language/translate.ts';
import { storedFileCount } from '../../lib/offline/offline-shell.ts';
import { offline } from '../../lib/online.ts';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { RequestError, requestError } from '../../lib/request-error.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { useStore } from '../../lib/store.ts';
import { hitRangesOf, searchRemark, wordsOf } from '../../lib/text-search.ts';
import * as paths from '../../records/portal-paths.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadFailure } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import {
  guideTextsQuery,
  guideTitle,
  openedGuideSearch,
  prepareGuideSearch,
  type GuideHit,
  type PageHit,
} from './guide-search.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import textStyles from '../../ui/text.module.css';
import styles from './GuideRoute.module.css';

const files = guides.map(({ file }) => file);

/** The portal's documents (`spec §2`, Guidelines), with a full-text search (`?q=`). */
export function GuideRoute({ title }: { title: string }) {
  const [params, change] = useQueryValues<'q'>();
  const { file, page, close } = useOpenedGuide();
  const query = params.get('q') ?? '';
  const searching = wordsOf(query).length > 0;
  // much larger than the page, and only needed for searching
  const texts = useQuery({ ...guideTextsQuery, enabled: searching });
  const find = useMemo(() => prepareGuideSearch(files, texts.data), [texts.data]);
  const { found, query: shownBy, corrections } = useMemo(() => find(query), [find, query]);
  const countText = () => {
    if (guides.length === 0) return t('There are no documents yet.');
    if (!searching) return '';
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
      {guides.length > 0 && currentLanguage().code !== 'en' && (
        <p className={textStyles.muted}>{t('The guides are in English.')}</p>
      )}
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
      {file !== null && !files.includes(file) && (
        <p className={textStyles.problem} role="alert">
          {t('There is no document “{file}” here.', { file })}
        </p>
      )}
      {searching && (
        <LoadFailure
          query={texts}
          error={t('The contents of the documents could not be loaded. Only titles were searched.')}
        />
      )}
      <p className={`${textStyles.muted} ${styles.count}`} role="status">
        {countText()}
      </p>
      <NearestNote corrections={corrections} of="document" />
      {searching ? <FoundGuides found={found} words={wordsOf(shownBy)} /> : <GuideSections />}
      {file !== null && files.includes(file) && <GuideDialog key={file} file={file} page={page} onClose={close} />}
    </div>
  );
}

/** All documents by category; empty categories are left out. */
function GuideSections() {
  const storedGuides = useStoredGuides();
  return guideCategories.map(({ id, heading }) => {
    const own = guides
      .filter(({ file }) => guideCategory(file) === id)
      .toSorted((a, b) => guideTitle(a.file).localeCompare(guideTitle(b.file), 'en', { numeric: true }));
    if (own.length === 0) return null;
    return (
      <section key={id} className={layout.gap3} aria-labelledby={`category-${id}`}>
        <h2 id={`category-${id}`}>{said(heading)}</h2>
        <ul className={styles.list}>
          {own.map((guide) => (
            <GuideCard key={guide.file} {...guide} hits={[]} words={[]} isStored={storedGuides.has(guide.file)} />
          ))}
        </ul>
      </section>
    );
  });
}

/** The documents found, the best first whatever their category. */
function FoundGuides({ found, words }: { found: readonly GuideHit[]; words: readonly string[] }) {
  const storedGuides = useStoredGuides();
  if (found.length === 0) return null;
  return (
    <section className={layout.gap3} aria-labelledby="found-documents">
      <h2 id="found-documents">{t('Documents found')}</h2>
      <ul className={styles.list}>
        {found.map(({ file, pages }) => {
          const guide = guides.find((candidate) => candidate.file === file);
          return (
            guide && <GuideCard key={file} {...guide} hits={pages} words={words} isStored={storedGuides.has(file)} />
          );
        })}
      </ul>
    </section>
  );
}

/** The guides that open offline; it grows while the service worker stores more. */
function useStoredGuides(): ReadonlySet<string> {
  const [storedGuides, setStoredGuides] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let wanted = true;
    const ask = async () => {
      const areStored = await Promise.all(files.map((file) => isStoredFile(guideUrl(file))));
      if (wanted) setStoredGuides(new Set(files.filter((_, index) => areStored[index])));
    };
    void ask();
    const unsubscribe = storedFileCount.subscribe(() => void ask());
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, []);
  return storedGuides;
}

/** Previews a guide over the page (`spec §2`, Guidelines); the download works without it. */
function GuideDialog({ file, page, onClose }: { file: string; page: number; onClose: () => void }) {
  const bytes = useQuery({
    queryKey: ['guide', file],
    queryFn: ({ signal }) => fetchGuide(file, signal),
    // a guide is viewed once: not cached, and never replaced while being read
    gcTime: 0,
    staleTime: 'static',
  });
  const isOffline = useStore(offline);
  const title = guideTitle(file);
  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <ShareButton
            title={title}
            link={() => paths.guide + openedGuideSearch('', file, page)}
            file={{
              name: file,
              type: 'application/pdf',
              load: async () => bytes.data ?? fetchGuide(file, new AbortController().signal),
            }}
          />
          <ButtonLink variant="primary" href={guideUrl(file)} download={file}>
            <Icon name="download" />
            {t('Download PDF')}
          </ButtonLink>
        </>
      }
    >
      <PdfPreview file={bytes} title={title} pageNumber={page} disconnected={isOffline} hasDownload />
    </FullDialog>
  );
}

/** Downloads a guide. @throws RequestError, also when a host answers with the start page for a missing file. */
async function fetchGuide(file: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(guideUrl(file), { signal });
    if (!response.ok) throw new RequestError('Not there', response.status, 'response');
    return await asPdf(await response.blob());
  } catch (cause) {
    throw cause instanceof RequestError ? cause : requestError(cause);
  }
}

interface GuideCardProps {
  file: string;
  bytes: number;
  pages: number;
  hits: readonly PageHit[];
  words: readonly string[];
  isStored: boolean;
}

function GuideCard({ file, bytes, pages, hits, words, isStored }: GuideCardProps) {
  const { search } = useLocation();
  const aboutId = `about ${file}`.replaceAll(/\s/gu, '-');
  return (
    <li className={`${surface.plate} ${styles.card}`}>
      <div className={`${layout.line} ${textStyles.faint} ${surface.lit} ${styles.row}`}>
        <span className={styles.mark}>
          <Icon name="pdf" />
        </span>
        <div className={layout.rest}>
          <Link
            className={styles.open}
            lang="en"
            to={{ search: openedGuideSearch(search, file) }}
            state={openedHere}
            preventScrollReset
            aria-describedby={aboutId}
          >
            <MarkedText text={guideTitle(file)} ranges={hitRangesOf(guideTitle(file), words)} />
          </Link>
          <p className={`${textStyles.note} ${styles.about}`} id={aboutId}>
            {t('PDF, {pages, plural, one {# page} other {# pages}}, {size}', { pages, size: fileSize(bytes) })}
            {isStored && (
              <>
                {' '}
                <span className={`${layout.inline} ${layout.unprinted} ${styles.stored}`}>
                  <Icon name="check" />
                  {t('Available offline')}
                </span>
              </>
            )}
          </p>
        </div>
        <Icon name="chevron-right" />
      </div>
      {hits.length > 0 && <PageHits file={file} hits={hits} words={words} />}
    </li>
  );
}

/** So many pages are shown with an excerpt; the others are only counted. */
const maxShownHits = 3;

function PageHits({ file, hits, words }: Pick<GuideCardProps, 'file' | 'hits' | 'words'>) {
  const { search } = useLocation();
  const more = hits.length - maxShownHits;
  return (
    <ul className={styles.hits}>
      {hits.slice(0, maxShownHits).map(({ page, excerpt }) => (
        <li key={page}>
          <Link
            className={`${layout.gap2} ${styles.hit}`}
            to={{ search: openedGuideSearch(search, file, page) }}
            state={openedHere}
            preventScrollReset
          >
            <span className={`${textStyles.bold} ${styles.page}`}>{t('Page {page}', { page })}</span>{' '}
            <span className={textStyles.breaks} lang="en">
              <MarkedText text={excerpt} ranges={hitRangesOf(excerpt, words)} />
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li className={`${textStyles.faint} ${styles.more}`}>
          {t('And on {count, plural, one {# more page} other {# more pages}}', { count: more })}
        </li>
      )}
    </ul>
  );
}

// The opened guide, in the query string

/** Marks history entries made by a press on this page, unlike those of a link from elsewhere. */
const openedHere = { openedHere: true };

/** The open guide is in the query string (`?file=…&page=3`), so that it can be shared and Back closes it. */
function useOpenedGuide() {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const params = new URLSearchParams(search);
  const page = Number(params.get('page'));
  return {
    /** Known or not; null when none is open. */
    file: params.get('file'),
    /** The first page to show, from 1. */
    page: Number.isInteger(page) && page > 0 ? page : 1,
    close: () => {
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate({ search: openedGuideSearch(search, null) }, { replace: true, preventScrollReset: true });
    },
  };
}

/** The URL of a guide, which needs no session. */
function guideUrl(file: string): string {
  return `/guides/${encodeURIComponent(file)}`;
}

interface Category {
  id: string;
  heading: Message;
  /** A file belongs here when its name contains one of these. */
  words: readonly string[];
}

// in the order they are tried
const rules = [
  { id: 'setup', heading: message('Setup & Installation'), words: ['setup'] },
  { id: 'configuration', heading: message('Configuration'), words: ['config'] },
  { id: 'user-guides', heading: message('User Guides'), words: ['user', 'manual', 'guide'] },
  { id: 'reference', heading: message('Reference Documentation'), words: ['api', 'reference'] },
  { id: 'troubleshooting', heading: message('Troubleshooting'), words: ['trouble', 'debug', 'error'] },
] as const satisfies readonly Category[];

const general = { id: 'general', heading: message('General Documentation'), words: [] } as const satisfies Category;

/** The categories in the order of the page (`spec §2`, Guidelines). */
export const guideCategories = [...rules, general] as const;

type GuideCategory = (typeof guideCategories)[number]['id'];

/** The category that a file's name implies. Ignores case; the first rule with a matching word wins. */
export function guideCategory(file: string): GuideCategory {
  const name = file.toLowerCase();
  return (rules.find(({ words }) => words.some((word) => name.includes(word))) ?? general).id;
}
