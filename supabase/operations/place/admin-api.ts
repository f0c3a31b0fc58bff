import * as v from 'valibot';
import { bucket, fileUrlOf } from '../../../src/lib/file-names.ts';
import { RequestError } from '../../../src/lib/request-error.ts';
import { retry } from '../../../src/lib/retry.ts';
import { storedTaskSchema, type StoredTask } from '../../../src/records/task/task.ts';
import type { Place } from './place.ts';
import { callFunction, type RawApi } from './raw-api.ts';
import { retryPauses, silenceMs } from './silence.ts';

/** The API of a portal, used with an admin's key. The database checks everything that is written. */
export interface AdminApi {
  /**
   * Calls a function of the API. `withKey`: sends an idempotency key, so that the call is done once, and its answer is repeated when only the
   * response was lost.
   * @throws RequestError with the message of the database
   */
  rpc: <Schema extends v.GenericSchema>(
    name: string,
    args: object,
    schema: Schema,
    withKey?: 'once',
  ) => Promise<v.InferOutput<Schema>>;
  /** The names of all sites, and the *Site Name* of their records. */
  sites: () => Promise<{ name: string; sitename: string | null }[]>;
  /** The visits of a site, including hidden ones. */
  tasks: (site: string) => Promise<StoredTask[]>;
  /** Uploads a file, unless it exists, and returns the URL that a task stores. */
  upload: (name: string, content: Uint8Array<ArrayBuffer>, type: string) => Promise<string>;
  /** Ends the session and closes the place. */
  close: () => Promise<void>;
}

const login = v.object({ session: v.string(), role: v.string() });
const siteRows = v.array(v.object({ id: v.number(), name: v.string(), sitename: v.nullable(v.string()) }));
const taskRows = v.array(v.object({ tasks2024: v.array(storedTaskSchema) }));
const refusal = v.object({ message: v.string() });

/** The statuses after which a request is retried; 0 means no response. */
const transient = new Set([0, 408, 429, 502, 503, 504]);
const mayRetry = (error: unknown) => error instanceof RequestError && transient.has(error.status);
/** The session is used at least this often (ms), because it ends after an hour without use. */
const heartbeatMs = 300_000;
/** The most rows that the API returns. */
const pageSize = 1_000;

/**
 * Logs in with an admin's key. If that fails, the place is closed.
 * @throws RequestError, or Error when the key is not an admin's
 */
export async function openAdminApi(place: Place, adminKey: string): Promise<AdminApi> {
  try {
    return await logIn(place, adminKey);
  } catch (error) {
    await place.close();
    throw error;
  }
}

async function logIn(place: Place, adminKey: string): Promise<AdminApi> {
  const { url, ask } = place;
  const timeoutMs = silenceMs();
  const delaysMs = retryPauses([1_000, 4_000]);
  let session: string | undefined;
  const call: RawApi = (path, question) =>
    ask(path, { ...question, session, timeoutMs }).catch((cause: unknown) => {
      throw new RequestError(`${url.host} does not answer`, 0, 'network', cause);
    });
  const callOrThrow: RawApi = async (path, question) => {
    const response = await call(path, question);
    const { status, body } = response;
    if (status >= 200 && status < 300) return response;
    throw new RequestError(v.is(refusal, body) ? body.message : `The server answered ${status}`, status, 'response');
  };
  const rpc: AdminApi['rpc'] = async (name, args, schema, withKey) => {
    const headers = withKey && { 'x-portal-attempt': crypto.randomUUID() };
    const response = await retry(() => callFunction(callOrThrow, name, args, undefined, headers), {
      delaysMs,
      mayRetry,
    });
    return v.parse(schema, response.body);
  };

  const entered = await rpc('login', { secret_key: adminKey }, login);
  session = entered.session;
  const heartbeat = setInterval(() => void rpc('whoami', {}, v.unknown()).catch(() => undefined), heartbeatMs);
  heartbeat.unref();
  const logOut = async () => {
    clearInterval(heartbeat);
    // errors are ignored, because a session ends by itself
    await callFunction(call, 'logout', {}).catch(() => undefined);
  };
  if (entered.role !== 'admin') {
    await logOut();
    throw new Error('This is not an admin key. Use an admin key.');
  }

  return {
    rpc,
    close: async () => {
      await logOut();
      await place.close();
    },
    sites: async () => {
      const sites: { name: string; sitename: string | null }[] = [];
      for (let after = 0; ;) {
        // each page starts after the last id of the previous one
        const query = `select=id,name,sitename&id=gt.${after}&order=id&limit=${pageSize}`;
        const rows = v.parse(siteRows, (await callOrThrow(`/rest/v1/maintable?${query}`)).body);
        sites.push(...rows.map(({ name, sitename }) => ({ name, sitename })));
        const last = rows.at(-1);
        if (!last || rows.length < pageSize) return sites;
        after = last.id;
      }
    },
    tasks: async (site) => {
      const { body } = await callOrThrow(`/rest/v1/maintable?select=tasks2024&name=eq.${encodeURIComponent(site)}`);
      return v.parse(taskRows, body)[0]?.tasks2024 ?? [];
    },
    upload: (name, content, type) =>
      retry(
        async () => {
          const headers = { 'content-type': type, 'cache-control': '3600' };
          const { status, text } = await call(`/storage/v1/object/${bucket}/${name}`, {
            method: 'POST',
            headers,
            body: content,
          });
          // 409 means that an interrupted import has stored the file already
          if ((status >= 200 && status < 300) || /"statusCode":\s*"409"/u.test(text))
            return fileUrlOf(url.origin, name);
          throw new RequestError(`The file was not stored (${status}): ${text.slice(0, 200)}`, status, 'response');
        },
        { delaysMs, mayRetry },
      ),
  };
}
