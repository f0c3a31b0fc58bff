import * as v from 'valibot';
import { bucket, fileUrlOf } from '../../../src/lib/file-names.ts';
import { RequestError } from '../../../src/lib/request-error.ts';
import { retry } from '../../../src/lib/retry.ts';

export interface PortalAddress {
  url: string;
  anonKey: string;
  /** What sends the requests; a portal in this process has one of its own. */
  fetch?: typeof fetch;
}

/** A portal, as somebody with an admin's key reaches it: the database checks everything that is written. */
export interface PortalApi {
  /** Calls a function of the API. @throws RequestError with what the database said. */
  rpc: <Schema extends v.GenericSchema>(name: string, args: object, schema: Schema) => Promise<v.InferOutput<Schema>>;
  /** Of all sites. */
  siteNames: () => Promise<string[]>;
  /** Puts a file into the bucket and answers what a task stores; one that is there already stays. */
  upload: (name: string, content: Uint8Array<ArrayBuffer>, type: string) => Promise<string>;
  /** Ends the session. */
  close: () => Promise<void>;
}

interface Init extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>;
}

const login = v.object({ session: v.string(), role: v.string() });
const named = v.array(v.object({ id: v.number(), name: v.string() }));
const refusal = v.object({ message: v.string() });

/** Milliseconds before each retry, and the statuses after which one can help; 0 is no answer. */
const pauses = [1_000, 4_000];
const transient = new Set([0, 408, 429, 502, 503, 504]);
const mayRetry = (error: unknown) => error instanceof RequestError && transient.has(error.status);
/** Milliseconds after which a request is given up. */
const patience = 60_000;
/** Milliseconds between two signs of life: a session ends after an hour without one. */
const signOfLife = 300_000;
/** Rows that the API gives at once. */
const pageSize = 1_000;

/** Logs in with an admin's key. @throws RequestError, or Error when the key is no admin's. */
export async function openPortalApi(
  { url, anonKey, fetch: ask = fetch }: PortalAddress,
  adminKey: string,
): Promise<PortalApi> {
  const origin = url.replace(/\/+$/u, '');
  const base = { apikey: anonKey, authorization: `Bearer ${anonKey}` };
  let session: string | null = null;
  const call = async (path: string, init: Init): Promise<{ status: number; text: string }> => {
    const headers = { ...base, ...(session !== null && { 'x-portal-session': session }), ...init.headers };
    try {
      const answer = await ask(`${origin}${path}`, { ...init, headers, signal: AbortSignal.timeout(patience) });
      return { status: answer.status, text: await answer.text() };
    } catch (cause) {
      throw new RequestError(`${new URL(origin).host} does not answer`, 0, 'network', cause);
    }
  };
  const read = async (path: string, init: Init): Promise<unknown> => {
    const { status, text } = await call(path, init);
    const body: unknown = jsonOf(text);
    if (status >= 200 && status < 300) return body;
    throw new RequestError(v.is(refusal, body) ? body.message : `The server answered ${status}`, status, 'answer');
  };
  const rpc: PortalApi['rpc'] = async (name, args, schema) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(args);
    return v.parse(
      schema,
      await retry(() => read(`/rest/v1/rpc/${name}`, { method: 'POST', headers, body }), { pauses, mayRetry }),
    );
  };

  const entered = await rpc('login', { secret_key: adminKey }, login);
  session = entered.session;
  const alive = setInterval(() => void rpc('whoami', {}, v.unknown()).catch(() => undefined), signOfLife);
  alive.unref();
  const close = async () => {
    clearInterval(alive);
    await call('/rest/v1/rpc/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  };
  if (entered.role !== 'admin') {
    await close();
    throw new Error('This key is no admin’s. Give the key of an admin.');
  }

  return {
    rpc,
    close,
    siteNames: async () => {
      const names: string[] = [];
      for (let after = 0; ;) {
        // oxlint-disable-next-line no-await-in-loop -- the next page begins after the last number of this one
        const rows = v.parse(
          named,
          await read(`/rest/v1/maintable?select=id,name&id=gt.${after}&order=id&limit=${pageSize}`, {}),
        );
        names.push(...rows.map(({ name }) => name));
        const last = rows.at(-1);
        if (!last || rows.length < pageSize) return names;
        after = last.id;
      }
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
          // an import that was cut off had stored it
          if ((status >= 200 && status < 300) || /Duplicate|already exists/iu.test(text))
            return fileUrlOf(origin, name);
          throw new RequestError(`The file was not stored (${status}): ${text.slice(0, 200)}`, status, 'answer');
        },
        { pauses, mayRetry },
      ),
  };
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
