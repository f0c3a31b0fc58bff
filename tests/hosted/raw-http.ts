import { bucket } from '../../src/lib/file-names.ts';
import { faultBucket } from '../../src/records/fault/fault.ts';
import { objectName } from '../../supabase/local/demo/demo-files.ts';
import { callFunction, type RawResponse, type RawApi } from '../../supabase/operations/place/raw-api.ts';
import { keys } from '../e2e/demo-keys.ts';
import { openSession } from './test-project.ts';

/** All that an attempt might change, as an admin sees it. */
async function stateOf(ask: RawApi, session: string): Promise<string> {
  const lists = [
    'main?select=id,role,site_id,site_ids,revoked_at',
    'maintable?select=id,name,revision',
    'carpost?select=site_id,revision',
  ];
  const rows = await Promise.all(
    lists.map((path) => ask(`/rest/v1/${path}&order=${path.startsWith('carpost') ? 'site_id' : 'id'}`, { session })),
  );
  const files = await ask(`/storage/v1/object/list/${bucket}`, {
    method: 'POST',
    session,
    body: { prefix: 'sites/3', limit: 1_000, sortBy: { column: 'name', order: 'asc' } },
  });
  return [...rows, files].map(({ text }) => text).join('\n');
}

/** Whether nothing was returned: a refusal, or an empty answer. */
function gaveNothing({ status, text, headers }: RawResponse): boolean {
  if (status >= 400) return status < 500 || /55000/u.test(text);
  // an empty body may stand for rows, which its range then counts
  return status === 204 || text === '[]' || (text === '' && headers.get('content-range')?.endsWith('/0') !== false);
}

export interface RawResult {
  /** Different requests, and how often they were made by somebody who may not. */
  requests: number;
  attempts: number;
  /** What was returned or changed, a line each. */
  wrong: string[];
}

/** Tries every attempt as every caller without permission, over HTTP alone, and checks after each caller for changes. */
export async function tryRawAttempts(ask: RawApi, admin: string): Promise<RawResult> {
  const ended = await openSession(ask, keys.admin);
  await callFunction(ask, 'logout', {}, ended);
  const opened = await Promise.all(
    [keys.selasih, keys.withoutSite, keys.technician].map((key) => openSession(ask, key)),
  );
  const [client, siteless, technician] = opened;
  const forbiddenToTechnicians = [...adminOnly, ...forNobody];
  const forbiddenToClients = [...forbiddenToTechnicians, ...forTechnicians];
  const callers: [who: string, session: string | undefined, attempts: readonly RawAttempt[]][] = [
    ['without a session', undefined, forbiddenToClients],
    ['with a made-up session', 'f'.repeat(64), forbiddenToClients],
    ['with an ended session', ended, forbiddenToClients],
    ['as a client', client, forbiddenToClients],
    ['as a client without a site', siteless, forbiddenToClients],
    ['as a technician', technician, forbiddenToTechnicians],
    ['as an admin', admin, forNobody],
  ];
  const result: RawResult = { requests: forbiddenToClients.length, attempts: 0, wrong: [] };
  const before = await stateOf(ask, admin);
  for (const [who, session, attempts] of callers) {
    for (const [request, body, headers] of attempts) {
      const [method = '', path = ''] = request.split(' ');
      const response = await ask(path, { method, session, body, ...(headers && { headers }) });
      result.attempts += 1;
      if (!gaveNothing(response))
        result.wrong.push(`${request} ${who}: ${response.status} ${response.text.slice(0, 120)}`);
    }
    if ((await stateOf(ask, admin)) !== before) result.wrong.push(`${who}: something was changed`);
  }
  for (const session of opened) await callFunction(ask, 'logout', {}, session);
  return result;
}

/** A request in one line, `GET /rest/v1/main?select=id`, its body and further headers. */
type RawAttempt = [request: string, body?: object | undefined, headers?: Record<string, string>];

const minimal = { prefer: 'return=minimal' };
const merge = { prefer: 'resolution=merge-duplicates' };
const accept = (type: string) => ({ accept: type });
/** A file of the site that no caller but an admin may see. */
const otherFile = objectName(3, 'SR-2024-0108.pdf');
const madeUp = 'sites/3/1700000000000-00000000-0000-4000-8000-000000000001.jpg';
const object = '/storage/v1/object';

/** A photo that the technician and an admin may read and copy. */
const ownPhoto = objectName(1, '2024-01-08-p1-main-gate-1-1-reader-4.jpg');
const newPhoto = ownPhoto.replace(/[^/]+$/u, '1700000000000-00000000-0000-4000-8000-000000000002.jpg');
/** Types that run as a page of the storage's host, through every door that a file may come in by. */
const pageUploads: readonly RawAttempt[] = [
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/javascript',
  'text/xml',
  'application/pdf',
].flatMap((mimetype): RawAttempt[] => [
  [
    `POST ${object}/copy`,
    { bucketId: bucket, sourceKey: ownPhoto, destinationKey: newPhoto, copyMetadata: false, metadata: { mimetype } },
  ],
  [`POST ${object}/${bucket}/${newPhoto}`, { a: 1 }, { 'content-type': mimetype }],
  [`PUT ${object}/${bucket}/${newPhoto}`, { a: 1 }, { 'content-type': mimetype }],
  [`POST ${object}/upload/sign/${bucket}/${newPhoto}`, undefined, { 'content-type': mimetype }],
  [
    'POST /storage/v1/upload/resumable',
    undefined,
    {
      'tus-resumable': '1.0.0',
      'upload-length': '4',
      'upload-metadata': `bucketName ${btoa(bucket)},objectName ${btoa(newPhoto)},contentType ${btoa(mimetype)}`,
    },
  ],
  [`PUT /storage/v1/s3/${bucket}/${newPhoto}`, { a: 1 }, { 'content-type': mimetype }],
]);

/** A photo that no report waits for, through every door of the bucket of reports, and every way to read one. */
const report = 'faults/3/1/00000000-0000-4000-8000-000000000003.jpg';
const jpeg = { 'content-type': 'image/jpeg' };
const reportPhotos: readonly RawAttempt[] = [
  [`POST ${object}/${faultBucket}/${report}`, { a: 1 }, jpeg],
  [`POST ${object}/${faultBucket}/${report}`, { a: 1 }, { ...jpeg, 'x-upsert': 'true' }],
  [`PUT ${object}/${faultBucket}/${report}`, { a: 1 }, jpeg],
  [`POST ${object}/upload/sign/${faultBucket}/${report}`, undefined, jpeg],
  [
    `POST ${object}/copy`,
    { bucketId: bucket, sourceKey: ownPhoto, destinationBucket: faultBucket, destinationKey: report },
  ],
  [
    `POST ${object}/move`,
    { bucketId: bucket, sourceKey: ownPhoto, destinationBucket: faultBucket, destinationKey: report },
  ],
  [
    'POST /storage/v1/upload/resumable',
    undefined,
    {
      'tus-resumable': '1.0.0',
      'upload-length': '4',
      'upload-metadata': `bucketName ${btoa(faultBucket)},objectName ${btoa(report)},contentType ${btoa('image/jpeg')}`,
    },
  ],
  [`PUT /storage/v1/s3/${faultBucket}/${report}`, { a: 1 }, jpeg],
  [`GET ${object}/${faultBucket}/${report}`],
  [`GET ${object}/authenticated/${faultBucket}/${report}`],
  [`GET ${object}/public/${faultBucket}/${report}`],
  [`GET ${object}/info/${faultBucket}/${report}`],
  [`POST ${object}/sign/${faultBucket}/${report}`, { expiresIn: 60 }],
  [`POST ${object}/list/${faultBucket}`, { prefix: 'faults/3/1' }],
  [`DELETE ${object}/${faultBucket}`, { prefixes: [report] }],
  [`PUT /storage/v1/bucket/${faultBucket}`, { public: true, file_size_limit: null, allowed_mime_types: null }],
  [`DELETE /storage/v1/bucket/${faultBucket}`],
];

/** What only an admin may do: each is refused, or has no row and changes nothing. Site 3 belongs to no caller. */
const adminOnly: readonly RawAttempt[] = [
  ['GET /rest/v1/main?select=id'],
  ['GET /rest/v1/main?token=like.*&select=id'],
  ['GET /rest/v1/maintable?id=eq.3&select=id'],
  ['GET /rest/v1/maintables?id=eq.3&select=id'],
  ['GET /rest/v1/maintables?id=eq.3&address=like.*&select=id'],
  ['GET /rest/v1/carpost?site_id=eq.3&select=site_id'],
  ['GET /rest/v1/carpost?select=site_id,maintable!inner(name)&site_id=eq.3'],
  ['GET /rest/v1/sessions?limit=1', undefined, { 'accept-profile': 'private' }],
  ['GET /rest/v1/users?limit=1', undefined, { 'accept-profile': 'auth' }],
  ['GET /rest/v1/objects?limit=1', undefined, { 'accept-profile': 'storage' }],
  ['GET /rest/v1/main?select=id', undefined, accept('application/vnd.pgrst.plan+json')],
  ['GET /rest/v1/main?select=id', undefined, accept('application/vnd.pgrst.object+json')],
  ['PATCH /rest/v1/maintable?id=eq.3', { status: null, revision: 2 }, minimal],
  ['PATCH /rest/v1/maintable?id=eq.3', { tasks2024: [] }, minimal],
  ['PATCH /rest/v1/carpost?site_id=eq.3', { json: {}, revision: 2 }, minimal],
  ['POST /rest/v1/maintable', { name: 'Not by an admin' }, minimal],
  ['POST /rest/v1/maintable?on_conflict=id', { id: 3, name: 'Taken over' }, merge],
  ['POST /rest/v1/rpc/issue_key', { role: 'admin', label: 'x' }],
  ['POST /rest/v1/rpc/issue_key', { role: 'technician', label: 'x', successor_of: 1 }],
  ['POST /rest/v1/rpc/ended_keys', { key_ids: [1] }],
  ['POST /rest/v1/rpc/rotate_key', { key_id: 1 }],
  ['POST /rest/v1/rpc/revoke_key', { key_id: 1 }],
  ['POST /rest/v1/rpc/set_key_end', { key_id: 1, expires_at: '2098-12-31T15:59:59Z' }],
  ['POST /rest/v1/rpc/mend_key_ends', { key_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/rotate_keys', { key_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/revoke_keys', { key_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/set_key_ends', { key_ids: [1, 2, 3], expires_at: '2098-12-31T15:59:59Z' }],
  ['POST /rest/v1/rpc/links_of_keys', { key_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/set_key_label', { key_id: 1, label: 'x' }],
  ['POST /rest/v1/rpc/set_key_sites', { key_id: 1, site_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/archive_site', { site_id: 1, revision: 1, end_access: true }],
  ['POST /rest/v1/rpc/unarchive_site', { site_id: 1, revision: 1 }],
  ['POST /rest/v1/rpc/site_access', { site_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/list_changes', {}],
  ['POST /rest/v1/rpc/restore_change', { change_id: 1 }],
  ['POST /rest/v1/rpc/move_visit', { site_id: 3, revision: 1, task_id: 1, to_site: 2, to_revision: 1, photos: [] }],
  ['POST /rest/v1/rpc/logged_moves', { change_ids: [1] }],
  [`POST ${object}/copy`, { bucketId: bucket, sourceKey: otherFile, destinationKey: madeUp }],
  ['POST /rest/v1/rpc/list_client_errors', {}],
  ['POST /rest/v1/rpc/make_sticker', { site_id: 3, post: 'Not by an admin' }],
  ['POST /rest/v1/rpc/list_stickers', { site_id: 3 }],
  ['POST /rest/v1/rpc/end_sticker', { sticker_id: 1 }],
  ['POST /rest/v1/rpc/make_link', { site_id: 3, task_ids: [1], label: 'Not by an admin', days: 7 }],
  ['POST /rest/v1/rpc/list_links', { site_id: 3 }],
  ['POST /rest/v1/rpc/end_link', { link_id: 0 }],
  ['POST /rest/v1/rpc/list_documents', { site_id: 3 }],
  ['POST /rest/v1/rpc/file_document', { site_id: 3, file: madeUp, title: 'Not by an admin', audience: 'client' }],
  ['POST /rest/v1/rpc/change_document', { document_id: 0, revision: 1, audience: 'client' }],
  ['POST /rest/v1/rpc/search_visits', { words: 'a' }],
  [`GET ${object}/${bucket}/${otherFile}`],
  [`GET ${object}/authenticated/${bucket}/${otherFile}`],
  [`GET ${object}/info/${bucket}/${otherFile}`],
  [`POST ${object}/sign/${bucket}/${otherFile}`, { expiresIn: 60 }],
  [`POST ${object}/sign/${bucket}/${otherFile}`, { expiresIn: 315_360_000 }],
  [`POST ${object}/list/${bucket}`, { prefix: 'sites/3' }],
  [`POST ${object}/${bucket}/${madeUp}`, { a: 1 }, { 'content-type': 'image/jpeg' }],
  [`POST ${object}/upload/sign/${bucket}/${madeUp}`, {}],
  [`POST ${object}/move`, { bucketId: bucket, sourceKey: otherFile, destinationKey: madeUp }],
  [`POST ${object}/copy`, { bucketId: bucket, sourceKey: otherFile, destinationKey: madeUp }],
  [`DELETE ${object}/${bucket}`, { prefixes: [otherFile] }],
];

/** What a technician may do for its sites, and a client may not. */
const forTechnicians: readonly RawAttempt[] = [['POST /rest/v1/rpc/site_overview', {}]];

/** What not even an admin may do. */
const forNobody: readonly RawAttempt[] = [
  ['GET /rest/v1/main?select=token'],
  ['GET /rest/v1/main'],
  ...pageUploads,
  ...reportPhotos,
  ['POST /rest/v1/rpc/open_sticker', { secret: '0'.repeat(28) }],
  ['POST /rest/v1/rpc/report_from_sticker', { secret: '0'.repeat(28), report: { what: 'No power' } }],
  ['GET /rest/v1/rpc/open_sticker?secret=0'],
  ['POST /rest/v1/rpc/open_link', { secret: '0'.repeat(28) }],
  ['GET /rest/v1/rpc/open_link?secret=0'],
  [`POST ${object}/upload/sign/${bucket}/${newPhoto}`, undefined, { 'content-type': 'image/jpeg' }],
  [`POST ${object}/move`, { bucketId: bucket, sourceKey: ownPhoto, destinationKey: newPhoto }],
  ['POST /rest/v1/main', { token: 'a'.repeat(64), label: 'x', role: 'admin' }],
  ['PATCH /rest/v1/main?id=gt.0', { role: 'admin' }, minimal],
  ['DELETE /rest/v1/main?id=eq.1'],
  ['DELETE /rest/v1/maintable?id=eq.3'],
  ['DELETE /rest/v1/carpost?site_id=eq.3'],
  ['PATCH /rest/v1/maintables?id=eq.3', { address: 'x' }, minimal],
  ['PUT /rest/v1/maintable?id=eq.3', { id: 3, name: 'Taken over' }],
  [`GET ${object}/public/${bucket}/${otherFile}`],
  [`GET ${object}/sign/${bucket}/${otherFile}?token=a.b.c`],
  [`PUT ${object}/${bucket}/${otherFile}`, { a: 1 }, { 'content-type': 'application/pdf' }],
  [`POST ${object}/${bucket}/${otherFile}`, { a: 1 }, { 'content-type': 'application/pdf', 'x-upsert': 'true' }],
  ['POST /storage/v1/bucket', { id: 'mine', name: 'mine', public: true }],
  [`PUT /storage/v1/bucket/${bucket}`, { public: true }],
  [`POST /storage/v1/bucket/${bucket}/empty`, {}],
  [`DELETE /storage/v1/bucket/${bucket}`],
];
