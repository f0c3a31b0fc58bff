import { bucket } from '../../src/lib/file-names.ts';
import { objectName } from '../../supabase/local/demo/demo-files.ts';

/** A request in one line, `GET /rest/v1/main?select=id`, its body and further headers. */
export type RawAttempt = [request: string, body?: object | undefined, headers?: Record<string, string>];

const minimal = { prefer: 'return=minimal' };
const merge = { prefer: 'resolution=merge-duplicates' };
const accept = (type: string) => ({ accept: type });
/** A file of the site that no caller but an admin may see. */
const other = objectName(3, 'service-report.pdf');
const madeUp = 'sites/3/1700000000000-00000000-0000-4000-8000-000000000001.jpg';
const object = '/storage/v1/object';

/** What only an admin may do: each is refused, or has no row and changes nothing. Site 3 belongs to no caller. */
export const forEverybody: readonly RawAttempt[] = [
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
  ['POST /rest/v1/rpc/rotate_key', { key_id: 1 }],
  ['POST /rest/v1/rpc/revoke_key', { key_id: 1 }],
  ['POST /rest/v1/rpc/set_key_sites', { key_id: 1, site_ids: [1, 2, 3] }],
  ['POST /rest/v1/rpc/list_changes', {}],
  ['POST /rest/v1/rpc/restore_change', { change_id: 1 }],
  ['POST /rest/v1/rpc/list_client_errors', {}],
  ['POST /rest/v1/rpc/site_overview', {}],
  ['POST /rest/v1/rpc/search_visits', { words: 'a' }],
  [`GET ${object}/${bucket}/${other}`],
  [`GET ${object}/authenticated/${bucket}/${other}`],
  [`GET ${object}/info/${bucket}/${other}`],
  [`POST ${object}/sign/${bucket}/${other}`, { expiresIn: 60 }],
  [`POST ${object}/sign/${bucket}/${other}`, { expiresIn: 315_360_000 }],
  [`POST ${object}/list/${bucket}`, { prefix: 'sites/3' }],
  [`POST ${object}/${bucket}/${madeUp}`, { a: 1 }, { 'content-type': 'image/jpeg' }],
  [`POST ${object}/upload/sign/${bucket}/${madeUp}`, {}],
  [`POST ${object}/move`, { bucketId: bucket, sourceKey: other, destinationKey: madeUp }],
  [`POST ${object}/copy`, { bucketId: bucket, sourceKey: other, destinationKey: madeUp }],
  [`DELETE ${object}/${bucket}`, { prefixes: [other] }],
];

/** What not even an admin may do. */
export const forAdminsToo: readonly RawAttempt[] = [
  ['GET /rest/v1/main?select=token'],
  ['GET /rest/v1/main'],
  ['POST /rest/v1/main', { token: 'a'.repeat(64), label: 'x', role: 'admin' }],
  ['PATCH /rest/v1/main?id=gt.0', { role: 'admin' }, minimal],
  ['DELETE /rest/v1/main?id=eq.1'],
  ['DELETE /rest/v1/maintable?id=eq.3'],
  ['DELETE /rest/v1/carpost?site_id=eq.3'],
  ['PATCH /rest/v1/maintables?id=eq.3', { address: 'x' }, minimal],
  ['PUT /rest/v1/maintable?id=eq.3', { id: 3, name: 'Taken over' }],
  [`GET ${object}/public/${bucket}/${other}`],
  [`GET ${object}/sign/${bucket}/${other}?token=a.b.c`],
  [`PUT ${object}/${bucket}/${other}`, { a: 1 }, { 'content-type': 'application/pdf' }],
  [`POST ${object}/${bucket}/${other}`, { a: 1 }, { 'content-type': 'application/pdf', 'x-upsert': 'true' }],
  ['POST /storage/v1/bucket', { id: 'mine', name: 'mine', public: true }],
  [`PUT /storage/v1/bucket/${bucket}`, { public: true }],
  [`POST /storage/v1/bucket/${bucket}/empty`, {}],
  [`DELETE /storage/v1/bucket/${bucket}`],
];
