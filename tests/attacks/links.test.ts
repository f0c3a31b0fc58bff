import { describe } from 'vitest';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { byAll, call, openAttacks, rest, storage, wrongSecrets } from './attack.ts';

const { attack } = openAttacks();

const secrets = wrongSecrets('share_links');

describe("the call of a link's page", () => {
  attack('with an invalid secret', byAll(secrets.map((secret) => call('open_link', { secret }))));
  attack(
    'by another way than a POST',
    byAll([
      ...['PATCH', 'PUT', 'DELETE'].map((method) => rest(method, 'rpc/open_link', { secret: 'x' })),
      { request: 'GET /rest/v1/rpc/open_link?secret=x' },
      { request: 'HEAD /rest/v1/rpc/open_link?secret=x' },
    ]),
  );
  attack(
    'by arguments of another form',
    byAll([
      call('open_link', { secret: 'x', site_id: 1 }),
      call('open_link', { secret: 'x', task_ids: [1] }),
      call('open_link', { secret: ['x'] }),
      call('open_link', { secret: { $ne: null } }),
      call('open_link', [{ secret: 'x' }, { secret: 'y' }]),
      call('open_link', '{"secret": 1e400}'),
    ]),
  );
});

const link = { site_id: 1, task_ids: [1], label: 'x', days: 7 };

describe('links', () => {
  attack('without permission', [
    call('make_link', link),
    call('make_link', { ...link, task_ids: [2] }),
    call('list_links', { site_id: 1 }),
    call('end_link', { link_id: 1 }),
  ]);
  attack(
    'with an invalid argument',
    byAll([
      ...['', ' ', '\u202Egnp', 'a\u0000', 'a\nb', 'x'.repeat(121), null, {}, ['']].map((label) =>
        call('make_link', { ...link, label }),
      ),
      ...[0, -1, 99, '1; drop table x', 1.5, '9'.repeat(40), {}].map((site_id) =>
        call('make_link', { ...link, site_id }),
      ),
      ...[[], [2], [1, 1], [null], [0], [-1], ['1 or 1=1'], [1.5], ['9'.repeat(40)], [[1], [1, 2]], '1', null, {}].map(
        (task_ids) => call('make_link', { ...link, task_ids }),
      ),
      call('make_link', { ...link, task_ids: Array.from({ length: 100_000 }, (_, index) => index) }),
      ...[0, 1, 8, 36_500, -7, 7.5, '7 days', 'infinity', null, '9'.repeat(40)].map((days) =>
        call('make_link', { ...link, days }),
      ),
      ...[0, -1, 99, null, 'x', {}, '1 or 1=1'].map((link_id) => call('end_link', { link_id })),
      ...['x', {}, '1 or 1=1', '9'.repeat(40)].map((site_id) => call('list_links', { site_id })),
      { ...call('make_link', link), headers: { 'x-portal-attempt': '1' } },
      call('make_link', { ...link, secret: 'x' }),
      call('make_link', { ...link, until: 'infinity' }),
      call('make_link', { ...link, made_by: 1 }),
    ]),
  );
  attack(
    'cannot be reached past the functions of the API',
    byAll([
      rest('GET', 'share_links', undefined),
      rest('POST', 'share_links', { site_id: 1 }, { 'content-profile': 'private' }),
      rest('PATCH', 'share_links?id=eq.1', { until: 'infinity' }),
      rest('DELETE', 'share_links?id=eq.1', undefined),
      call('live_link', { given: 'x' }),
      call('linked_files', {}),
      call('linked_tasks', {}),
      call('add_link', {}),
    ]),
  );
});

const outsiders = ['no session', 'made-up session', 'client of Two', 'client without a site'] as const;
const photoName = objectName(1);

describe('a file of another site', () => {
  attack(
    'with no valid secret, in a header or in the URL',
    secrets
      // only characters that a header may contain
      .filter((secret) => /^[ -~]*$/u.test(secret))
      .flatMap((secret) =>
        [
          storage('GET', `object/authenticated/${bucket}/${photoName}`, undefined, { 'x-portal-link': secret }),
          storage('GET', `object/${bucket}/${photoName}?x-portal-link=${encodeURIComponent(secret)}`),
          storage('POST', `object/sign/${bucket}/${photoName}`, { expiresIn: 60 }, { 'x-portal-link': secret }),
        ].map((each) => ({ ...each, by: [...outsiders] })),
      ),
  );
});
