import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { storageRefusal } from './gateway.ts';
import type { StorageRequest, StorageTools } from './request-context.ts';
import { answerFileCopy } from './storage-copy.ts';

const noAccess = 'Either the object does not exist or you do not have access to it';

const signBody = v.object({
  expiresIn: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  paths: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
});

async function sign(
  request: StorageRequest,
  bucket: string,
  singleName: string,
  { query, secret }: StorageTools,
): Promise<Response> {
  const input = v.parse(signBody, JSON.parse(new TextDecoder().decode(request.body)));
  const names = singleName === '' ? input.paths : [singleName];
  if (!names) return storageRefusal('InvalidRequest', "body must have required property 'paths'");
  const rows = await query<{ name: string }>(
    request,
    'select name from storage.objects where bucket_id = $1 and name = any($2)',
    [bucket, names],
    { operation: singleName === '' ? 'storage.object.sign_many' : 'storage.object.sign' },
  );
  const readable = new Set(rows.map((row) => row.name));
  const iat = Math.floor(Date.now() / 1000);
  const signedUrl = (name: string) => {
    const token = signToken({ sub: name, bucket, intent: 'download', iat, exp: iat + input.expiresIn }, secret);
    return readable.has(name) ? `/object/sign/${bucket}/${name}?token=${token}` : null;
  };
  if (singleName === '') {
    return Response.json(
      names.map((path) => ({ path, signedURL: signedUrl(path), error: readable.has(path) ? null : noAccess })),
    );
  }
  return readable.has(singleName)
    ? Response.json({ signedURL: signedUrl(singleName) })
    : storageRefusal('not_found', 'Object not found', 404);
}

async function listFiles(request: StorageRequest, bucket: string, { query }: StorageTools): Promise<Response> {
  const options = v.parse(listOptions, JSON.parse(new TextDecoder().decode(request.body)));
  const rows = await query<Parameters<typeof listing>[0][number]>(
    request,
    'select * from storage.objects where bucket_id = $1 and starts_with(name, $2) order by name',
    [bucket, listedFolder(options)],
    { operation: 'storage.object.list' },
  );
  return Response.json(listing(rows, options));
}

/** Refuses a body that is no JSON object, or that contains U+0000, which Postgres does not accept in a text. */
function bodyProblem({ method, headers, body }: StorageRequest): Response | undefined {
  if (!/^(POST|PUT|DELETE)$/.test(method) || !headers['content-type']?.includes('json')) return undefined;
  const text = new TextDecoder().decode(body);
  if (/\\u0000/.test(text)) return storageRefusal('InvalidKey', 'Invalid key');
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? undefined : storageRefusal('Error', 'body must be object');
  } catch {
    return storageRefusal('InvalidRequest', 'The body is not valid JSON');
  }
}

function plainPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/**
 * Answers the storage requests in which Lite differs from hosted Supabase: signing (Lite uses other member names and a transaction for
 * each file), listing (without folders) and copying (without metadata). Undefined for all others, which Lite answers itself.
 */
export async function answerStorage(request: StorageRequest, tools: StorageTools): Promise<Response | undefined> {
  const [, verb, bucket = '', name = ''] =
    /^\/object\/(sign|list|upload\/sign|copy)(?:\/([^/]+)(?:\/(.+))?)?$/.exec(plainPath(request.path)) ?? [];
  const problem = bodyProblem(request);
  if (problem) return problem;
  if ((verb === 'sign' && request.method === 'GET') || (verb === 'upload/sign' && request.method === 'PUT')) {
    // Lite would answer 500 to an expired link or an invalid token
    const reason = tokenProblem(request.url.searchParams.get('token') ?? '', tools.secret);
    return reason === undefined ? undefined : storageRefusal('InvalidJWT', reason);
  }
  if (request.method !== 'POST') return undefined;
  try {
    if (verb === 'sign') return await sign(request, bucket, name, tools);
    if (verb === 'copy') return await answerFileCopy(request, tools);
    if (verb === 'list') return await listFiles(request, bucket, tools);
  } catch (error) {
    if (error instanceof v.ValiError || error instanceof SyntaxError)
      return storageRefusal('InvalidRequest', error.message);
    throw error;
  }
  return undefined;
}

const encode = (text: string) => Buffer.from(text).toString('base64url');
const signature = (content: string, secret: string) => createHmac('sha256', secret).update(content).digest();

/** A JSON web token (HS256), as Lite's storage makes and reads them. */
function signToken(claims: Record<string, unknown>, secret: string): string {
  const content = `${encode('{"alg":"HS256","typ":"JWT"}')}.${encode(JSON.stringify(claims))}`;
  return `${content}.${signature(content, secret).toString('base64url')}`;
}

/** The reason to refuse a token, in the words of hosted Supabase; undefined for a valid token. */
function tokenProblem(token: string, secret: string): string | undefined {
  const [head = '', body = '', givenSignature = ''] = token.split('.');
  const expected = signature(`${head}.${body}`, secret);
  const bytes = Buffer.from(givenSignature, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return 'signature verification failed';
  const { exp } = v.parse(v.object({ exp: v.number() }), JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (exp * 1000 <= Date.now()) return '"exp" claim timestamp check failed';
  return undefined;
}

interface ObjectRow {
  name: string;
  id: string;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: unknown;
}

const listOptions = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.number(), 100),
  offset: v.optional(v.number(), 0),
  search: v.optional(v.string(), ''),
  sortBy: v.optional(v.object({ column: v.optional(v.string()), order: v.optional(v.string()) }), {}),
});
type ListOptions = v.InferOutput<typeof listOptions>;

/** The folder to list, with a trailing slash, or '' for the whole bucket. */
function listedFolder(options: ListOptions): string {
  const prefix = options.prefix.replace(/^\/+|\/+$/g, '');
  return prefix === '' ? '' : `${prefix}/`;
}

/**
 * The answer of hosted Supabase to `.list(folder)`: names relative to the folder, and for each subfolder a single entry without an id.
 * Lite would list all files below the folder by their full names.
 */
function listing(rows: ObjectRow[], options: ListOptions): Record<string, unknown>[] {
  const start = listedFolder(options).length;
  const entries = new Map<string, Record<string, unknown>>();
  for (const row of rows) {
    const [first = '', ...deeper] = row.name.slice(start).split('/');
    if (first.toLowerCase().includes(options.search.toLowerCase()) && !entries.has(first)) {
      const { id, created_at, updated_at, last_accessed_at, metadata } = row;
      const folder = { id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null };
      entries.set(first, {
        name: first,
        ...(deeper.length > 0 ? folder : { id, created_at, updated_at, last_accessed_at, metadata }),
      });
    }
  }
  const { column = 'name', order = 'asc' } = options.sortBy;
  const text = (entry: Record<string, unknown>) => JSON.stringify(entry[column] ?? '');
  const direction = order === 'desc' ? -1 : 1;
  const sorted = [...entries.values()].toSorted((a, b) => (text(a) < text(b) ? -direction : direction));
  return sorted.slice(options.offset, options.offset + options.limit);
}
