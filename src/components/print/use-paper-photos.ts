import { matchQuery, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useMemo, useState } from 'react';
import { offline } from '../../lib/online.ts';
import { savedPhoto } from '../../lib/device/copies.ts';
import { sessionOwner } from '../../lib/device/session-copies.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { useStore } from '../../lib/store.ts';
import { linkCheckMs } from '../../lib/stored-files.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';

/** In ms, so that the photos for paper do not compete with those on the screen. */
const photosDelayMs = 1_500;
/** In ms: after it the page is printed with the photos that have come. */
const longestWaitMs = 20_000;
/** A month may have hundreds of photos. */
const concurrency = 6;

type PhotoUrls = ReadonlyMap<string, string>;
const none: PhotoUrls = new Map();

const copiesKey = 'copies for paper';

/** Object URLs, by stored URL, of the copies on this device. Asked again, it reads only what it had not found. */
function paperCopiesQuery(photos: readonly string[]) {
  const queryKey = [copiesKey, photos];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<PhotoUrls> => {
      const before = client.getQueryData<PhotoUrls>(queryKey) ?? none;
      const owner = sessionOwner();
      if (owner === null) return before;
      const reading = pLimit(concurrency);
      const left = [...new Set(photos)].filter((photo) => !before.has(photo));
      const found = await Promise.all(
        left.map((photo) =>
          reading(async () => [photo, signal.aborted ? null : await savedPhoto(owner, photo, 'small')] as const),
        ),
      );
      // nobody would revoke them
      if (signal.aborted || owner !== sessionOwner()) return before;
      const made = found.flatMap(([photo, copy]) => (copy ? [[photo, URL.createObjectURL(copy)] as const] : []));
      return new Map([...before, ...made]);
    },
    staleTime: 0,
    gcTime: 0,
  });
}

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== 'removed' || !matchQuery({ queryKey: [copiesKey] }, query)) return;
  const copies: unknown = query.state.data;
  if (copies instanceof Map) for (const url of copies.values()) URL.revokeObjectURL(String(url));
});

/**
 * What to show of each photo, by stored URL: the copy on this device where the network gives none, else the signed URL.
 * `settled`: whether a missing one stays missing.
 */
export function usePaperPhotos(photos: readonly string[]): { urls: PhotoUrls; settled: boolean } {
  const [calm, setCalm] = useState(false);
  useLater(calm ? null : photosDelayMs, () => setCalm(true));
  const isOffline = useStore(offline);
  const signing = useQuery({
    ...thumbnailsQuery(photos),
    // the browser loads them when it prints, however long the page is read before
    refetchInterval: linkCheckMs,
    ...(calm ? {} : { enabled: false }),
  });
  const signed = signing.data ?? none;
  const settled = signing.isSuccess || signing.isError;
  const lacking = isOffline || (settled && photos.some((photo) => !signed.has(photo)));
  // `loadPaper` may have read them too
  const { data: saved = none } = useQuery({
    ...paperCopiesQuery(photos),
    enabled: calm && lacking && photos.length > 0,
  });
  const urls = useMemo(() => new Map([...signed, ...saved]), [signed, saved]);
  return { urls, settled };
}

/** A browser may forget what an image shows as soon as nobody holds it. */
type HeldImages = Set<HTMLImageElement>;

/**
 * Resolves when the photos of a paper are in the page's memory, have not come in a reasonable time, or at `left`. They stay
 * there until the returned function is called.
 */
export async function loadPaper(
  client: QueryClient,
  photos: readonly string[],
  left: AbortSignal,
): Promise<() => void> {
  const held: HeldImages = new Set();
  const waiting = new AbortController();
  const over = new Promise<void>((resolve) => {
    waiting.signal.addEventListener('abort', () => resolve());
  });
  const stop = () => waiting.abort();
  const timer = setTimeout(stop, longestWaitMs);
  left.addEventListener('abort', stop);
  await Promise.race([over, loadPhotosOf(client, photos, waiting.signal, held)]);
  clearTimeout(timer);
  left.removeEventListener('abort', stop);
  return () => held.clear();
}

async function loadPhotosOf(
  client: QueryClient,
  photos: readonly string[],
  over: AbortSignal,
  held: HeldImages,
): Promise<void> {
  const signing = thumbnailsQuery(photos);
  const readCopies = () => client.fetchQuery(paperCopiesQuery(photos)).catch(() => none);
  const signed: PhotoUrls = await client
    .fetchQuery(signing)
    .catch(() => client.getQueryData<PhotoUrls>(signing.queryKey) ?? none);
  const lacking = offline.get() || photos.some((photo) => !signed.has(photo));
  const saved = lacking ? await readCopies() : none;
  const came = await loadImages(new Map([...signed, ...saved]), over, held);
  // what does not come at all leaves its place on the paper
  if (!came && !lacking && !over.aborted) await loadImages(await readCopies(), over, held);
}

/** Whether all of them came. */
async function loadImages(urls: PhotoUrls, over: AbortSignal, held: HeldImages): Promise<boolean> {
  const loading = pLimit(concurrency);
  const came = await Promise.all(
    Array.from(new Set(urls.values()), (url) => loading(() => over.aborted || imageLoaded(url, held))),
  );
  return came.every(Boolean);
}

/** Whether an image came, which is then held. */
function imageLoaded(url: string, held: HeldImages): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.addEventListener('load', () => {
      held.add(image);
      resolve(true);
    });
    image.addEventListener('error', () => resolve(false));
    image.src = url;
  });
}
