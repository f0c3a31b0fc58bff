import { useQuery } from '@tanstack/react-query';
import guides from 'virtual:guides';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { wordsOf, type TextPlace } from '../../lib/text-search.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { LoadError } from '../../ui/message/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import layout from '../../ui/layout.module.css';
import { isKeptFile } from '../../lib/offline/shell-files.ts';
import { keptFileCount } from '../../lib/offline/offline-shell.ts';
import { PdfPreview } from '../../components/pdf/PdfDialog.tsx';
import { ShareButton } from '../../components/ShareButton.tsx';
import * as paths from '../../records/portal-paths.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { asPdf } from '../../lib/pdf/pdf-files.ts';
import { RequestError, requestError } from '../../lib/request-error.ts';
import { fileSize } from '../../lib/file-names.ts';
import { MarkedText } from '../../components/search/MarkedText.tsx';
import {
  searchGuides,
  type GuideHit,
  type PageHit,
  guideCategories,
  guideCategory,
  guideTitle,
  guideUrl,
} from './guide-search.ts';
import styles from './GuideRoute.module.css';

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

/** The guides found, by category; empty categories are left out. */
function GuideSections({ found }: { found: readonly GuideHit[] }) {
  const kept = useKeptGuides();
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

/** Guides that open offline; grows while the service worker keeps more. */
function useKeptGuides(): ReadonlySet<string> {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let wanted = true;
    const ask = async (file: string) => ((await isKeptFile(guideUrl(file))) ? [file] : []);
    const askAll = () => void Promise.all(files.map(ask)).then((found) => wanted && setKept(new Set(found.flat())));
    askAll();
    const unsubscribe = keptFileCount.subscribe(askAll);
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, []);
  return kept;
}

/** Previews a guide over the page (`spec §2`, Guidelines); the download works without it. */
function GuideDialog({ file, page, onClose }: { file: string; page: number; onClose: () => void }) {
  const bytes = useQuery({
    queryKey: ['guide', file],
    queryFn: ({ signal }) => fetchGuide(file, signal),
    // a guide is viewed once: not cached, and never replaced while being read
    gcTime: 0,
    staleTime: Infinity,
  });
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
            Download PDF
          </ButtonLink>
        </>
      }
    >
      <PdfPreview file={bytes} title={title} pageNumber={page} hasDownload />
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
  isKept: boolean;
}

function GuideCard({ file, bytes, pages, hits, isKept }: GuideCardProps) {
  const { search } = useLocation();
  return (
    <li className={`${layout.plate} ${styles.card}`}>
      <div className={styles.row}>
        <span className={styles.mark}>
          <Icon name="pdf" />
        </span>
        <div className={styles.words}>
          <Link
            className={styles.open}
            to={{ search: openedGuideSearch(search, file) }}
            state={openedHere}
            preventScrollReset
            aria-describedby={`about ${file}`.replaceAll(/\s/gu, '-')}
          >
            {guideTitle(file)}
          </Link>
          <p className={styles.about} id={`about ${file}`.replaceAll(/\s/gu, '-')}>
            {`PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${fileSize(bytes)}`}
            {isKept && (
              <>
                {' '}
                <span className={styles.kept}>
                  <Icon name="check" />
                  Available offline
                </span>
              </>
            )}
          </p>
        </div>
        <Icon name="chevron-right" />
      </div>
      {hits.length > 0 && <PageHits file={file} hits={hits} />}
    </li>
  );
}

/** Pages shown with an excerpt; the others are only counted. */
const shown = 3;

function PageHits({ file, hits }: { file: string; hits: readonly PageHit[] }) {
  const { search } = useLocation();
  const more = hits.length - shown;
  return (
    <ul className={styles.hits}>
      {hits.slice(0, shown).map(({ page, snippet }) => (
        <li key={page}>
          <Link
            className={styles.hit}
            to={{ search: openedGuideSearch(search, file, page) }}
            state={openedHere}
            preventScrollReset
          >
            <span className={styles.page}>{`Page ${page}`}</span>{' '}
            <span className={styles.snippet}>
              <MarkedText {...marked(snippet)} />
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{`And on ${more} more ${more === 1 ? 'page' : 'pages'}`}</li>}
    </ul>
  );
}

function marked({ before, match, after }: PageHit['snippet']): { text: string; places: TextPlace[] } {
  const start = before.length;
  return { text: `${before}${match}${after}`, places: [{ start, end: start + match.length }] };
}

interface OpenedGuide {
  /** From the query string, known or not; null when none is open. */
  file: string | null;
  /** The first page to show, from 1. */
  page: number;
  close: () => void;
}

/** Marks history entries made by a press on this page, unlike those of a link from elsewhere. */
const openedHere = { openedHere: true };

/** The open guide is in the query string (`?file=…&page=3`), so that it can be shared and Back closes it. */
function useOpenedGuide(): OpenedGuide {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const params = new URLSearchParams(search);
  const page = Number(params.get('page'));
  return {
    file: params.get('file'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    close: () => {
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate({ search: openedGuideSearch(search, null) }, { replace: true, preventScrollReset: true });
    },
  };
}

/** Opens or closes (null) a guide, keeping the search. */
function openedGuideSearch(search: string, file: string | null, page = 1): string {
  const params = new URLSearchParams(search);
  params.delete('file');
  params.delete('page');
  if (file !== null) params.set('file', file);
  if (file !== null && page > 1) params.set('page', `${page}`);
  return `?${params.toString()}`;
}
