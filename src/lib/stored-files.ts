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

// The files of tasks in the storage. They are read by signed URLs, which are valid for fifteen minutes, are shared by all screens and are
// forgotten with the session. A missing file has no URL, which is no error. A file of another bucket is never requested. A downloaded photo
// is stored on the device (`device/store-shown-picture.ts`), and read from there the next time.

/** How long (seconds) a signed URL is valid. The time is short, because the URL still works after a logout. */
const lifetimeSeconds = 900;
/** A URL that expires within this time (ms) is not used any more. */
const expiryMarginMs = 60_000;
/** How often (ms) to call `signFiles` for URLs that must go on working: twice within that margin. Few of the calls reach the server. */
export const linkCheckMs = 30_000;

/** How many names a call may have: the storage limits the size of the body. A folder is listed in pages of as many. */
const maxNamesPerCall = 1_000;

const signedUrls = new Map<string, { url: string; until: number }>();

onOtherSession(() => signedUrls.clear());

/** Signed URLs by object name; missing files are left out. */
export async function signFiles(names: readonly string[]): Promise<Map<string, string>> {
  const now = Date.now();
  const token = getSession()?.token;
  const unsignedNames = [...new Set(names)].filter((name) => (signedUrls.get(name)?.until ?? 0) <= now);
  if (unsignedNames.length > 0) {
    const calls = Array.from({ length: Math.ceil(unsignedNames.length / maxNamesPerCall) }, (_, index) =>
      requestSignedUrls(unsignedNames.slice(index * maxNamesPerCall, (index + 1) * maxNamesPerCall)),
    );
    const urls = new Map((await Promise.all(calls)).flat());
    // the session has ended meanwhile
    if (token !== getSession()?.token) return new Map();
    for (const name of unsignedNames) {
      const url = urls.get(name);
      if (url) signedUrls.set(name, { url, until: now + lifetimeSeconds * 1_000 - expiryMarginMs });
    }
  }
  return new Map(names.flatMap((name) => pair(name, signedUrls.get(name)?.url)));
}

/** A signed URL with which the browser saves the file under a name instead of opening it. */
export function savingUrl(signedUrl: string, fileName: string): string {
  const url = new URL(signedUrl);
  url.searchParams.set('download', fileName);
  return url.href;
}

/** Forgets signed URLs that did not work. */
export function invalidateSignedUrls(names: readonly string[]): void {
  for (const name of names) signedUrls.delete(name);
}

/** For each stored URL of a photo, the signed URL of its small rendition, or of the photo itself if there is none. */
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

/** Downloads a file and stores a copy, or returns the stored copy. @throws RequestError, also for a URL outside the bucket */
export async function downloadFile(url: string): Promise<Blob> {
  const { name, owner } = portalFile(url);
  const copy = owner === null ? null : await readFileCopy(owner, name);
  if (copy) return copy;
  const file = await callStorage(() => supabase.storage.from(bucket).download(name));
  void storeForSession(owner, name, file);
  return file;
}

/** Downloads a file without storing a copy, or returns the stored copy. @throws RequestError, also when it is cancelled */
export async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  const { name, owner } = portalFile(url);
  const copy = owner === null ? null : await readFileCopy(owner, name);
  return copy ?? callStorage(() => supabase.storage.from(bucket).download(name, {}, { signal }));
}

/** Downloads the file of a signed URL. @throws RequestError, also when it is cancelled */
export async function fetchSigned(url: string, signal: AbortSignal): Promise<Blob> {
  return fileAt(url, { signal });
}

/** Copies a file within the storage. @throws RequestError */
export async function copyFile(from: string, to: string): Promise<void> {
  try {
    await callStorage(() => supabase.storage.from(bucket).copy(from, to));
  } catch (error) {
    // if the name is taken, an earlier attempt succeeded but its response was lost: nobody else can have this name
    if (!isNameTaken(error)) throw error;
  }
}

const nameTakenError = v.object({ cause: v.object({ statusCode: v.literal('409') }) });
const isNameTaken = (error: unknown) => v.is(nameTakenError, error);

/** The sizes in bytes of all files of a site in the storage, by object name. @throws RequestError */
export async function fileSizes(siteId: number): Promise<Map<string, number>> {
  const folder = `sites/${siteId}`;
  const sizes = new Map<string, number>();
  for (let offset = 0; ; offset += maxNamesPerCall) {
    const options = { limit: maxNamesPerCall, offset };
    // one page after the other, because only the last page tells that there are no more
    const files = await callStorage(() => supabase.storage.from(bucket).list(folder, options));
    for (const { name, metadata } of files) sizes.set(`${folder}/${name}`, metadata?.['size'] ?? 0);
    if (files.length < maxNamesPerCall) return sizes;
  }
}

/** The object name of a stored URL, and the owner of the copies. @throws RequestError for a URL outside the bucket */
function portalFile(url: string): { name: string; owner: ReturnType<typeof currentOwner> } {
  const name = objectNameOf(url);
  if (!name) throw new RequestError('Not a file of the portal', 0, 'response');
  return { name, owner: currentOwner() };
}

async function requestSignedUrls(names: string[]): Promise<[string, string][]> {
  const results = await callStorage(() => supabase.storage.from(bucket).createSignedUrls(names, lifetimeSeconds));
  return results.flatMap(({ path, signedUrl }) => pair(path ?? '', signedUrl));
}

/** A list with a pair, or an empty list if there is no value: for `flatMap`. */
function pair(key: string, value: string | null | undefined): [string, string][] {
  return value ? [[key, value]] : [];
}

/** Calls the storage and returns its data. @throws RequestError */
async function callStorage<T>(call: () => PromiseLike<{ data: T | null; error: unknown }>): Promise<T> {
  try {
    const { data, error } = await call();
    if (error) throw error;
    if (data === null) throw new RequestError('Empty response', 200, 'network');
    return data;
  } catch (cause) {
    const error = cause instanceof RequestError ? cause : requestError(cause);
    // the storage does not report clearly that the session has expired; this asks `whoami`, which then ends the session
    if (!isNoService(error)) await connection.ask();
    throw error;
  }
}
