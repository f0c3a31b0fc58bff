import { bucket, objectNameOf, smallNameOf } from './file-names.ts';
import { RequestError, requestError } from './request-error.ts';
import { getSession, subscribe } from './session.ts';
import { supabase } from './supabase.ts';

/** Seconds for which a signed url works. It outlives a logout, so it is short. */
const lifetime = 900;
/** Milliseconds before its end from which a url is no longer given out. */
const margin = 60_000;

/** Names in one call: a longer list would pass the body limit of storage. */
const perCall = 1_000;

const signed = new Map<string, { url: string; until: number }>();

let token = getSession()?.token;
subscribe(() => {
  if (getSession()?.token !== token) signed.clear();
  token = getSession()?.token;
});

/**
 * Signed urls of objects, by object name, in one call for all (up to 1,000) that are not in memory.
 * Names of files that are not there are absent from the answer.
 * @throws RequestError when storage could not be asked or refused.
 */
export async function signFiles(names: readonly string[]): Promise<Map<string, string>> {
  const now = Date.now();
  const asked = getSession()?.token;
  const unknown = [...new Set(names)].filter((name) => (signed.get(name)?.until ?? 0) <= now);
  if (unknown.length > 0) {
    const calls = Array.from({ length: Math.ceil(unknown.length / perCall) }, (_, index) =>
      signNow(unknown.slice(index * perCall, (index + 1) * perCall)),
    );
    const found = new Map((await Promise.all(calls)).flat());
    // the answer to a session that ended meanwhile is nobody's
    if (asked !== getSession()?.token) return new Map();
    for (const name of unknown) {
      const url = found.get(name);
      if (url) signed.set(name, { url, until: now + lifetime * 1_000 - margin });
    }
  }
  return new Map(names.flatMap((name) => pair(name, signed.get(name)?.url)));
}

/** Makes the next signing of these files ask again, for urls that turned out not to work. */
export function forgetSigned(names: readonly string[]): void {
  for (const name of names) signed.delete(name);
}

/**
 * Signed urls of the pictures to show small, by stored url: the small rendition, or the photo itself where there is
 * none (asked for in one second call). Absent: not there, or not a file of the portal.
 */
export async function signThumbnails(photos: readonly string[]): Promise<Map<string, string>> {
  const names = photos.flatMap((photo) => pair(photo, objectNameOf(photo)));
  const small = await signFiles(names.map(([, name]) => smallNameOf(name)));
  const large = await signFiles(names.map(([, name]) => name).filter((name) => !small.has(smallNameOf(name))));
  return new Map(names.flatMap(([photo, name]) => pair(photo, small.get(smallNameOf(name)) ?? large.get(name))));
}

/**
 * The bytes of a stored file, fetched with the session.
 * @throws RequestError; also when the url is not a file of the portal, which is then not contacted.
 */
export async function downloadFile(url: string): Promise<Blob> {
  const name = objectNameOf(url);
  if (!name) throw new RequestError('Not a file of the portal', 0, 'answer');
  return storage(() => supabase.storage.from(bucket).download(name));
}

async function signNow(names: string[]): Promise<[string, string][]> {
  const answers = await storage(() => supabase.storage.from(bucket).createSignedUrls(names, lifetime));
  return answers.flatMap(({ path, signedUrl }) => pair(path ?? '', signedUrl));
}

function pair(key: string, value: string | null | undefined): [string, string][] {
  return value ? [[key, value]] : [];
}

async function storage<T>(call: () => PromiseLike<{ data: T | null; error: unknown }>): Promise<T> {
  try {
    const { data, error } = await call();
    if (error) throw error;
    if (data === null) throw new RequestError('Empty answer', 200, 'answer');
    return data;
  } catch (cause) {
    const error = cause instanceof RequestError ? cause : requestError(cause);
    // storage has its own words for a session that is over; the database says it clearly and ends it here
    if ([400, 401, 403, 404].includes(error.status)) await supabase.rpc('whoami');
    throw error;
  }
}
