import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { bucketOf } from '../../../supabase/operations/place/place.ts';
import { closeServer, openServer } from '../../support/local-server.ts';
import type { Client } from '../stock/server.ts';

export const serviceKey = 'sb_secret_of_the_test';

export interface StorageServer {
  url: string;
  /** The answer to the next call only, instead of the real answer. */
  refuseOnce(status: number): void;
  close(): void;
}

const removal = v.object({ prefixes: v.array(v.string()) });

/**
 * The part of Supabase's storage that a backup uses, over HTTP, with the bytes in memory and the rows in the database. Its
 * answers are those of a hosted project, including 400 for a missing file.
 */
export async function startStorage(database: Client): Promise<StorageServer> {
  const files = new Map<string, Buffer>();
  // the client runs one statement at a time
  const inTurn = pLimit(1);
  let refusal: number | undefined;
  const store = async (name: string, request: IncomingMessage) => {
    const bytes = await buffer(request);
    files.set(name, bytes);
    const metadata = {
      eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      size: bytes.length,
      mimetype: request.headers['content-type'],
      cacheControl: request.headers['cache-control'],
    };
    await database.query(
      `insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3)
        on conflict (bucket_id, name) do update set metadata = excluded.metadata`,
      [bucketOf(name), name, metadata],
    );
  };
  const remove = async (request: IncomingMessage) => {
    const { prefixes } = v.parse(removal, await json(request));
    for (const name of prefixes) files.delete(name);
    await database.query('delete from storage.objects where name = any ($1)', [prefixes]);
  };
  const respond = async (request: IncomingMessage): Promise<[status: number, body: Buffer | object]> => {
    if (refusal !== undefined) {
      const status = refusal;
      refusal = undefined;
      return [status, { statusCode: String(status), error: 'Unavailable', message: 'Try again' }];
    }
    if (request.headers['apikey'] !== serviceKey) {
      return [403, { statusCode: '403', error: 'Unauthorized', message: 'Invalid key' }];
    }
    const name = decodeURIComponent(/^\/storage\/v1\/object\/\w+\/(.*)$/u.exec(request.url ?? '')?.[1] ?? '');
    if (request.method === 'POST') await store(name, request);
    else if (request.method === 'DELETE') await remove(request);
    else {
      const bytes = files.get(name);
      return bytes ? [200, bytes] : [400, { statusCode: '404', error: 'not_found', message: 'Object not found' }];
    }
    return [200, request.method === 'DELETE' ? [] : { Key: name, Id: '1' }];
  };
  const server = createServer((request, response) => {
    void inTurn(respond, request).then(([status, body]) => {
      response.statusCode = status;
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  });
  const url = await openServer(server);
  return { url, close: () => closeServer(server), refuseOnce: (status) => (refusal = status) };
}
