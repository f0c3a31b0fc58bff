import { beforeEach, describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { addressOf } from '../stickers/sticker-door.ts';
import { bucket, keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type OpenPortal } from '../support/open-portal.ts';
import {
  addFiles,
  addVisits,
  changeTasks,
  endLink,
  filesOf,
  givenVisits,
  isGiven,
  makeLink,
  open,
  setShown,
  type MadeLink,
} from './link-door.ts';

// Which photos and reports a link opens, by which URL, and until when (service.md, section 2).

let portal: OpenPortal;
let link: MadeLink;
let other: MadeLink;
openPortal((opened) => {
  portal = opened;
});
beforeEach(async () => {
  await addVisits(portal.backend, [3, 4]);
  await addFiles(portal.backend, [1, 2, 3, 4]);
  await addFiles(portal.backend, [1], 2);
  link = await makeLink(portal, { task_ids: [1, 3] });
  other = await makeLink(portal, { task_ids: [4] });
});

const given = (secret: string | undefined, siteId = 1) => givenVisits(portal.backend, [1, 2, 3, 4], secret, siteId);
const [photo, small, , report] = filesOf(1);

describe('a link', () => {
  test('gives the photos, their small renditions and the reports of its shown visits, and of no others', async () => {
    expect([await given(link.secret), await given(other.secret)]).toEqual([[1, 3], [4]]);
    expect(await given(link.secret, 2)).toEqual([]);
    expect([await given(undefined), await given(''), await given('x'.repeat(5_000))]).toEqual([[], [], []]);
  });

  test('gives its files in any spelling of its secret', async () => {
    const grouped = link.secret.replaceAll(/.{4}(?=.)/gu, '$&-').toLowerCase();
    expect(await given(grouped)).toEqual([1, 3]);
  });

  test('gives the bytes, with the type of the file, also by the shorter URL', async () => {
    for (const way of ['authenticated/', '']) {
      const answer = await send(portal.backend, {
        request: `GET /storage/v1/object/${way}${bucket}/${report}`,
        headers: { 'x-portal-link': link.secret },
      });
      expect([answer.status, answer.text]).toEqual([200, '\u0001']);
    }
  });

  test('gives no file of a visit that was hidden, until it is shown again', async () => {
    await setShown(portal.backend, 1, false);
    expect(await given(link.secret)).toEqual([3]);
    await setShown(portal.backend, 3, false);
    expect(await given(link.secret)).toEqual([]);
    await setShown(portal.backend, 1, true);
    expect(await given(link.secret)).toEqual([1]);
  });

  test('gives no file that was taken out of its visit', async () => {
    await changeTasks(portal.backend, `case when e ->> 'id' = '1' then e || '{"pdf": ""}' else e end`);
    expect(await isGiven(portal.backend, report, link.secret)).toBe(false);
    expect(await isGiven(portal.backend, photo, link.secret)).toBe(true);
  });

  test('gives no file of a visit that was moved, at either site', async () => {
    const revisions = await portal.backend.sql<{ revision: number }>(
      'select revision::int from public.maintable order by id',
    );
    const [revision = 0, to_revision = 0] = revisions.map((row) => row.revision);
    const move = { site_id: 1, revision, task_id: 3, to_site: 2, to_revision, photos: [null, null], pdf: '' };
    const { error } = await portal.admin.rpc('move_visit', move);
    expect(error).toBeNull();
    expect(await given(link.secret)).toEqual([1]);
    expect(await given(link.secret, 2)).toEqual([]);
  });

  test('gives no file after End, at once', async () => {
    await endLink(portal.backend, link.id, portal.session);
    expect([await given(link.secret), await given(other.secret)]).toEqual([[], [4]]);
  });

  test('gives its files as often as they are requested, without counting as opened', async () => {
    for (let i = 0; i < 10; i += 1) await given(link.secret);
    expect(await portal.backend.sql('select from private.share_links where opened > 0')).toEqual([]);
  });
});

describe('beside a session', () => {
  test('a link opens only its own files, and the session only its own', async () => {
    const { session: technician } = await technicianOf(portal.backend, [2]);
    const two = await portal.backend.sessionFor(keys.siteTwo);
    for (const session of [technician, two]) {
      expect(await isGiven(portal.backend, photo, link.secret, session)).toBe(true);
      expect(await isGiven(portal.backend, photo, undefined, session)).toBe(false);
      expect(await isGiven(portal.backend, filesOf(1, 2)[0], link.secret, session)).toBe(true);
    }
    expect(await isGiven(portal.backend, filesOf(2)[0], link.secret, two)).toBe(false);
  });
});

const object = '/storage/v1/object';
const headersOf = (secret: string) => ({ 'x-portal-link': secret, 'cf-connecting-ip': addressOf(1) });
const ask = (request: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(portal.backend, {
    request,
    headers: { ...headersOf(link.secret), ...headers },
    ...(body !== undefined && { body }),
  });

const names = () => portal.backend.sql('select bucket_id, name from storage.objects order by name');

describe('with a link', () => {
  test('nobody signs a file, or several', async () => {
    expect((await ask(`POST ${object}/sign/${bucket}/${photo}`, { expiresIn: 60 })).status).toBe(400);
    expect((await ask(`POST ${object}/sign/${bucket}/${photo}`, { expiresIn: 315_360_000 })).status).toBe(400);
    const many = await ask(`POST ${object}/sign/${bucket}`, { expiresIn: 60, paths: [photo, small, report] });
    expect(many.text).not.toMatch(/token=/u);
  });

  test('nobody lists files, or learns of a file without its bytes', async () => {
    for (const prefix of ['', 'sites', 'sites/1'])
      expect((await ask(`POST ${object}/list/${bucket}`, { prefix })).text).toBe('[]');
    for (const request of [
      `HEAD ${object}/${bucket}/${photo}`,
      `HEAD ${object}/authenticated/${bucket}/${photo}`,
      `GET ${object}/info/${bucket}/${photo}`,
      `GET ${object}/info/authenticated/${bucket}/${photo}`,
      `GET ${object}/public/${bucket}/${photo}`,
      `GET /storage/v1/render/image/authenticated/${bucket}/${photo}`,
    ])
      expect([request, (await ask(request)).status >= 400]).toEqual([request, true]);
    expect((await ask(`POST ${object}/list-v2/${bucket}`, { prefix: '' })).status).toBeGreaterThanOrEqual(400);
  });

  test('nobody copies, moves, replaces, adds or removes a file', async () => {
    const jpeg = { 'content-type': 'image/jpeg' };
    const [spare] = filesOf(9);
    const before = await names();
    const copy = { bucketId: bucket, sourceKey: photo, destinationKey: spare };
    const answers = [
      await ask(`POST ${object}/copy`, copy),
      await ask(`POST ${object}/copy`, { ...copy, destinationBucket: 'rfidboomgatefaults' }),
      await ask(`POST ${object}/move`, copy),
      await ask(`POST ${object}/${bucket}/${spare}`, 'x', jpeg),
      await ask(`POST ${object}/${bucket}/${photo}`, 'x', { ...jpeg, 'x-upsert': 'true' }),
      await ask(`PUT ${object}/${bucket}/${photo}`, 'x', jpeg),
      await ask(`POST ${object}/upload/sign/${bucket}/${spare}`, undefined, jpeg),
      await ask(`DELETE ${object}/${bucket}/${photo}`),
    ];
    expect(answers.map(({ status }) => status >= 400)).toEqual(answers.map(() => true));
    await ask(`DELETE ${object}/${bucket}`, { prefixes: [photo, 'sites/1', '%'] });
    expect(await names()).toEqual(before);
  });

  test('nobody reads a table, or calls what needs a session', async () => {
    for (const request of [
      'GET /rest/v1/maintables?select=id',
      'GET /rest/v1/maintable?select=id',
      'GET /rest/v1/carpost?select=site_id',
      'GET /rest/v1/main?select=id',
      'POST /rest/v1/rpc/list_links',
      'POST /rest/v1/rpc/whoami',
      'POST /rest/v1/rpc/list_faults',
      'POST /rest/v1/rpc/site_overview',
    ])
      expect([request, (await ask(request, request.startsWith('POST') ? {} : undefined)).status]).toEqual([
        request,
        401,
      ]);
  });
});

/** The number of files that the policy shows for an operation that the storage names. */
async function fileCountBy(operation: string | null, secret: string): Promise<number> {
  const { backend } = portal;
  return backend.exclusive(async () => {
    await backend.pg.exec('begin');
    try {
      await backend.pg.query(
        `select set_config('role', 'anon', true), set_config('request.headers', $1, true),
          set_config('storage.operation', $2, true)`,
        [JSON.stringify(headersOf(secret)), operation ?? ''],
      );
      return (await backend.pg.query('select name from storage.objects')).rows.length;
    } finally {
      await backend.pg.exec('rollback');
    }
  });
}

describe('the policy', () => {
  test.each(['storage.object.get_authenticated', 'object.get_authenticated'])(
    'gives the files of a link by %s',
    async (operation) => {
      // each visit has four files
      expect(await fileCountBy(operation, link.secret)).toBe(8);
      expect(await fileCountBy(operation, other.secret)).toBe(4);
      expect(await fileCountBy(operation, 'x')).toBe(0);
    },
  );

  test.each([
    null,
    '',
    'object.sign',
    'storage.object.sign',
    'storage.object.sign_many',
    'storage.object.list',
    'storage.object.list_v2',
    'storage.object.info_authenticated',
    'storage.object.get_authenticated_info',
    'storage.object.copy',
    'storage.object.move',
    'storage.object.upload',
    'storage.object.delete_many',
    'storage.render.image_authenticated',
    'storage.s3.object.get',
    'storage.s3.object.list',
    'x.object.get_authenticated',
    'OBJECT.GET_AUTHENTICATED',
  ])('opens no file by %s', async (operation) => {
    expect(await fileCountBy(operation, link.secret)).toBe(0);
  });
});

test('a file that a secret does not open is not found, in the same words whatever the secret and the file', async () => {
  const texts = new Set<string>();
  for (const secret of ['x', link.secret, other.secret, ''])
    for (const name of [filesOf(2)[0], filesOf(9)[0]]) {
      const headers = headersOf(secret);
      const { status, text } = await send(portal.backend, {
        request: `GET ${object}/authenticated/${bucket}/${name}`,
        headers,
      });
      texts.add(`${status} ${text}`);
    }
  expect(texts.size).toBe(1);
  expect((await open(portal.backend, link.secret)).status).toBe(200);
});
