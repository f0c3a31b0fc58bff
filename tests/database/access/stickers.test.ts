import { describe } from 'vitest';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import type { TestBackend } from '../support/backend.ts';
import { bucket, objectName } from '../support/base-rows.ts';
import { adminsOnly, all, openMatrix, type Case, type Expected } from './matrix.ts';

// What each caller gets of stickers, of the public calls of a sticker, and of photos of reports (service.md, section 2).

const secret = '0123456789ABCDEFGHJKMNPQRSTV';
const photoName = (number: number, site = 1) =>
  `faults/${site}/10${site}/00000000-0000-4000-8000-00000000000${number}.jpg`;
/** A photo that has arrived, a photo that is expected, and a photo of another site. */
const [arrived, awaited, elsewhere] = [photoName(1), photoName(2), photoName(1, 2)];

/** A sticker and a fault at each site, with a photo that has arrived, and a photo that is expected at the first site. */
async function addReports(backend: TestBackend): Promise<void> {
  await backend.exclusive(() =>
    backend.pg.exec(`
      set session_replication_role = replica;
      insert into private.stickers (site_id, post, secret, last_used_on)
      select site, post, private.secret_hash('sticker', secret), (now() at time zone 'Asia/Singapore')::date
      from (values (1, 'Main gate', '${secret}'), (2, 'Exit', 'other')) made (site, post, secret);
      insert into private.faults (id, site_id, post, what, known, origin, sticker_id) overriding system value values
        (101, 1, 'Main gate', 'One hidden', false, 'sticker', 1), (102, 2, 'Exit', 'First Road', false, 'sticker', 2);
      insert into private.fault_voices (id, fault_id, origin, sticker_id, text, name, phone, attempt, joined) overriding system value values
        (101, 101, 'sticker', 1, 'One hidden', 'First Road', 'First Road', '\\x11', false),
        (102, 102, 'sticker', 2, 'One hidden', null, null, '\\x12', false);
      insert into private.fault_photos (name, voice_id, place, open_until) values
        ('${arrived}', 101, 1, now() + interval '1 day'), ('${awaited}', 101, 2, now() + interval '1 day'),
        ('${elsewhere}', 102, 1, now() + interval '1 day');
      insert into storage.objects (bucket_id, name, metadata) values
        ('${faultBucket}', '${arrived}', '{"mimetype": "image/jpeg"}'), ('${faultBucket}', '${elsewhere}', '{"mimetype": "image/jpeg"}');
      set session_replication_role = default;`),
  );
  for (const name of [arrived, elsewhere]) await backend.blobs.put(faultBucket, name, new Uint8Array([1]));
}

const matrix = openMatrix(addReports);
const denied = '403 PT403';
const call = (name: string, body: unknown, expected: Expected): Case => [
  `POST /rest/v1/rpc/${name}`,
  { body },
  expected,
];
const report = { attempt: '00000000-0000-4000-8000-000000000000', what: 'Does not open', photos: 1, age: 0 };

describe('the functions of stickers', () => {
  matrix([
    call('make_sticker', { site_id: 1, post: 'Exit' }, adminsOnly(denied, '200 changed')),
    call('make_sticker', { site_id: 2, post: 'Exit' }, adminsOnly(denied, '200 changed')),
    call('make_sticker', { site_id: 1, post: null }, adminsOnly(denied, '200 changed')),
    // no caller learns which sites exist
    call('make_sticker', { site_id: 99, post: 'Exit' }, adminsOnly(denied, '404 PT404')),
    call('make_sticker', { site_id: 1, post: '' }, adminsOnly(denied, '422 PT422')),
    call('make_sticker', {}, all('404 PGRST202')),
    call('list_stickers', { site_id: 1 }, adminsOnly(denied, '200 rows 1')),
    call('list_stickers', { site_id: 99 }, adminsOnly(denied, '200 rows 0')),
    call('list_stickers', {}, all('404 PGRST202')),
    call('end_sticker', { sticker_id: 1 }, adminsOnly(denied, '204 changed')),
    call('end_sticker', { sticker_id: 99 }, adminsOnly(denied, '404 PT404')),
    call('end_sticker', {}, all('404 PGRST202')),
  ]);
});

describe('the public calls of a sticker', () => {
  matrix([
    // everybody with the secret is let in
    call('open_sticker', { secret }, all('200')),
    call('open_sticker', { secret: `${secret}0` }, all('404 PT404')),
    call('open_sticker', { secret: null }, all('404 PT404')),
    call('open_sticker', {}, all('404 PGRST202')),
    call('report_from_sticker', { secret: 'wrong', report }, all('404 PT404')),
    call('report_from_sticker', { secret, report: {} }, all('422 PT422')),
    call('report_from_sticker', { secret }, all('404 PGRST202')),
    [`GET /rest/v1/rpc/open_sticker?secret=${secret}`, {}, all('405 25006')],
  ]);
});

const object = '/storage/v1/object';
const missing = '400 not_found';
/** A client of One with and without the right to edit counts, a technician of One, and an admin. */
const ofOne = (refused: string, served: string): Expected => [
  refused,
  refused,
  refused,
  served,
  served,
  served,
  served,
];
const jpeg = { 'content-type': 'image/jpeg' };
const refusedRow = '400 Unauthorized';

describe('the photos of reports', () => {
  matrix([
    [`GET ${object}/${faultBucket}/${arrived}`, {}, ofOne(missing, '200')],
    [`GET ${object}/authenticated/${faultBucket}/${arrived}`, {}, ofOne(missing, '200')],
    [`GET ${object}/${faultBucket}/${elsewhere}`, {}, [missing, missing, '200', missing, missing, missing, '200']],
    [`GET ${object}/${faultBucket}/${awaited}`, {}, all(missing)],
    [`POST ${object}/sign/${faultBucket}/${arrived}`, { body: { expiresIn: 60 } }, ofOne(missing, '200')],
    [`GET ${object}/info/${faultBucket}/${arrived}`, {}, all(missing)],
    [`HEAD ${object}/${faultBucket}/${arrived}`, {}, all('400 of ?')],
    [`POST ${object}/list/${faultBucket}`, { body: { prefix: 'faults/1/101' } }, all('200 rows 0')],
    [`POST ${object}/${faultBucket}/${arrived}`, { body: 'x', headers: jpeg }, all('400 Duplicate')],
    [`PUT ${object}/${faultBucket}/${arrived}`, { body: 'x', headers: jpeg }, all(refusedRow)],
    [`POST ${object}/${faultBucket}/${photoName(3)}`, { body: 'x', headers: jpeg }, all(refusedRow)],
    [
      `POST ${object}/${faultBucket}/${awaited}`,
      { body: 'x', headers: { 'content-type': 'text/html' } },
      all('400 invalid_mime_type'),
    ],
    [`POST ${object}/upload/sign/${faultBucket}/${awaited}`, { headers: jpeg }, all(refusedRow)],
    [
      `POST ${object}/copy`,
      { body: { bucketId: faultBucket, sourceKey: arrived, destinationKey: awaited } },
      all(missing),
    ],
    [
      `POST ${object}/copy`,
      { body: { bucketId: bucket, sourceKey: objectName(1), destinationBucket: faultBucket, destinationKey: awaited } },
      ofOne(missing, refusedRow),
    ],
    [
      `POST ${object}/move`,
      { body: { bucketId: faultBucket, sourceKey: arrived, destinationKey: awaited } },
      all(missing),
    ],
    [`DELETE ${object}/${faultBucket}`, { body: { prefixes: [arrived, elsewhere] } }, all('200 rows 0')],
  ]);
});
