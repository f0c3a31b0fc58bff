import { describe } from 'vitest';
import type { TestBackend } from '../support/backend.ts';
import { bucket, objectName } from '../support/base-rows.ts';
import { spare } from './callers.ts';
import { adminsOnly, all, gone, openMatrix, type Case, type Expected } from './matrix.ts';

// What each caller gets of links, and what a person with a link gets (service.md, section 2).

const secret = '0123456789ABCDEFGHJKMNPQRSTV';
const ofTwo = 'ZYXWVTSRQPNMKJHGFEDCBA987654';
const sticker = 'Q123456789ABCDEFGHJKMNPQRSTV';
/** Links that were ended, that have expired, whose visit is hidden, and whose key was revoked. */
const dead = ['E', 'T', 'H', 'R'].map((letter) => `${letter}123456789ABCDEFGHJKMNPQRSTV`);

/** A link to the shown visit of each site, four dead links at the first site, and a sticker. */
async function addLinks(backend: TestBackend): Promise<void> {
  const [ended, over, hidden, revoked] = dead;
  await backend.exclusive(() =>
    backend.pg.exec(`
      set session_replication_role = replica;
      insert into private.share_links (site_id, task_ids, label, secret, made_at, made_by, until, ended_at)
      select site, task, 'First Road', private.secret_hash('link', secret), now() - interval '8 days', key, now() + days, ended
      from (values (1, '{1}'::integer[], '${secret}', 12, interval '1 day', null::timestamptz), (2, '{1}', '${ofTwo}', 11, '1 day', null),
        (1, '{1}', '${ended}', 12, '1 day', now()), (1, '{1}', '${over}', 12, '0', null), (1, '{2}', '${hidden}', 12, '1 day', null),
        (1, '{1}', '${revoked}', 7, '1 day', null)) made (site, task, secret, key, days, ended);
      insert into private.stickers (site_id, post, secret, last_used_on)
      values (1, 'Exit', private.secret_hash('sticker', '${sticker}'), (now() at time zone 'Asia/Singapore')::date);
      set session_replication_role = default;`),
  );
}

const matrix = openMatrix(addLinks);
const denied = '403 PT403';
const call = (name: string, body: unknown, expected: Expected): Case => [
  `POST /rest/v1/rpc/${name}`,
  { body },
  expected,
];
/** `served`: for a client of One, with or without the right to edit counts, and unless another answer is given, for an admin. */
const ofOne = (refused: string, served: string, admin = served): Expected => [
  gone,
  refused,
  refused,
  served,
  served,
  denied,
  admin,
];
const link = { site_id: 1, task_ids: [1], label: 'x', days: 7 };

describe('the functions of links', () => {
  matrix([
    call('make_link', link, ofOne(denied, '200 changed')),
    call('make_link', { ...link, site_id: 2 }, [gone, denied, '200 changed', denied, denied, denied, '200 changed']),
    // no caller learns which sites exist, and a client learns of hidden visits only that they are not shown
    call('make_link', { ...link, site_id: 99 }, adminsOnly(denied, '404 PT404')),
    call('make_link', { ...link, site_id: null }, adminsOnly(denied, '404 PT404')),
    call('make_link', { ...link, task_ids: [2] }, ofOne(denied, '422 PT422')),
    call('make_link', { ...link, task_ids: [99] }, ofOne(denied, '422 PT422')),
    call('make_link', { ...link, task_ids: [] }, ofOne(denied, '422 PT422')),
    call('make_link', { ...link, label: '' }, ofOne(denied, '422 PT422')),
    call('make_link', { ...link, days: 365 }, ofOne(denied, '422 PT422')),
    call('make_link', { site_id: 1 }, all('404 PGRST202')),
    call('list_links', {}, [gone, '200 rows 0', '200 rows 1', '200 rows 5', '200 rows 5', denied, '200 rows 6']),
    call('list_links', { site_id: 1 }, ofOne(denied, '200 rows 5')),
    call('list_links', { site_id: 2 }, [gone, denied, '200 rows 1', denied, denied, denied, '200 rows 1']),
    call('list_links', { site_id: 99 }, adminsOnly(denied, '200 rows 0')),
    ['GET /rest/v1/rpc/list_links?site_id=1', {}, ofOne(denied, '200 rows 5')],
    call('end_link', { link_id: 3 }, ofOne('404 PT404', '204')),
    call('end_link', { link_id: 99 }, ofOne('404 PT404', '404 PT404')),
    call('end_link', { link_id: null }, ofOne('404 PT404', '404 PT404')),
    call('end_link', {}, all('404 PGRST202')),
    ['GET /rest/v1/rpc/end_link?link_id=1', {}, ofOne('404 PT404', '405 25006')],
  ]);
});

describe('ending a link of Two', () => {
  matrix([
    call('end_link', { link_id: 2 }, [
      gone,
      '404 PT404',
      '204 changed',
      '404 PT404',
      '404 PT404',
      denied,
      // the link has ended by then
      '204',
    ]),
  ]);
});

describe('the public call that opens a link', () => {
  matrix([
    // everybody with the secret is let in
    call('open_link', { secret }, all('200 changed')),
    call('open_link', { secret: ofTwo }, all('200 changed')),
    ...dead.map((each) => call('open_link', { secret: each }, all('404 PT404'))),
    call('open_link', { secret: sticker }, all('404 PT404')),
    call('open_sticker', { secret }, all('404 PT404')),
    call('report_from_sticker', { secret, report: {} }, all('404 PT404')),
    call('open_link', { secret: `${secret}0` }, all('404 PT404')),
    call('open_link', { secret: null }, all('404 PT404')),
    call('open_link', {}, all('404 PGRST202')),
    [`GET /rest/v1/rpc/open_link?secret=${secret}`, {}, all('405 25006')],
  ]);
});

const object = '/storage/v1/object';
const missing = '400 not_found';
const withLink = (given: string, body?: unknown) => ({
  headers: { 'x-portal-link': given },
  ...(body !== undefined && { body }),
});
/** What a caller gets of files of One without a link. */
const asWithoutLink = (refused: string, served: string): Expected => [
  refused,
  refused,
  refused,
  served,
  served,
  served,
  served,
];

describe('the files of visits', () => {
  matrix([
    [`GET ${object}/authenticated/${bucket}/${objectName(1)}`, withLink(secret), all('200')],
    [`GET ${object}/${bucket}/${objectName(1)}`, withLink(secret), all('200')],
    [
      `GET ${object}/authenticated/${bucket}/${objectName(2)}`,
      withLink(secret),
      [missing, missing, '200', missing, missing, missing, '200'],
    ],
    [
      `GET ${object}/authenticated/${bucket}/${spare(1)}`,
      withLink(secret),
      [missing, missing, missing, missing, missing, '200', '200'],
    ],
    ...[...dead, ofTwo, sticker, 'x', ''].map((given): Case => [
      `GET ${object}/authenticated/${bucket}/${objectName(1)}`,
      withLink(given),
      asWithoutLink(missing, '200'),
    ]),
    [
      `HEAD ${object}/authenticated/${bucket}/${objectName(1)}`,
      withLink(secret),
      asWithoutLink('400 of ?', '200 of ?'),
    ],
    [`GET ${object}/info/authenticated/${bucket}/${objectName(1)}`, withLink(secret), asWithoutLink(missing, '200')],
    [
      `POST ${object}/sign/${bucket}/${objectName(1)}`,
      withLink(secret, { expiresIn: 60 }),
      asWithoutLink(missing, '200'),
    ],
    [
      `POST ${object}/list/${bucket}`,
      withLink(secret, { prefix: 'sites/1' }),
      ['200 rows 0', '200 rows 0', '200 rows 0', '200 rows 1', '200 rows 1', '200 rows 2', '200 rows 2'],
    ],
    [
      `POST ${object}/copy`,
      withLink(secret, { bucketId: bucket, sourceKey: objectName(1), destinationKey: 'sites/1/x.jpg' }),
      asWithoutLink(missing, '400 Unauthorized'),
    ],
  ]);
});
