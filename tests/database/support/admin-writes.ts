import { expect } from 'vitest';
import type { Attempt } from '../access/outcomes.ts';
import { add, call, change, newTask } from './write-requests.ts';

const seen = {
  ...newTask(1),
  time: '2026-03-26T16:05:00+08:00',
  month: 'mar',
  tasks: 'Text of One seen',
  title: 'One seen',
};
const moved = { ...seen, title: 'Better', time: '2025-12-03T09:30:00+08:00', year: '2025', month: 'dec' };
const hidden = { ...seen, id: 2, tasks: 'Text of One hidden', title: 'One hidden', showing: 'False' };
const posts = { 'Main gate': [{ type: 'Loop', entrance: 1, exit: 2, year: 2024 }] };
const morePosts = { ...posts, Back: [{ type: 'Spring', entrance: 0, exit: 7, year: 2025 }] };
const fields = { capacity: '9', address: null, status: false, person_in_charge: 123_456_789 };

const site = (body: object, revision = 1) =>
  change(`maintable?id=eq.1&revision=eq.${revision}&select=revision`, { ...body, revision: revision + 1 });
const tasks = (...all: unknown[]) => site({ tasks2024: all });
const carPosts = (json: unknown, revision = 1) =>
  change(`carpost?site_id=eq.1&revision=eq.${revision}&select=revision`, { json, revision: revision + 1 });
const time: unknown = expect.stringMatching(/^20\d\d-/u);

/** A line of the change log, as `list_changes` returns it. */
interface Line {
  table_name: string;
  row_id: number;
  site_id: number | null;
  operation: string;
  before: unknown;
  after: unknown;
}
const siteLine = (before: unknown, after: unknown): Line => ({
  table_name: 'maintable',
  row_id: 1,
  site_id: 1,
  operation: 'UPDATE',
  before,
  after,
});
const postsLine = (before: unknown, after: unknown): Line => ({ ...siteLine(before, after), table_name: 'carpost' });
const keyLine = (id: number, after: object): Line => ({
  ...siteLine(null, expect.objectContaining({ id, site_id: 1, role: 'user', kind: 'issued', ...after })),
  table_name: 'main',
  row_id: id,
  operation: 'INSERT',
});
const endLine = (before: object, after: object): Line => ({
  ...siteLine(before, after),
  table_name: 'main',
  row_id: 2,
});

/** A write and its expected result. */
export interface Write {
  what: string;
  /** What an admin has saved before, if the write is based on that. */
  prepared?: Attempt;
  attempt: Attempt;
  /** The answers to a client and to an admin. */
  responses: [string, string];
  /** The lines that the write adds to the log, oldest first: one for each record that it changes. */
  lines: Line[];
  /** A write of another admin in between, and the answer to the later write. */
  faster?: [Attempt, string];
}

const noRow = '200 rows 0';
const oneRow = '200 rows 1';
const denied = '403 PT403';
const noRight = '401 42501';

/** The writes of an admin's screens, on the base rows and `addThirdSite`. */
export const writes: Write[] = [
  {
    what: 'a new task',
    attempt: tasks(seen, hidden, newTask(3)),
    responses: [noRow, oneRow],
    lines: [siteLine({ tasks2024: [] }, { tasks2024: [newTask(3)] })],
    faster: [tasks(seen, hidden, { ...newTask(3), title: 'Of another' }), noRow],
  },
  {
    what: 'a task hidden',
    attempt: tasks({ ...seen, showing: 'False' }, hidden),
    responses: [noRow, oneRow],
    lines: [siteLine({ tasks2024: [seen] }, { tasks2024: [{ ...seen, showing: 'False' }] })],
    faster: [site({ capacity: '9' }), noRow],
  },
  {
    what: 'a task corrected, another shown again',
    attempt: tasks(moved, { ...hidden, showing: 'True' }),
    responses: [noRow, oneRow],
    lines: [siteLine({ tasks2024: [seen, hidden] }, { tasks2024: [moved, { ...hidden, showing: 'True' }] })],
    faster: [tasks(seen, { ...hidden, title: 'Of another' }), noRow],
  },
  {
    what: 'fields of a site',
    attempt: site(fields),
    responses: [noRow, oneRow],
    lines: [siteLine({ capacity: null, address: '1 First Road', status: true, person_in_charge: null }, fields)],
    faster: [tasks(seen, { ...hidden, title: 'Of another' }), noRow],
  },
  {
    what: 'a new site',
    attempt: add('maintable?select=id', { name: 'Four', ...fields }),
    responses: [noRight, '201 rows 1'],
    lines: [
      {
        ...siteLine(null, expect.objectContaining({ id: 4, name: 'Four', ...fields })),
        row_id: 4,
        site_id: 4,
        operation: 'INSERT',
      },
    ],
    faster: [add('maintable', { name: 'Four' }), '409 23505'],
  },
  {
    what: 'car posts',
    attempt: carPosts(morePosts),
    responses: [noRow, oneRow],
    lines: [postsLine({ json: posts }, { json: morePosts })],
    faster: [carPosts({}), noRow],
  },
  {
    what: 'the first car posts of a site',
    attempt: add('carpost?select=revision', { site_id: 3, json: posts }),
    responses: [noRight, '201 rows 1'],
    lines: [{ ...postsLine(null, { site_id: 3, json: posts }), row_id: 3, site_id: 3, operation: 'INSERT' }],
    faster: [add('carpost', { site_id: 3, json: {} }), '409 23505'],
  },
  {
    what: 'a key issued',
    attempt: call('issue_key', { role: 'user', label: 'Guard house', site_id: 1, expires_at: '2099-01-01T00:00:00Z' }),
    responses: [denied, '200'],
    lines: [keyLine(5, { label: 'Guard house', expires_at: '2099-01-01T00:00:00+00:00', revoked_at: null })],
  },
  {
    what: 'a key replaced',
    attempt: call('rotate_key', { key_id: 2, keep_old: '7 days' }),
    responses: [denied, '200'],
    lines: [
      keyLine(5, { label: 'Client of One', expires_at: null }),
      endLine({ expires_at: null, end_reason: null }, { expires_at: time, end_reason: 'rotated' }),
    ],
    faster: [call('rotate_key', { key_id: 2, keep_old: '0' }), '404 PT404'],
  },
  {
    what: 'the end of a key',
    attempt: call('set_key_end', { key_id: 2, expires_at: '2098-12-31T15:59:59Z' }),
    responses: [denied, '204'],
    lines: [
      endLine({ expires_at: null, end_set_at: null }, { expires_at: '2098-12-31T15:59:59+00:00', end_set_at: time }),
    ],
    faster: [call('revoke_key', { key_id: 2 }), '404 PT404'],
  },
  {
    what: 'the label of a key',
    attempt: call('set_key_label', { key_id: 2, label: 'Night shift' }),
    responses: [denied, '204'],
    lines: [endLine({ label: 'Client of One' }, { label: 'Night shift' })],
    faster: [call('revoke_key', { key_id: 2 }), '404 PT404'],
  },
  {
    what: 'a key withdrawn',
    attempt: call('revoke_key', { key_id: 2 }),
    responses: [denied, '204'],
    lines: [endLine({ revoked_at: null }, { revoked_at: time })],
    faster: [call('revoke_key', { key_id: 2 }), '404 PT404'],
  },
  {
    what: 'a change of fields taken back',
    prepared: site({ name: 'Uno' }),
    attempt: call('restore_change', { change_id: 1 }),
    responses: [denied, '200'],
    lines: [siteLine({ name: 'Uno' }, { name: 'One' })],
    faster: [add('maintable', { name: 'One' }), '409 23505'],
  },
  {
    what: 'a change of tasks taken back',
    prepared: tasks(moved, hidden),
    attempt: call('restore_change', { change_id: 1 }),
    responses: [denied, '200'],
    lines: [siteLine({ tasks2024: [moved] }, { tasks2024: [seen] })],
    faster: [site({ tasks2024: [{ ...moved, title: 'Faster' }, hidden] }, 2), '409 PT409'],
  },
  {
    what: 'a change of car posts taken back',
    prepared: carPosts({}),
    attempt: call('restore_change', { change_id: 1 }),
    responses: [denied, '200'],
    lines: [postsLine({ json: {} }, { json: posts })],
    faster: [carPosts(morePosts, 2), '409 PT409'],
  },
];
