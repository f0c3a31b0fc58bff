import { beforeEach, expect, test } from 'vitest';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import { answerIn, makeSticker, reportBy, gateReport } from './sticker-door.ts';

// What the policies allow, whatever the storage in front of them does and checks: an operation may be unknown, or missing.

let portal: OpenPortal;
let name: string;
openPortal((opened) => {
  portal = opened;
});
beforeEach(async () => {
  const { secret } = await makeSticker(portal);
  [name = ''] = answerIn(await reportBy(portal.backend, secret, gateReport({ photos: 1 }))).photos;
});

interface StorageRequest {
  operation: string | null;
  session?: string;
}

/** Runs a statement as the storage does for a request, and undoes it. Returns the number of rows, or the code of the refusal. */
async function asStorage(statement: string, { operation, session }: StorageRequest): Promise<number | string> {
  const { backend } = portal;
  return backend.exclusive(async () => {
    await backend.pg.exec('begin');
    try {
      const headers = JSON.stringify(session === undefined ? {} : { 'x-portal-session': session });
      await backend.pg.query(
        `select set_config('role', 'anon', true), set_config('request.headers', $1, true)
          ${operation === null ? '' : `, set_config('storage.operation', '${operation}', true)`}`,
        [headers],
      );
      const { rows } = await backend.pg.query(`${statement} `);
      return rows.length;
    } catch (error) {
      return String(Reflect.get(Object(error), 'code'));
    } finally {
      await backend.pg.exec('rollback');
    }
  });
}

/** Tries whether an upload is allowed, as the storage does: without reading the row back. */
const adding = (mimetype: string | null = 'image/jpeg', to = name) =>
  `insert into storage.objects (bucket_id, name, metadata) values ('${faultBucket}', '${to}',
    '${JSON.stringify(mimetype === null ? {} : { mimetype })}')`;
const reading = () => `select name from storage.objects where bucket_id = '${faultBucket}'`;
const removing = () => `delete from storage.objects where bucket_id = '${faultBucket}' returning name`;

const otherOperations = [
  null,
  '',
  'upload',
  'object.upload_update',
  'storage.object.upload_update',
  'storage.object.upload_signed',
  'storage.object.sign_upload_url',
  'storage.object.copy',
  'storage.object.move',
  'storage.tus.upload.create',
  'storage.tus.upload.part',
  'storage.s3.upload',
  'storage.s3.upload.create_multipart',
  'storage.s3.object.copy',
  'storage.object.upload.x',
  'x.object.upload',
  'STORAGE.OBJECT.UPLOAD',
];

test.each(['storage.object.upload', 'object.upload'])('%s adds an awaited JPEG', async (operation) => {
  expect(await asStorage(adding(), { operation })).toBe(0);
  for (const type of ['image/png', 'text/html', 'IMAGE/JPEG', 'image/jpeg;x', 'image/jpeg ', '', null])
    expect([type, await asStorage(adding(type), { operation })]).toEqual([type, '42501']);
  for (const other of [
    name.toUpperCase(),
    `${name}.html`,
    `${name} `,
    `/${name}`,
    name.replace('.jpg', '.jpeg'),
    'x.jpg',
  ])
    expect([other, await asStorage(adding('image/jpeg', other), { operation })]).toEqual([other, '42501']);
});

test.each(otherOperations)('%s adds nothing, not by an admin either', async (operation) => {
  expect(await asStorage(adding(), { operation })).toBe('42501');
  expect(await asStorage(adding(), { operation, session: portal.session })).toBe('42501');
});

test('nobody overwrites, renames or reads back what was added', async () => {
  const operation = 'storage.object.upload';
  for (const session of ['', portal.session]) {
    const request = { operation, session };
    expect(await asStorage(`${adding()} returning name`, request)).toBe('42501');
    expect(
      await asStorage(`${adding()} on conflict (bucket_id, name) do update set metadata = excluded.metadata`, request),
    ).toBe('42501');
  }
});

test.each([
  ...otherOperations,
  'storage.object.list',
  'storage.object.list_v2',
  'storage.object.info_authenticated',
  'storage.render.image_authenticated',
  'storage.s3.object.get',
  'storage.s3.object.list',
])('%s reads and removes nothing', async (operation) => {
  await portal.backend.sql(adding());
  await portal.backend.sql(
    `update private.fault_voices set forgotten_at = now(), text = '', name = null, phone = null`,
  );
  for (const statement of [reading(), removing(), `${reading()} and name = '${name}' for update`])
    expect([statement, await asStorage(statement, { operation, session: portal.session })]).toEqual([statement, 0]);
});

test.each(['storage.object.get_authenticated', 'object.sign', 'storage.object.sign_many'])(
  '%s reads with a session, and removes nothing',
  async (operation) => {
    await portal.backend.sql(adding());
    expect(await asStorage(reading(), { operation, session: portal.session })).toBe(1);
    expect(await asStorage(reading(), { operation })).toBe(0);
    expect(await asStorage(removing(), { operation, session: portal.session })).toBe(0);
  },
);
