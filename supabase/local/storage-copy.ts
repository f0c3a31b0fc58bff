import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { fileMetadata } from './blob-store.ts';
import { storageRefusal } from './gateway.ts';
import type { StorageRequest, StorageTools } from './request-context.ts';

const copyBody = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.optional(v.object({ cacheControl: v.optional(v.string()), mimetype: v.optional(v.string()) }), {}),
});

interface Original {
  metadata: Record<string, unknown> | null;
  user_metadata: unknown;
}

const operation = 'storage.object.copy';

/** The answers of storage when the database refuses a row, by SQLSTATE. */
const refusals: Readonly<Record<string, () => Response>> = {
  '42501': () => storageRefusal('Unauthorized', 'new row violates row-level security policy', 403),
  '23505': () => storageRefusal('Duplicate', 'The resource already exists', 409),
  '23503': () => storageRefusal('InvalidRequest', 'The related resource does not exist', 404),
};

/**
 * Copies a file as hosted storage does: the row of the copy gets the metadata of the original, or with `copyMetadata: false` the type
 * and cache time of the request. The policies check that row before anything is copied.
 */
export async function answerFileCopy(request: StorageRequest, { query, blobs }: StorageTools): Promise<Response> {
  const requested = v.parse(copyBody, JSON.parse(new TextDecoder().decode(request.body)));
  const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey, copyMetadata } = requested;
  if (destinationKey === '' || destinationKey.startsWith('/') || destinationKey.includes('..'))
    return storageRefusal('Invalid key', `Invalid object key: ${destinationKey}`);
  const [original] = await query<Original>(
    request,
    'select metadata, user_metadata from storage.objects where bucket_id = $1 and name = $2',
    [bucketId, sourceKey],
    { operation },
  );
  const bytes = original && (await blobs.get(bucketId, sourceKey));
  if (!original || !bytes) return storageRefusal('not_found', 'Object not found', 404);
  const metadata = { ...fileMetadata(bytes, {}), ...original.metadata, ...(!copyMetadata && requested.metadata) };
  const upsert =
    request.headers['x-upsert'] === 'true'
      ? 'on conflict (bucket_id, name) do update set metadata = excluded.metadata, version = excluded.version'
      : '';
  const insert = `insert into storage.objects (bucket_id, name, metadata, user_metadata, version)
    values ($1, $2, $3, $4, $5) ${upsert} returning *`;
  const row = [destinationBucket, destinationKey, metadata, original.user_metadata, randomUUID()];
  try {
    await query(request, insert, row, { operation, isTrial: true });
    await blobs.put(destinationBucket, destinationKey, bytes);
    const [copy] = await query<Record<string, unknown>>(request, insert, row, { operation });
    return Response.json({ Id: copy?.['id'], Key: `${destinationBucket}/${destinationKey}`, ...copy });
  } catch (error) {
    const refusal = refusals[String(Reflect.get(Object(error), 'code'))];
    if (refusal) return refusal();
    throw error;
  }
}
