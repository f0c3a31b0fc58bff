import { describe, expect, test } from 'vitest';
import { type TestBackend } from './support/backend.ts';
import { openPortal, type Client } from './support/open-portal.ts';
import { bucket, fileUrl, objectName } from './support/base-rows.ts';
import { newTask } from './support/write-requests.ts';

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

const upload = (name: string, size = 5, contentType = 'image/jpeg') =>
  admin.storage.from(bucket).upload(name, new Uint8Array(size), { contentType });
const names = async () =>
  (await backend.sql<{ name: string }>('select name from storage.objects order by name')).map(({ name }) => name);
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

test('a file of 25 MB is taken, a larger one is not', async () => {
  const limit = 25 * 1024 * 1024;
  expect((await upload(objectName(1, 2), limit)).error).toBeNull();
  expect((await upload(objectName(1, 3), limit + 1)).error).toMatchObject({ statusCode: '413' });
});

describe('a name that the bucket takes', () => {
  test.each(['jpg', 'jpeg', 'png', 'webp', 'pdf', 'small.jpg'])('ends in .%s', async (extension) => {
    expect((await upload(objectName(2, 1, extension))).error).toBeNull();
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

  test('is at most 25 MB, in a bucket that is not public', async () => {
    const rows = await backend.sql('select public, file_size_limit::int, allowed_mime_types from storage.buckets');
    expect(rows).toEqual([
      {
        public: false,
        file_size_limit: 25 * 1024 * 1024,
        allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
      },
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
      (await admin.storage.from(bucket).update(objectName(1), new Uint8Array(8), { contentType: 'image/jpeg' })).error,
    ).not.toBeNull();
    expect((await admin.storage.from(bucket).download(objectName(1))).data?.size).toBe(5);
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

const only = (hosts: string) => backend.sql(`update private.settings set file_hosts = ${hosts}`);

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
  ])('is refused for %s once they name one', async (_, urls, file) => {
    await only(`'{localhost:5173}'`);
    const { error } = await pointTo(urls, file);
    expect([error?.code, error?.message]).toEqual([
      '23514',
      expect.stringMatching(/^A file must be one of this portal/u),
    ]);
    expect((await pointTo([ours], '')).error).toBeNull();
  });

  test('is kept where it was stored before, and can be restored from the change log', async () => {
    await pointTo([foreign], '');
    await only(`'{localhost:5173}'`);
    expect((await pointTo([foreign, ours], '', 'False', 3)).error).toBeNull();
    expect((await pointTo([], '', 'False', 4)).error).toBeNull();
    const { data: changes } = await admin.rpc('list_changes', { of_site: 1 });
    expect((await admin.rpc('restore_change', { change_id: changes?.[0]?.id ?? 0 })).error).toBeNull();
  });
});
