import { describe } from 'vitest';
import { adminsOnly, all, gone, members, openMatrix, type Case } from './matrix.ts';

// What each caller may do with faults (decisions §15). Fault 1 belongs to site One, has words of its own, and a report with a
// name and a number. Fault 2 belongs to site Two and is closed.

const matrix = openMatrix();

const call = (name: string, body: unknown, expected: Case[2]): Case => [
  `POST /rest/v1/rpc/${name}`,
  { body },
  expected,
];
const get = (path: string, expected: Case[2]): Case => [`GET /rest/v1/rpc/${path}`, {}, expected];

const denied = '403 PT403';
const report = (n: number, values: object = {}) => ({
  attempt: `3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e${n}f`,
  what: 'No power',
  photos: 1,
  age: 0,
  ...values,
});

describe('reporting', () => {
  matrix([
    // a second caller with the same attempt makes another report
    call('report_fault', { site_id: 1, report: report(1) }, [
      gone,
      denied,
      denied,
      '200 changed',
      '422 PT422',
      denied,
      '422 PT422',
    ]),
    call('report_fault', { site_id: 2, post: null, report: report(2) }, [
      gone,
      denied,
      '200 changed',
      denied,
      denied,
      denied,
      '422 PT422',
    ]),
    call(
      'report_fault',
      { site_id: 1, post: 'Main gate', report: report(3, { reported: '2020-01-01T00:00:00+08:00' }) },
      [gone, denied, denied, '200 changed', '422 PT422', denied, '422 PT422'],
    ),
    call('report_fault', { site_id: 99, report: report(4) }, adminsOnly(denied, '404 PT404')),
    call('report_fault', { site_id: null, report: report(4) }, adminsOnly(denied, '404 PT404')),
    call('report_fault', { site_id: 1, report: 'x' }, all('400 22P02')),
    ...[report(5, { what: '' }), { what: 'No power' }, [], null, 1].map((wrong) =>
      call('report_fault', { site_id: 1, report: wrong }, [
        gone,
        denied,
        denied,
        '422 PT422',
        '422 PT422',
        denied,
        '422 PT422',
      ]),
    ),
    call('report_fault', { site_id: 1, post: 'Nowhere', report: report(6) }, [
      gone,
      denied,
      denied,
      '422 PT422',
      '422 PT422',
      denied,
      '422 PT422',
    ]),
    call('report_fault', { report: report(7) }, all('404 PGRST202')),
    call('report_fault', { site_id: 1, report: report(8), origin: 'office' }, all('404 PGRST202')),
    get('report_fault?site_id=1&report={}', [gone, denied, denied, '422 PT422', '422 PT422', denied, '422 PT422']),
    get(`report_fault?site_id=1&report=${encodeURIComponent(JSON.stringify(report(9)))}`, [
      gone,
      denied,
      denied,
      '405 25006',
      '405 25006',
      denied,
      '405 25006',
    ]),
  ]);
});

describe('reading', () => {
  matrix([
    call('list_faults', {}, members('200')),
    call('list_faults', { state: 'all', words: 'siti' }, members('200')),
    call('list_faults', { site_id: 1 }, [gone, '200', denied, '200', '200', '200', '200']),
    call('list_faults', { site_id: 2 }, [gone, '200', '200', denied, denied, denied, '200']),
    // no caller learns which sites exist
    call('list_faults', { site_id: 99 }, [gone, '200', denied, denied, denied, denied, '200']),
    call('list_faults', { state: 'x' }, members('422 PT422')),
    call('list_faults', { page_size: 501 }, members('422 PT422')),
    call('list_faults', { id: 1 }, all('404 PGRST202')),
    get('list_faults?state=all', members('200')),
    call('fault_news', {}, members('200')),
    get('fault_news', members('200')),
  ]);
});

describe('ending and correcting', () => {
  const close = { closed_as: 'settled', reason: 'By phone' };
  matrix([
    call('close_fault', { fault_id: 1, ...close }, adminsOnly(denied, '200 changed')),
    call('close_fault', { fault_id: 2, ...close }, adminsOnly(denied, '409 PT409')),
    call('close_fault', { fault_id: 99, ...close }, adminsOnly(denied, '404 PT404')),
    call('close_fault', { fault_id: 1, ...close, closed_as: null }, adminsOnly(denied, '422 PT422')),
    call('close_fault', { fault_id: 1, ...close, reason: null }, adminsOnly(denied, '422 PT422')),
    call('close_fault', { fault_id: 1 }, all('404 PGRST202')),
    call('reopen_fault', { fault_id: 2 }, adminsOnly(denied, '200 changed')),
    call('reopen_fault', { fault_id: 1 }, adminsOnly(denied, '409 PT409')),
    call('reopen_fault', { fault_id: 99 }, adminsOnly(denied, '404 PT404')),
    call('correct_fault', { fault_id: 1, site_id: 2 }, adminsOnly(denied, '200 changed')),
    call('correct_fault', { fault_id: 1, site_id: 1, post: 'Main gate' }, adminsOnly(denied, '200 changed')),
    call('correct_fault', { fault_id: 1, site_id: 1 }, adminsOnly(denied, '200')),
    call('correct_fault', { fault_id: 99, site_id: 1 }, adminsOnly(denied, '404 PT404')),
    call('forget_voice', { voice_id: 1 }, adminsOnly(denied, '204 changed')),
    call('forget_voice', { voice_id: 99 }, adminsOnly(denied, '404 PT404')),
    ...[
      'close_fault?fault_id=1&closed_as=settled&reason=x',
      'reopen_fault?fault_id=2',
      'correct_fault?fault_id=1&site_id=2',
    ].map((path) => get(path, adminsOnly(denied, '405 25006'))),
    get('forget_voice?voice_id=1', adminsOnly(denied, '405 25006')),
  ]);
});

describe('the tables', () => {
  matrix(
    [
      'faults',
      'fault_voices',
      'fault_photos',
      'fault_answers',
      'stickers',
      'share_links',
      'site_documents',
      'door_counts',
    ].flatMap((table): Case[] =>
      (['GET', 'POST', 'PATCH', 'DELETE'] as const).flatMap((verb): Case[] => [
        [
          `${verb} /rest/v1/${table}?id=eq.1`,
          verb === 'POST' || verb === 'PATCH' ? { body: { id: 1 } } : {},
          all('404 PGRST205'),
        ],
        [
          `${verb} /rest/v1/${table}?id=eq.1`,
          {
            headers: { 'accept-profile': 'private', 'content-profile': 'private', prefer: 'private' },
            ...((verb === 'POST' || verb === 'PATCH') && { body: { id: 1 } }),
          },
          all('406 PGRST106'),
        ],
      ]),
    ),
  );
});
