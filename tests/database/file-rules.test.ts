import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { maxPdfMegabytes, megabyte } from '../../src/records/upload/file-limits.ts';
import { spare } from './access/callers.ts';
import { all, nothing, openMatrix, type Case, type Expected } from './access/matrix.ts';
import { send } from './access/outcomes.ts';
import type { TestBackend } from './support/backend.ts';
import { bucket, fileUrl, objectName } from './support/base-rows.ts';
import { openPortal, type Client } from './support/open-portal.ts';
import { newTask } from './support/write-requests.ts';

let backend: TestBackend;

let admin: Client;

let session: string;

const upload = (name: string, size = 5, contentType = 'image/jpeg') =>
  admin.storage.from(bucket).upload(name, new Uint8Array(size), { contentType });

const names = async () =>
  (await backend.sql<{ name: string }>('select name from storage.objects order by name')).map(({ name }) => name);

const askStorage = (path: string, body: object) =>
  send(backend, { request: `POST /storage/v1/object/${path}`, body }, session);

const storedMetadata = async (name: string) =>
  (
    await backend.sql<{ metadata: Record<string, unknown> }>('select metadata from storage.objects where name = $1', [
      name,
    ])
  )[0]?.metadata;

const remove = async (...paths: string[]) => {
  const { data } = await admin.storage.from(bucket).remove(paths);
  return data?.map(({ name }) => name);
};

const pointTo = (urls: string[], file: string, showing = 'True', revision = 2) =>
  admin
    .from('maintable')
    .update({
      tasks2024: [
        { ...newTask(1), urls, pdf: file, showing },
        { ...newTask(2), showing: 'False' },
      ],
      revision,
    })
    .eq('id', 1);

const allowHosts = (hosts: string) => backend.sql(`update private.settings set file_hosts = ${hosts}`);

describe('the rules for files', () => {
  openPortal((portal) => ({ backend, admin, session } = portal));

  test('a file of 25 MB is taken, a larger one is not', async () => {
    const limit = 25 * 1024 * 1024;
    expect((await upload(objectName(1, 2), limit)).error).toBeNull();
    expect((await upload(objectName(1, 3), limit + 1)).error).toMatchObject({ statusCode: '413' });
  });

  describe('a name that the bucket takes', () => {
    test.each(['jpg', 'jpeg', 'png', 'webp', 'pdf', 'small.jpg'])('ends in .%s', async (extension) => {
      const type = { png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' }[extension] ?? 'image/jpeg';
      expect((await upload(objectName(2, 1, extension), 5, type)).error).toBeNull();
    });

    const good = objectName(1);
    test.each([
      ['in no folder', 'photo.jpg'],
      ['in another folder', good.replace('sites', 'public')],
      ['in a folder below', good.replace('/1700', '/deep/1700')],
      ['of a missing site', objectName(99)],
      ['of site 0', objectName(0)],
      ['of site 01', good.replace('sites/1/', 'sites/01/')],
      ['of a site beyond every number', good.replace('sites/1/', 'sites/99999999999999999999/')],
      ['that leads to a parent folder', `sites/2/..%2F1/${good.slice(8)}`],
      ['in capitals', good.toUpperCase().replace('SITES', 'sites')],
      ['with a short time', good.replace('1700000000000', '170000000000')],
      ['with another kind of uuid', good.replace('-4000-', '-1000-')],
      ['without an extension', good.replace('.jpg', '')],
      ['of a web page', good.replace('.jpg', '.html')],
      ['of a drawing that can run scripts', good.replace('.jpg', '.svg')],
      ['with two extensions', good.replace('.jpg', '.html.jpg')],
      ['with text after the extension', `${good}.html`],
      ['with a line break', `${good}%0A`],
    ])('is not one %s', async (_, name) => {
      const response = await upload(name);
      expect(response.error).not.toBeNull();
      expect(await names()).toEqual([]);
    });
  });

  describe('what the bucket takes', () => {
    test.each(['text/html', 'image/svg+xml', 'application/octet-stream', 'image/gif'])('is not %s', async (type) => {
      expect((await upload(objectName(1), 5, type)).error).not.toBeNull();
      expect(await names()).toEqual([]);
    });

    test('is at most 25 MB, for the CLI, the bucket and the portal alike, in a bucket that is not public', async () => {
      const config = await readFile('supabase/config.toml', 'utf8');
      expect(/^file_size_limit = "(.+)"$/m.exec(config)?.[1]).toBe(`${maxPdfMegabytes}MiB`);
      const rows = await backend.sql(
        'select public, file_size_limit::int, allowed_mime_types from storage.buckets order by name desc',
      );
      expect(rows).toEqual([
        {
          public: false,
          file_size_limit: maxPdfMegabytes * megabyte,
          allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
        },
        // photos of fault reports, which strangers send
        { public: false, file_size_limit: 2 * megabyte, allowed_mime_types: ['image/jpeg'] },
      ]);
    });

    test('is never overwritten: the first file stays', async () => {
      await upload(objectName(1), 5);
      expect((await upload(objectName(1), 6)).error?.message).toMatch(/exists|Duplicate/i);
      const upsert = await admin.storage
        .from(bucket)
        .upload(objectName(1), new Uint8Array(7), { contentType: 'image/jpeg', upsert: true });
      expect(upsert.error).not.toBeNull();
      expect(
        (await admin.storage.from(bucket).update(objectName(1), new Uint8Array(8), { contentType: 'image/jpeg' }))
          .error,
      ).not.toBeNull();
      expect((await admin.storage.from(bucket).download(objectName(1))).data?.size).toBe(5);
    });
  });

  describe('name and type', () => {
    const source = objectName(1, 1);
    const copy = (to: string, rest: object = {}, from = source) =>
      askStorage('copy', { bucketId: bucket, sourceKey: from, destinationKey: to, ...rest });
    test('are compared by the same list as that of the bucket', async () => {
      const [row] = await backend.sql(`
        select array(select distinct private.type_of_name(name) from unnest(array['a.jpg', 'a.jpeg', 'a.png', 'a.webp',
            'a.pdf', 'a.small.jpg']) name order by 1) = array(select unnest(allowed_mime_types) order by 1) as alike
        from storage.buckets`);
      expect(row).toEqual({ alike: true });
    });

    test.each([
      ['a PDF as a photo', 'jpg', 'application/pdf'],
      ['a PNG as a JPEG', 'jpg', 'image/png'],
      ['a photo as a PDF', 'pdf', 'image/jpeg'],
      ['a PNG as a small rendition', 'small.jpg', 'image/png'],
    ])('are refused together for %s', async (_, extension, type) => {
      expect((await upload(objectName(1, 3, extension), 5, type)).error).toMatchObject({ statusCode: '403' });
      expect(await names()).toEqual([]);
    });

    test('of a copy are those of the original, unless the caller says the same type and a cache time', async () => {
      await upload(source);
      const ofOriginal = { mimetype: 'image/jpeg', cacheControl: 'max-age=3600', size: 5 };
      expect((await copy(objectName(2, 2))).status).toBe(200);
      expect(await storedMetadata(objectName(2, 2))).toMatchObject(ofOriginal);
      const chosen = { copyMetadata: false, metadata: { mimetype: 'image/jpeg', cacheControl: 'max-age=60' } };
      expect((await copy(objectName(2, 3), chosen)).status).toBe(200);
      expect(await storedMetadata(objectName(2, 3))).toMatchObject({ ...ofOriginal, cacheControl: 'max-age=60' });
      expect((await copy(objectName(2, 4), { copyMetadata: false })).status).toBe(200);
      expect(await storedMetadata(objectName(2, 4))).toMatchObject(ofOriginal);
      // these values are ignored without `copyMetadata: false`
      expect((await copy(objectName(2, 5), { metadata: { mimetype: 'text/html' } })).status).toBe(200);
      expect(await storedMetadata(objectName(2, 5))).toMatchObject(ofOriginal);
      expect(
        (await copy(objectName(2, 6), { copyMetadata: false, metadata: { mimetype: 'text/html' } })).text,
      ).toContain('row-level security');
    });

    test('of a file that was stored before the rule are copied with the file, and in no other way', async () => {
      await upload(source);
      await backend.sql(`update storage.objects set metadata = metadata || '{"mimetype": "image/png"}'`);
      expect((await copy(objectName(2, 2))).status).toBe(200);
      expect(await storedMetadata(objectName(2, 2))).toMatchObject({ mimetype: 'image/png' });
      expect((await upload(objectName(2, 3), 5, 'image/png')).error).not.toBeNull();
      expect((await upload(objectName(1, 2), 6)).error).toBeNull();
      const asPng = { copyMetadata: false, metadata: { mimetype: 'image/png' } };
      expect((await copy(objectName(2, 7), asPng, objectName(1, 2))).text).toContain('row-level security');
      expect((await copy(objectName(2, 4, 'pdf'))).text).toContain('row-level security');
      const other = { copyMetadata: false, metadata: { mimetype: 'application/pdf' } };
      expect((await copy(objectName(2, 5), other)).text).toContain('row-level security');
      await backend.sql(`update storage.objects set metadata = metadata || '{"mimetype": "text/html"}'`);
      expect((await copy(objectName(2, 6))).text).toContain('row-level security');
    });
  });

  describe('removing', () => {
    const [photo, small, pdf, unused] = [
      objectName(1, 1),
      objectName(1, 1, 'small.jpg'),
      objectName(1, 2, 'pdf'),
      objectName(1, 3),
    ];
    test.each(['True', 'False'])(
      'is refused for a file of a task whose showing is %s, and for its small rendition',
      async (showing) => {
        for (const [name, type] of [
          [photo, 'image/jpeg'],
          [small, 'image/jpeg'],
          [pdf, 'application/pdf'],
          [unused, 'image/jpeg'],
        ] as const) {
          expect((await upload(name, 5, type)).error).toBeNull();
        }
        expect((await pointTo([fileUrl(photo)], fileUrl(pdf), showing)).error).toBeNull();
        expect(await remove(photo, small, pdf, unused)).toEqual([unused]);
        expect(await names()).toEqual([photo, small, pdf].toSorted());
        expect((await admin.storage.from(bucket).download(photo)).data?.size).toBe(5);
      },
    );

    test('is refused for files that were removed from a task, so that the change can be taken back', async () => {
      for (const name of [photo, small]) await upload(name);
      await upload(pdf, 5, 'application/pdf');
      expect((await pointTo([fileUrl(photo)], fileUrl(pdf))).error).toBeNull();
      expect((await pointTo([], '', 'True', 3)).error).toBeNull();
      expect(await remove(photo, small, pdf)).toEqual([]);

      const { data: changes } = await admin.rpc('list_changes', { of_site: 1 });
      expect((await admin.rpc('restore_change', { change_id: changes?.[0]?.id ?? 0 })).error).toBeNull();
      for (const name of [photo, small, pdf])
        expect((await admin.storage.from(bucket).download(name)).data?.size).toBe(5);
    });
  });

  describe('the URL of a file', () => {
    const ours = fileUrl(objectName(1));
    const foreign = ours.replace('localhost:5173', 'elsewhere.example');

    test('may name any host while the settings name none', async () => {
      expect((await pointTo([foreign], '')).error).toBeNull();
    });

    test.each([
      ['a photo of another host', [foreign], ''],
      ['a PDF of another host', [], foreign.replace('.jpg', '.pdf')],
      ['the same host at another port', [ours.replace(':5173', ':8080')], ''],
      ['a host with the same beginning', [ours.replace('localhost', 'localhost.example')], ''],
    ])('is refused for %s once hosts are named', async (_, urls, file) => {
      await allowHosts(`'{localhost:5173}'`);
      const { error } = await pointTo(urls, file);
      expect([error?.code, error?.message]).toEqual([
        '23514',
        expect.stringMatching(/^A file must be one of this portal/u),
      ]);
      expect((await pointTo([ours], '')).error).toBeNull();
    });

    test('stays if it was stored before, and can be restored from the change log', async () => {
      await pointTo([foreign], '');
      await allowHosts(`'{localhost:5173}'`);
      expect((await pointTo([foreign, ours], '', 'False', 3)).error).toBeNull();
      expect((await pointTo([], '', 'False', 4)).error).toBeNull();
      const { data: changes } = await admin.rpc('list_changes', { of_site: 1 });
      expect((await admin.rpc('restore_change', { change_id: changes?.[0]?.id ?? 0 })).error).toBeNull();
    });
  });
});

const matrix = openMatrix();

const [fileOfOne, fileOfTwo] = [objectName(1), objectName(2)];

const [spareOne, spareTwo] = [spare(1), spare(2)];

const photo = { body: 'photo', headers: { 'content-type': 'image/jpeg' } };

/** The storage server answers as if what the caller may not read did not exist. */
const missing = '400 not_found';

const refused = '400 Unauthorized';

const noBucket = '400 Bucket not found';

// the outcomes in the order of the callers of `Expected`
const ofOne = (ok: string, not = missing): Expected => [not, not, not, ok, ok, ok, ok];

const ofTwo = (ok: string, not = missing): Expected => [not, not, ok, not, not, not, ok];

const byAdmin = (ok: string, not = refused): Expected => [not, not, not, not, not, not, ok];

/** Allowed to an admin and to the technician of One. */
const atWork = (ok: string, not = refused): Expected => [not, not, not, not, not, ok, ok];

const post = (path: string, body: unknown, expected: Expected): Case => [
  `POST /storage/v1/${path}`,
  { body },
  expected,
];

describe('files are read by an admin, by technicians of the site, and by clients of the site if a shown task names them', () => {
  matrix([
    [`GET /storage/v1/object/${bucket}/${spareOne}`, {}, atWork('200', missing)],
    [`GET /storage/v1/object/${bucket}/${spareTwo}`, {}, byAdmin('200', missing)],
    post(`object/sign/${bucket}/${spareOne}`, { expiresIn: 60 }, atWork('200', missing)),
    post(`object/sign/${bucket}/${spareTwo}`, { expiresIn: 60 }, byAdmin('200', missing)),
    [`GET /storage/v1/object/${bucket}/${fileOfOne}`, {}, ofOne('200')],
    [`GET /storage/v1/object/${bucket}/${fileOfTwo}`, {}, ofTwo('200')],
    [`HEAD /storage/v1/object/${bucket}/${fileOfOne}`, {}, ofOne('200 of ?', '400 of ?')],
    [`GET /storage/v1/object/info/${bucket}/${fileOfOne}`, {}, ofOne('200')],
    [`GET /storage/v1/object/public/${bucket}/${fileOfOne}`, {}, all(noBucket)],
    [`GET /storage/v1/object/sign/${bucket}/${fileOfOne}?token=a.b.c`, {}, all('400 InvalidJWT')],
    post(`object/sign/${bucket}/${fileOfOne}`, { expiresIn: 60 }, ofOne('200')),
    post(`object/sign/${bucket}/${fileOfTwo}`, { expiresIn: 60 }, ofTwo('200')),
    post(`object/list/${bucket}`, { prefix: 'sites' }, [
      nothing,
      nothing,
      '200 rows 1',
      '200 rows 1',
      '200 rows 1',
      '200 rows 1',
      '200 rows 2',
    ]),
    post(`object/list/${bucket}`, { prefix: 'sites/2' }, [
      nothing,
      nothing,
      '200 rows 1',
      nothing,
      nothing,
      nothing,
      '200 rows 2',
    ]),
  ]);
});

describe('files are added by admins and technicians of the site, removed by admins, and overwritten by nobody', () => {
  matrix([
    // the technician is first, so the admin finds that the name exists
    [
      `POST /storage/v1/object/${bucket}/${objectName(1, 2)}`,
      photo,
      [refused, refused, refused, refused, refused, '200 changed', '400 Duplicate'],
    ],
    [`POST /storage/v1/object/${bucket}/${objectName(2, 2)}`, photo, byAdmin('200 changed')],
    [`POST /storage/v1/object/${bucket}/${objectName(99)}`, photo, all(refused)],
    [`POST /storage/v1/object/${bucket}/${fileOfOne}`, photo, atWork('400 Duplicate')],
    [
      `POST /storage/v1/object/${bucket}/${fileOfOne}`,
      { ...photo, headers: { ...photo.headers, 'x-upsert': 'true' } },
      all(refused),
    ],
    [`PUT /storage/v1/object/${bucket}/${fileOfOne}`, photo, all(refused)],
    [
      `POST /storage/v1/object/upload/sign/${bucket}/${objectName(1, 3)}`,
      { headers: { 'content-type': 'image/jpeg' } },
      all(refused),
    ],
    post('object/move', { bucketId: bucket, sourceKey: fileOfOne, destinationKey: objectName(1, 4) }, ofOne(refused)),
    post('object/copy', { bucketId: bucket, sourceKey: fileOfOne, destinationKey: objectName(2, 5) }, [
      missing,
      missing,
      missing,
      refused,
      refused,
      refused,
      '200 changed',
    ]),
    [
      `DELETE /storage/v1/object/${bucket}`,
      { body: { prefixes: [spareOne, spareTwo] } },
      byAdmin('200 rows 2 changed', nothing),
    ],
    [`DELETE /storage/v1/object/${bucket}`, { body: { prefixes: [fileOfOne, fileOfTwo] } }, all(nothing)],
  ]);
});

describe('the bucket itself cannot be seen or changed', () => {
  matrix([
    ['GET /storage/v1/bucket', {}, all(nothing)],
    [`GET /storage/v1/bucket/${bucket}`, {}, all(noBucket)],
    post('bucket', { id: 'mine', name: 'mine', public: true }, all(refused)),
    [`PUT /storage/v1/bucket/${bucket}`, { body: { public: true } }, all(noBucket)],
    post(`bucket/${bucket}/empty`, {}, all(noBucket)),
    [`DELETE /storage/v1/bucket/${bucket}`, {}, all('400 ResourceNotEmpty')],
  ]);
});
