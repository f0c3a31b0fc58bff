import { beforeEach, describe, expect, test } from 'vitest';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import { send } from '../access/outcomes.ts';
import { bucket, keys, objectName } from '../support/base-rows.ts';
import { openPortal, technicianOf, type OpenPortal } from '../support/open-portal.ts';
import { answerIn, jpegOf, makeSticker, reportBy, gateReport, upload } from './sticker-door.ts';

let portal: OpenPortal;
/** The names that a report with three photos got. */
let names: string[];
openPortal(async (opened) => {
  portal = opened;
  const { secret } = await makeSticker(portal);
  names = answerIn(await reportBy(portal.backend, secret, gateReport({ photos: 3 }))).photos;
});

const sql = <T>(statement: string) => portal.backend.sql<T>(statement);
const put = (name: string, file?: Parameters<typeof upload>[2], session?: string) =>
  upload(portal.backend, name, file, session);
/** The name of a photo of the report. */
const photo = (index = 0) => names[index] ?? '';
const uploadedNames = async () =>
  (
    await sql<{ name: string }>(`select name from storage.objects where bucket_id = '${faultBucket}' order by name`)
  ).map(({ name }) => name);
const ask = (request: string, body?: unknown, session?: string, headers: Record<string, string> = {}) =>
  send(portal.backend, { request, headers, ...(body !== undefined && { body }) }, session);

/** All faults as the office reads them, as text. */
const shownFaults = async () => JSON.stringify((await portal.admin.rpc('list_faults').throwOnError()).data);

describe('a photo of a report', () => {
  test('is uploaded under its name without a session, and the office sees it once it has arrived', async () => {
    expect(await shownFaults()).not.toContain(photo());
    expect(await put(photo())).toBe(200);
    const text = await shownFaults();
    expect([text.includes(photo(0)), text.includes(photo(1))]).toEqual([true, false]);
    expect([await put(photo(1)), await put(photo(2))]).toEqual([200, 200]);
    expect(await uploadedNames()).toEqual(names.toSorted());
  });

  test('can also be uploaded as a form, as supabase-js sends it', async () => {
    const file = new File([jpegOf()], 'x.jpg', { type: 'image/jpeg' });
    expect((await portal.backend.clientFor().storage.from(faultBucket).upload(photo(), file)).error).toBeNull();
    expect(await uploadedNames()).toEqual([photo()]);
  });

  test('of exactly 2 MB is accepted, a larger one is not', async () => {
    expect(await put(photo(0), { body: jpegOf(2_097_152) })).toBe(200);
    expect(await put(photo(1), { body: jpegOf(2_097_153) })).toBe(413);
    expect(await put(photo(1), { body: jpegOf(5_000_000) })).toBe(413);
    expect(await uploadedNames()).toEqual([photo(0)]);
  });

  test.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/javascript',
    'image/png',
    'application/pdf',
  ])('is refused with the type %s', async (type) => {
    expect(await put(photo(), { type })).toBeGreaterThanOrEqual(400);
    expect(await uploadedNames()).toEqual([]);
  });

  test('is accepted once: not again, not over itself, and there is no fourth', async () => {
    expect(await put(photo())).toBe(200);
    expect(await put(photo())).toBeGreaterThanOrEqual(400);
    for (const [method, headers] of [
      ['POST', { 'x-upsert': 'true' }],
      ['PUT', {}],
      ['PUT', { 'x-upsert': 'true' }],
    ] as const)
      for (const name of names) {
        const { status } = await ask(`${method} /storage/v1/object/${faultBucket}/${name}`, 'x', undefined, {
          'content-type': 'image/jpeg',
          ...headers,
        });
        expect([method, name, status >= 400]).toEqual([method, name, true]);
      }
    const fourth = photo().replace(/[^/]+$/u, '00000000-0000-4000-8000-000000000000.jpg');
    expect(await put(fourth)).toBe(403);
    expect(await uploadedNames()).toEqual([photo()]);
  });

  test('is accepted for a day, or for a day after its report was sent again, for a week', async () => {
    const { secret } = await makeSticker(portal, 'Exit');
    const report = gateReport({ photos: 1 });
    const [name = ''] = answerIn(await reportBy(portal.backend, secret, report)).photos;
    const letPass = (time: string) =>
      sql(`update private.fault_photos set open_until = open_until - interval '${time}' where name = '${name}'`);
    await letPass('1 day');
    expect(await put(name)).toBe(403);
    await reportBy(portal.backend, secret, report);
    await letPass('23 hours 59 minutes');
    expect(await put(name)).toBe(200);
    const again = gateReport({ photos: 1, what: 'No power' });
    const [other = ''] = answerIn(await reportBy(portal.backend, secret, again)).photos;
    await sql(`update private.fault_photos set open_until = now() - interval '6 days' where name = '${other}'`);
    await sql(`update private.fault_voices set at = at - interval '8 days'`);
    await reportBy(portal.backend, secret, again);
    expect(await put(other)).toBe(403);
  });

  test('is not accepted after its sender was forgotten', async () => {
    await sql(`update private.fault_voices set forgotten_at = now(), text = '', name = null, phone = null`);
    expect(await put(photo())).toBe(403);
  });
});

describe('a file is refused everywhere else', () => {
  const changed: Record<string, (name: string) => string> = {
    'another number': (name) => name.replace(/.(?=\.jpg$)/u, (digit) => (digit === '0' ? '1' : '0')),
    'capital letters': (name) => name.toUpperCase(),
    'another ending': (name) => name.replace('.jpg', '.jpeg'),
    'an ending more': (name) => `${name}.html`,
    'a small rendition': (name) => name.replace('.jpg', '.small.jpg'),
    'a slash before': (name) => `/${name}`,
    'a slash more': (name) => name.replace('/', '//'),
    'an encoded slash': (name) => name.replaceAll('/', '%252f'),
    'an encoded folder above': (name) => `x/%2e%2e%2f${name}`,
    'another site': (name) => name.replace('faults/1/', 'faults/2/'),
    'another fault': (name) => name.replace(/^faults\/1\/\d+/u, 'faults/1/99'),
    'a blank after': (name) => `${name}%20`,
    'a NUL': (name) => `${name}%00`,
    'a letter of another script': (name) => name.replace('faults', 'f%D0%B0ults'),
  };
  test.each(Object.entries(changed))('under a name with %s', async (_, change) => {
    expect(await put(change(photo()))).toBeGreaterThanOrEqual(400);
    expect(await uploadedNames()).toEqual([]);
  });

  test('in the bucket of visits', async () => {
    for (const name of [photo(), objectName(1)]) {
      const headers = { 'content-type': 'image/jpeg' };
      expect((await ask(`POST /storage/v1/object/${bucket}/${name}`, 'x', undefined, headers)).status).toBe(400);
    }
    expect(await sql('select from storage.objects')).toEqual([]);
  });

  test('in any other way than an upload', async () => {
    await portal.admin.storage.from(bucket).upload(objectName(1), new File([jpegOf()], 'x', { type: 'image/jpeg' }));
    const [base64, object] = [(text: string) => Buffer.from(text).toString('base64'), '/storage/v1/object'];
    const jpeg = { 'content-type': 'image/jpeg' };
    const move = {
      bucketId: bucket,
      sourceKey: objectName(1),
      destinationBucket: faultBucket,
      destinationKey: photo(),
    };
    for (const session of [undefined, portal.session]) {
      const answers = [
        await ask(`POST ${object}/copy`, move, session),
        await ask(
          `POST ${object}/copy`,
          { ...move, copyMetadata: false, metadata: { mimetype: 'image/jpeg' } },
          session,
        ),
        await ask(`POST ${object}/copy`, move, session, { 'x-upsert': 'true' }),
        await ask(`POST ${object}/move`, move, session),
        await ask(`POST ${object}/upload/sign/${faultBucket}/${photo()}`, undefined, session, jpeg),
        await ask(`POST ${object}/upload/sign/${faultBucket}/${photo()}`, {}, session, { 'x-upsert': 'true' }),
        await ask(`PUT ${object}/upload/sign/${faultBucket}/${photo()}?token=a.b.c`, 'x', session, jpeg),
        await ask('POST /storage/v1/upload/resumable', 'x', session, {
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': `bucketName ${base64(faultBucket)},objectName ${base64(photo())},contentType ${base64('image/jpeg')}`,
        }),
        await ask(`PUT /storage/v1/s3/${faultBucket}/${photo()}`, 'x', session, jpeg),
        await ask(`POST /storage/v1/s3/${faultBucket}/${photo()}?uploads`, 'x', session, jpeg),
      ];
      expect(answers.map(({ status }) => status >= 400)).toEqual(answers.map(() => true));
    }
    expect(await uploadedNames()).toEqual([]);
  });
});

const sessionOf = (key: string) => portal.backend.sessionFor(key);
/** Closes all faults this long ago. */
const close = (kind: string, age: string) =>
  sql(`update private.faults set closed_as = '${kind}', closed_reason = 'x', closed_at = now() - interval '${age}'`);

describe('who may see the photo of a report', () => {
  let technician: string;
  let stranger: string;
  beforeEach(async () => {
    expect(await put(photo())).toBe(200);
    technician = (await technicianOf(portal.backend, [1])).session;
    stranger = (await technicianOf(portal.backend, [2])).session;
  });

  const object = '/storage/v1/object';
  /** Whether a session may download a photo, sign it, and sign it among others. */
  async function ways(session?: string, name = photo()): Promise<boolean[]> {
    const [download, sign, signMany] = [
      await ask(`GET ${object}/authenticated/${faultBucket}/${name}`, undefined, session),
      await ask(`POST ${object}/sign/${faultBucket}/${name}`, { expiresIn: 60 }, session),
      await ask(`POST ${object}/sign/${faultBucket}`, { expiresIn: 60, paths: [name] }, session),
    ];
    return [download.status === 200, sign.status === 200, /token=/u.test(signMany.text)];
  }
  const [all, none] = [
    [true, true, true],
    [false, false, false],
  ];

  test('the office, the site’s client and the technicians of the site', async () => {
    for (const session of [portal.session, await sessionOf(keys.siteOne), technician])
      expect(await ways(session)).toEqual(all);
  });

  test('nobody else, not even its sender', async () => {
    for (const session of [
      undefined,
      'f'.repeat(64),
      await sessionOf(keys.siteTwo),
      await sessionOf(keys.withoutSite),
      stranger,
    ])
      expect(await ways(session)).toEqual(none);
  });

  test('the people of the site to which its fault turned out to belong', async () => {
    await sql('update private.faults set site_id = 2');
    for (const session of [portal.session, stranger]) expect(await ways(session)).toEqual(all);
    for (const session of [await sessionOf(keys.siteOne), technician]) expect(await ways(session)).toEqual(none);
  });

  test('no client of another site than its report’s, unless the office wrote the report', async () => {
    await sql('update private.faults set site_id = 2');
    expect(await ways(await sessionOf(keys.siteTwo))).toEqual(none);
    await sql(`update private.fault_voices set origin = 'office', main_id = 1, sticker_id = null`);
    expect(await ways(await sessionOf(keys.siteTwo))).toEqual(all);
    await sql(`update private.fault_voices set origin = 'client', main_id = 2`);
    expect(await ways(await sessionOf(keys.siteTwo))).toEqual(none);
    await sql('update private.faults set site_id = 1');
    expect(await ways(await sessionOf(keys.siteOne))).toEqual(all);
  });

  test('only the office, after its sender was forgotten', async () => {
    await sql(`update private.fault_voices set forgotten_at = now(), text = '', name = null, phone = null`);
    expect(await ways(portal.session)).toEqual(all);
    for (const session of [await sessionOf(keys.siteOne), technician]) expect(await ways(session)).toEqual(none);
  });

  test('nobody by a list, an info, a copy or a move', async () => {
    const copy = {
      bucketId: faultBucket,
      sourceKey: photo(),
      destinationBucket: bucket,
      destinationKey: objectName(1, 7),
    };
    for (const session of [undefined, await sessionOf(keys.siteOne), technician, portal.session]) {
      for (const prefix of ['', 'faults', photo().replace(/\/[^/]+$/u, '')]) {
        const { text } = await ask(`POST ${object}/list/${faultBucket}`, { prefix }, session);
        expect(text).toBe('[]');
      }
      const answers = [
        await ask(`GET ${object}/info/${faultBucket}/${photo()}`, undefined, session),
        await ask(`GET ${object}/info/authenticated/${faultBucket}/${photo()}`, undefined, session),
        await ask(`HEAD ${object}/${faultBucket}/${photo()}`, undefined, session),
        await ask(`GET ${object}/public/${faultBucket}/${photo()}`, undefined, session),
        await ask(`GET /storage/v1/render/image/authenticated/${faultBucket}/${photo()}`, undefined, session),
        await ask(`POST ${object}/list-v2/${faultBucket}`, { prefix: '' }, session),
        await ask(`POST ${object}/copy`, copy, session),
        await ask(
          `POST ${object}/copy`,
          { ...copy, destinationBucket: faultBucket, destinationKey: photo(1) },
          session,
        ),
        await ask(`POST ${object}/move`, copy, session),
        await ask(
          `POST ${object}/move`,
          { ...copy, destinationBucket: faultBucket, destinationKey: photo(1) },
          session,
        ),
      ];
      expect(answers.map(({ status }) => status >= 400)).toEqual(answers.map(() => true));
    }
    expect(await uploadedNames()).toEqual([photo()]);
  });

  const remove = async (session?: string) => {
    await ask(`DELETE ${object}/${faultBucket}`, { prefixes: [photo(), 'faults', '%'] }, session);
    await ask(`DELETE ${object}/${faultBucket}/${photo()}`, undefined, session);
    return (await uploadedNames()).length === 0;
  };

  test('nobody removes it, except an admin after its sender was forgotten', async () => {
    for (const session of [undefined, await sessionOf(keys.siteOne), technician, portal.session])
      expect(await remove(session)).toBe(false);
    await sql(`update private.fault_voices set forgotten_at = now(), text = '', name = null, phone = null`);
    for (const session of [undefined, await sessionOf(keys.siteOne), technician])
      expect(await remove(session)).toBe(false);
    expect(await remove(portal.session)).toBe(true);
  });

  test('nobody removes one of a real fault; an admin removes those of a false report after 30 days', async () => {
    for (const [kind, age] of [
      ['settled', '99 days'],
      ['double', '99 days'],
      ['not-a-fault', '29 days'],
    ] as const) {
      await close(kind, age);
      expect([kind, await remove(portal.session)]).toEqual([kind, false]);
    }
    await close('not-a-fault', '31 days');
    expect(await remove(technician)).toBe(false);
    expect(await remove(portal.session)).toBe(true);
    expect(await put(photo(1))).toBe(200);
  });
});

test('the bucket is private and accepts JPEGs up to 2 MB, and nobody changes it', async () => {
  const shape = 'select public, file_size_limit::int, allowed_mime_types from storage.buckets where id = $1';
  const before = await portal.backend.sql(shape, [faultBucket]);
  expect(before).toEqual([{ public: false, file_size_limit: 2_097_152, allowed_mime_types: ['image/jpeg'] }]);
  for (const session of [undefined, portal.session]) {
    const bucketPath = `/storage/v1/bucket/${faultBucket}`;
    await ask(`PUT ${bucketPath}`, { public: true, allowed_mime_types: null, file_size_limit: null }, session);
    await ask(`POST ${bucketPath}/empty`, {}, session);
    await ask(`DELETE ${bucketPath}`, undefined, session);
  }
  expect(await portal.backend.sql(shape, [faultBucket])).toEqual(before);
});
