import * as v from 'valibot';
import { readConfig } from './config.ts';
import { connection } from './connection.ts';
import { readFileCopy } from './device/copies.ts';
import { currentOwner } from './device/session-copies.ts';
import { getSession, onOtherSession } from './device/session.ts';
import { storeForSession } from './device/store-shown-picture.ts';
import { fileAt } from './file-at.ts';
import { bucket, fileUrlOf, objectNameOf, smallNameOf } from './file-names.ts';
import { isNoService, RequestError, requestError } from './request-error.ts';
import { supabase } from './supabase.ts';

// The files of tasks in the storage. They are reached by signed URLs, which last fifteen minutes, are shared by all screens and go with the
// session. A file that is missing has no URL, which is no error; a file of another bucket is never asked for. A photo that was downloaded is
// kept on the device as `device/store-shown-picture.ts` says, and read from there first.

/** In seconds; short, because a signed URL outlives a logout. */
const lifetime = 900;
/** A URL this close (ms) to its expiry is not handed out. */
const expiryMarginMs = 60_000;
/** How often to ask again for URLs that must keep working: twice within that margin. Few times it reaches the server. */
export const linkCheckMs = 30_000;

/** How many names one call may have: a longer list would exceed storage's body limit. */
const maxNamesPerCall = 1_000;

const signed = new Map<string, { url: string; until: number }>();

onOtherSession(() => signed.clear());

/** Signed URLs by object name; missing files are left out. */
export async function signFiles(names: readonly string[]): Promise<Map<string, string>> {
  const now = Date.now();
  const token = getSession()?.token;
  const unsigned = [...new Set(names)].filter((name) => (signed.get(name)?.until ?? 0) <= now);
  if (unsigned.length > 0) {
    const calls = Array.from({ length: Math.ceil(unsigned.length / maxNamesPerCall) }, (_, index) =>
      signNow(unsigned.slice(index * maxNamesPerCall, (index + 1) * maxNamesPerCall)),
    );
    const found = new Map((await Promise.all(calls)).flat());
    // the session has ended meanwhile
    if (token !== getSession()?.token) return new Map();
    for (const name of unsigned) {
      const url = found.get(name);
      if (url) signed.set(name, { url, until: now + lifetime * 1_000 - expiryMarginMs });
    }
  }
  return new Map(names.flatMap((name) => pair(name, signed.get(name)?.url)));
}

/** A signed URL that saves its file under a name, as storage sends it; it opens nothing. */
export function savingUrl(signedUrl: string, fileName: string): string {
  const url = new URL(signedUrl);
  url.searchParams.set('download', fileName);
  return url.href;
}

/** Forgets signed URLs that turned out not to work. */
export function invalidateSignedUrls(names: readonly string[]): void {
  for (const name of names) signed.delete(name);
}

/** Signed URLs by stored URL: of the small rendition, or of the photo where there is none. */
export async function signThumbnails(photos: readonly string[]): Promise<Map<string, string>> {
  const names = photos.flatMap((photo) => pair(photo, objectNameOf(photo)));
  const small = await signFiles(names.map(([, name]) => smallNameOf(name)));
  const large = await signFiles(names.map(([, name]) => name).filter((name) => !small.has(smallNameOf(name))));
  return new Map(names.flatMap(([photo, name]) => pair(photo, small.get(smallNameOf(name)) ?? large.get(name))));
}

/** The URL that a task stores for a file (`spec §7`). */
export function storedUrlOf(name: string): string {
  const config = readConfig(import.meta.env);
  if ('missing' in config) throw new Error('Not configured');
  return fileUrlOf(config.url, name);
}

/** Downloads a file and keeps a copy. @throws RequestError also for a URL outside the bucket, which is never asked. */
export async function downloadFile(url: string): Promise<Blob> {
  const { name, owner } = portalFile(url);
  const copy = owner === null ? null : await readFileCopy(owner, name);
  if (copy) return copy;
  const file = await storage(() => supabase.storage.from(bucket).download(name));
  void storeForSession(owner, name, file);
  return file;
}

/** Downloads a file, or returns the copy on this device; keeps none. @throws RequestError, when cancelled too */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  const { name, owner } = portalFile(url);
  const copy = owner === null ? null : await readFileCopy(owner, name);
  return copy ?? storage(() => supabase.storage.from(bucket).download(name, {}, { signal }));
}

/** Downloads what a signed URL leads to. @throws RequestError, when cancelled too */
export async function fetchSigned(url: string, signal: AbortSignal): Promise<Blob> {
  return fileAt(url, { signal });
}

/** Copies a file within the storage. @throws RequestError */
export async function copyFile(from: string, to: string): Promise<void> {
  try {
    await storage(() => supabase.storage.from(bucket).copy(from, to));
  } catch (error) {
    // an earlier attempt arrived but its response was lost: nobody else can have this name
    if (!isNameTaken(error)) throw error;
  }
}

const nameTakenError = v.object({ cause: v.object({ statusCode: v.literal('409') }) });
const isNameTaken = (error: unknown) => v.is(nameTakenError, error);

/** Sizes in bytes, by object name, of all that a site has in storage. @throws RequestError */
export async function fileSizes(siteId: number): Promise<Map<string, number>> {
  const folder = `sites/${siteId}`;
  const sizes = new Map<string, number>();
  for (let offset = 0; ; offset += maxNamesPerCall) {
    const options = { limit: maxNamesPerCall, offset };
    // only the last page shows how many there are
    const files = await storage(() => supabase.storage.from(bucket).list(folder, options));
    for (const { name, metadata } of files) sizes.set(`${folder}/${name}`, metadata?.['size'] ?? 0);
    if (files.length < maxNamesPerCall) return sizes;
  }
}

function portalFile(url: string): { name: string; owner: ReturnType<typeof currentOwner> } {
  const name = objectNameOf(url);
  if (!name) throw new RequestError('Not a file of the portal', 0, 'response');
  return { name, owner: currentOwner() };
}

async function signNow(names: string[]): Promise<[string, string][]> {
  const results = await storage(() => supabase.storage.from(bucket).createSignedUrls(names, lifetime));
  return results.flatMap(({ path, signedUrl }) => pair(path ?? '', signedUrl));
}

function pair(key: string, value: string | null | undefined): [string, string][] {
  return value ? [[key, value]] : [];
}

async function storage<T>(call: () => PromiseLike<{ data: T | null; error: unknown }>): Promise<T> {
  try {
    const { data, error } = await call();
    if (error) throw error;
    if (data === null) throw new RequestError('Empty response', 200, 'network');
    return data;
  } catch (cause) {
    const error = cause instanceof RequestError ? cause : requestError(cause);
    // storage does not report clearly that the session has expired; `whoami` does, which ends it here
    if (!isNoService(error)) await connection.ask();
    throw error;
  }
}
