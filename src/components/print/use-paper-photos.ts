import { matchQuery, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useMemo, useState } from 'react';
import { readPhotoCopy } from '../../lib/device/copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { offline } from '../../lib/online.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { useStore } from '../../lib/store.ts';
import { linkCheckMs } from '../../lib/stored-files.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';

/** In ms: the photos for paper wait this long, so that they do not compete with those on the screen. */
const photosDelayMs = 1_500;
/** In ms: after it the page is printed with the photos that have come. */
const longestWaitMs = 20_000;
/** A month may have hundreds of photos. */
const concurrency = 6;

type PhotoUrls = ReadonlyMap<string, string>;
const none: PhotoUrls = new Map();

const copiesKey = 'copies for paper';

/** Object URLs of the copies on this device, by stored URL. A repeated query reads only what was not found before. */
function paperCopiesQuery(photos: readonly string[]) {
  const queryKey = [copiesKey, photos];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PhotoUrls> => {
      const before = client.getQueryData<PhotoUrls>(queryKey) ?? none;
      const owner = currentOwner();
      if (owner === null) return before;
      const reading = pLimit(concurrency);
      const remaining = [...new Set(photos)].filter((photo) => !before.has(photo));
      const found = await Promise.all(
        remaining.map((photo) =>
          reading(async () => [photo, signal.aborted ? null : await readPhotoCopy(owner, photo, 'small')] as const),
        ),
      );
      // nobody would revoke object URLs that are made after an abort or under another login
      if (signal.aborted || owner !== currentOwner()) return before;
      const made = found.flatMap(([photo, copy]) => (copy ? [[photo, URL.createObjectURL(copy)] as const] : []));
      return new Map([...before, ...made]);
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** How long (ms) an image may take to read a file of this device. */
const loadingMs = 1_000;

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'removed' || !matchQuery({ queryKey: [copiesKey] }, query)) return;
  const copies: unknown = query.state.data;
  if (!(copies instanceof Map)) return;
  const urls = Array.from(copies.values(), String);
  // an image that is on its way would report an error, though nobody sees it any more
  setTimeout(() => urls.forEach((url) => URL.revokeObjectURL(url)), loadingMs);
});

/**
 * What to show of each photo, by stored URL: the signed URL, or the copy on this device where the network gives none.
 * `settled`: whether a missing photo stays missing.
 */
export function usePaperPhotos(photos: readonly string[]): { urls: PhotoUrls; settled: boolean } {
  const [mayLoad, setMayLoad] = useState(false);
  useLater(mayLoad ? null : photosDelayMs, () => setMayLoad(true));
  const isOffline = useStore(offline);
  const signing = useQuery({
    ...thumbnailsQuery(photos),
    // the browser loads them when it prints, however long the page is read before
    refetchInterval: linkCheckMs,
    ...(mayLoad ? {} : { enabled: false }),
  });
  const signed = signing.data ?? none;
  const settled = signing.isSuccess || signing.isError;
  const hasMissing = isOffline || (settled && photos.some((photo) => !signed.has(photo)));
  // the query that `loadPaper` fills too
  const { data: copies = none } = useQuery({
    ...paperCopiesQuery(photos),
    enabled: mayLoad && hasMissing && photos.length > 0,
  });
  const urls = useMemo(() => new Map([...signed, ...copies]), [signed, copies]);
  return { urls, settled };
}

/** Loaded images that something references: a browser may drop the content of an image that nothing references. */
type LoadedImages = Set<HTMLImageElement>;

/**
 * Resolves when the photos of a paper are in memory, when they have taken too long, or when `signal` aborts. The photos
 * stay in memory until the returned function is called.
 */
export async function loadPaper(
  client: QueryClient,
  photos: readonly string[],
  signal: AbortSignal,
): Promise<() => void> {
  const loadedImages: LoadedImages = new Set();
  const controller = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  const stop = () => controller.abort();
  const timer = setTimeout(stop, longestWaitMs);
  signal.addEventListener('abort', stop);
  await Promise.race([stopped, loadPhotosOf(client, photos, controller.signal, loadedImages)]);
  clearTimeout(timer);
  signal.removeEventListener('abort', stop);
  return () => loadedImages.clear();
}

async function loadPhotosOf(
  client: QueryClient,
  photos: readonly string[],
  signal: AbortSignal,
  loadedImages: LoadedImages,
): Promise<void> {
  const signing = thumbnailsQuery(photos);
  const readCopies = () => client.fetchQuery(paperCopiesQuery(photos)).catch(() => none);
  const signed: PhotoUrls = await client
    .fetchQuery(signing)
    .catch(() => client.getQueryData<PhotoUrls>(signing.queryKey) ?? none);
  const hasMissing = offline.get() || photos.some((photo) => !signed.has(photo));
  const copies = hasMissing ? await readCopies() : none;
  const allLoaded = await loadImages(new Map([...signed, ...copies]), signal, loadedImages);
  // a photo that does not come leaves an empty box on the paper
  if (!allLoaded && !hasMissing && !signal.aborted) await loadImages(await readCopies(), signal, loadedImages);
}

/** Whether all of them came. */
async function loadImages(urls: PhotoUrls, signal: AbortSignal, loadedImages: LoadedImages): Promise<boolean> {
  const loading = pLimit(concurrency);
  const results = await Promise.all(
    Array.from(new Set(urls.values()), (url) => loading(() => signal.aborted || imageLoaded(url, loadedImages))),
  );
  return results.every(Boolean);
}

/** Whether an image loaded; a loaded image is added to `loadedImages`. */
function imageLoaded(url: string, loadedImages: LoadedImages): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.addEventListener('load', () => {
      loadedImages.add(image);
      resolve(true);
    });
    image.addEventListener('error', () => resolve(false));
    image.src = url;
  });
}
