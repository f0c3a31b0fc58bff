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

/** In ms: the printed photos load after this delay, so that they do not compete with the photos on the screen. */
const photosDelayMs = 1_500;
/** In ms: after this time the page is printed with the photos that have loaded. */
const longestWaitMs = 20_000;
/** How many photos are read or loaded at the same time; a month may have hundreds. */
const concurrency = 6;

type PhotoUrls = ReadonlyMap<string, string>;
const noUrls: PhotoUrls = new Map();

const copiesKey = 'copies for paper';

/** Object URLs of the copies on this device, by stored URL. A refetch reads only the copies that were not found before. */
function paperCopiesQuery(photos: readonly string[]) {
  const queryKey = [copiesKey, photos];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PhotoUrls> => {
      const previousUrls = client.getQueryData<PhotoUrls>(queryKey) ?? noUrls;
      const owner = currentOwner();
      if (owner === null) return previousUrls;
      const limitReads = pLimit(concurrency);
      const remaining = [...new Set(photos)].filter((photo) => !previousUrls.has(photo));
      const copies = await Promise.all(
        remaining.map((photo) =>
          limitReads(async () => [photo, signal.aborted ? null : await readPhotoCopy(owner, photo, 'small')] as const),
        ),
      );
      // nobody would revoke object URLs that are made after an abort or under another login
      if (signal.aborted || owner !== currentOwner()) return previousUrls;
      const newUrls = copies.flatMap(([photo, copy]) => (copy ? [[photo, URL.createObjectURL(copy)] as const] : []));
      return new Map([...previousUrls, ...newUrls]);
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** In ms: within this time an image has read a file of this device. */
const loadingMs = 1_000;

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'removed' || !matchQuery({ queryKey: [copiesKey] }, query)) return;
  const copies: unknown = query.state.data;
  if (!(copies instanceof Map)) return;
  const urls = Array.from(copies.values(), String);
  // an image that is still loading would report an error if its URL were revoked at once
  setTimeout(() => urls.forEach((url) => URL.revokeObjectURL(url)), loadingMs);
});

/**
 * The URL to show for each photo, by stored URL: the signed URL, or the copy on this device if there is no signed URL.
 * `settled` is true once signing is over: a photo that has no URL then has none at all.
 */
export function usePaperPhotos(photos: readonly string[]): { urls: PhotoUrls; settled: boolean } {
  const [mayLoad, setMayLoad] = useState(false);
  useLater(mayLoad ? null : photosDelayMs, () => setMayLoad(true));
  const isOffline = useStore(offline);
  const signing = useQuery({
    ...thumbnailsQuery(photos),
    // signed again before they expire: the browser loads the photos when it prints, which may be much later
    refetchInterval: linkCheckMs,
    ...(mayLoad ? {} : { enabled: false }),
  });
  const signedUrls = signing.data ?? noUrls;
  const settled = signing.isSuccess || signing.isError;
  const hasMissing = isOffline || (settled && photos.some((photo) => !signedUrls.has(photo)));
  // `loadPaper` fetches the same query, so what it finds is shown here
  const { data: copies = noUrls } = useQuery({
    ...paperCopiesQuery(photos),
    enabled: mayLoad && hasMissing && photos.length > 0,
  });
  const urls = useMemo(() => new Map([...signedUrls, ...copies]), [signedUrls, copies]);
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

/** Loads the photos from their signed URLs, or from the copies on this device where the signed URLs do not work. */
async function loadPhotosOf(
  client: QueryClient,
  photos: readonly string[],
  signal: AbortSignal,
  loadedImages: LoadedImages,
): Promise<void> {
  const signing = thumbnailsQuery(photos);
  const readCopies = () => client.fetchQuery(paperCopiesQuery(photos)).catch(() => noUrls);
  const signedUrls: PhotoUrls = await client
    .fetchQuery(signing)
    .catch(() => client.getQueryData<PhotoUrls>(signing.queryKey) ?? noUrls);
  const hasMissing = offline.get() || photos.some((photo) => !signedUrls.has(photo));
  const copies = hasMissing ? await readCopies() : noUrls;
  const allLoaded = await loadImages(new Map([...signedUrls, ...copies]), signal, loadedImages);
  // images that the network did not load are tried from the copies; a photo without either is an empty box on the paper
  if (!allLoaded && !hasMissing && !signal.aborted) await loadImages(await readCopies(), signal, loadedImages);
}

/** Loads the images. Returns whether all of them loaded, or were skipped because `signal` aborted. */
async function loadImages(urls: PhotoUrls, signal: AbortSignal, loadedImages: LoadedImages): Promise<boolean> {
  const limitLoads = pLimit(concurrency);
  const results = await Promise.all(
    Array.from(new Set(urls.values()), (url) => limitLoads(() => signal.aborted || loadImage(url, loadedImages))),
  );
  return results.every(Boolean);
}

/** Loads an image and adds it to `loadedImages`. Resolves to false if it cannot be loaded. */
function loadImage(url: string, loadedImages: LoadedImages): Promise<boolean> {
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
