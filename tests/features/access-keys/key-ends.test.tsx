import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endChip, oldKeySentence, type GracePeriod } from '../../../src/features/access-keys/key-ends.ts';
import type { AccessKey } from '../../../src/records/access-key/access-key.ts';
import { watchReports } from '../../support/fake-worker.ts';
import { keyRow } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { askedCards } from './asked-cards.ts';
import { adminRow, openAction, closeToasts, labels, openKeys, rpcUrl } from './serve-main.ts';

const now = new Date('2026-11-21T03:00:00Z');
const february = '2027-02-26T15:59:59+00:00';
const old = (values: Partial<AccessKey> = {}) => keyRow({ kind: 'old', expires_at: february, ...values });
const inherited = (values: Partial<AccessKey> = {}) =>
  keyRow({ expires_at: february, end_reason: 'inherited', ...values });
/** A key whose end an admin has set. */
const contractor = (values: Partial<AccessKey> = {}) => keyRow({ expires_at: '2027-03-31T15:59:59+00:00', ...values });

const reports = watchReports();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
});
afterEach(() => act(async () => closeToasts()));

describe('the chip of a key with an end', () => {
  // `now` is 11:00 on 21 November in Singapore; the tone changes 30 days and 7 days before the end
  it.each<[Partial<AccessKey>, string | undefined, string | undefined]>([
    [{}, undefined, undefined],
    [{ expires_at: february, revoked_at: '2026-11-20T00:00:00Z' }, undefined, undefined],
    [{ expires_at: '2026-11-21T02:59:59Z' }, undefined, undefined],
    [{ expires_at: february }, 'Ends 26 February 2027', 'neutral'],
    [{ expires_at: '2026-12-21T03:00:01Z' }, 'Ends 21 December 2026', 'neutral'],
    [{ expires_at: '2026-12-21T03:00:00Z' }, 'Ends 21 December 2026', 'warn'],
    [{ expires_at: '2026-11-28T03:00:00Z' }, 'Ends 28 November 2026', 'danger'],
    [{ expires_at: '2026-11-21T15:59:59Z' }, 'Ends today at 23:59', 'danger'],
    [{ expires_at: '2026-11-21T16:00:00Z' }, 'Ends 22 November 2026', 'danger'],
    [{ kind: 'old', expires_at: february }, 'Old portal’s key, ends 26 February 2027', 'warn'],
    [{ kind: 'old', expires_at: '2026-11-25T00:00:00Z' }, 'Old portal’s key, ends 25 November 2026', 'danger'],
    [{ expires_at: '2026-12-05T03:00:00Z', end_reason: 'rotated' }, 'Rotated, works until 5 December 2026', 'info'],
    [
      { kind: 'old', expires_at: '2026-11-21T04:00:00Z', end_reason: 'rotated' },
      'Rotated, works until today at 12:00',
      'info',
    ],
    [{ expires_at: february, end_reason: 'inherited' }, 'Ends 26 February 2027 with the key it replaced', 'warn'],
  ])('%j: %s', (values, words, tone) => {
    const chip = endChip(keyRow(values), now);
    expect([chip?.words, chip?.tone]).toEqual([words, tone]);
  });
});

describe('the sentence about the old key', () => {
  it.each<[string | null, GracePeriod, string | null, string]>([
    [null, '0', null, 'The old key ends at once.'],
    [null, '1 hour', null, 'The old key works for one more hour.'],
    [null, '1 day', null, 'The old key works until 22 November 2026 (1 day).'],
    [february, '7 days', null, 'The old key works until 28 November 2026 (7 days).'],
    ['2026-11-24T15:59:59Z', '7 days', null, 'The old key works until 24 November 2026 at 23:59, when it ends anyway.'],
    [
      '2026-11-24T15:59:59Z',
      '7 days',
      '2026-11-24T15:59:59Z',
      'The old key works until 24 November 2026 at 23:59, when it ends anyway.',
    ],
    [
      '2026-11-24T15:59:59Z',
      '7 days',
      '2026-11-23T15:59:59Z',
      'The old key works until 23 November 2026 at 23:59, as the new one.',
    ],
    [null, '30 days', '2026-11-23T15:59:59Z', 'The old key works until 23 November 2026 at 23:59, as the new one.'],
  ])('%s, for %s, beside one until %s', (expires_at, grace, newEnd, sentence) => {
    expect(oldKeySentence(keyRow({ expires_at }), { grace, newEnd, now })).toBe(sentence);
  });
});

const openRotation = async (key: AccessKey) => {
  const view = await openKeys('', key, adminRow());
  if (key.kind === 'old') await view.user.click(screen.getByRole('button', { name: 'Rotate Front desk' }));
  else await openAction(view.user, 'Rotate', 'Front desk');
  const dialog = within(screen.getByRole('dialog'));
  const press = () => view.user.click(dialog.getByRole('button', { name: 'Rotate' }));
  return { ...view, dialog, press, day: dialog.getByLabelText('Last day of the new key (optional)') };
};

describe('the dialog of a rotation', () => {
  it.each<[string, AccessKey, string, RegExp | null]>([
    [
      'an old portal’s key',
      old(),
      'The new key has no end. The old key works until 28 November 2026 (7 days).',
      /^The last day of a key from the old portal is not passed on/u,
    ],
    [
      'a key in its time of grace',
      keyRow({ expires_at: '2026-11-24T04:00:00Z', end_reason: 'rotated' }),
      'The new key has no end. The old key works until 24 November 2026 at 12:00, when it ends anyway.',
      /^This key was rotated before/u,
    ],
    [
      'a key with an inherited end',
      inherited(),
      'The new key has no end. The old key works until 28 November 2026 (7 days).',
      /^The end of this key was that of the key that it replaced/u,
    ],
    [
      'a key whose end an admin set',
      contractor(),
      'The new key works until 31 March 2027 at 23:59. The old key works until 28 November 2026 (7 days).',
      null,
    ],
  ])('names both ends: %s', async (_, key, ends, note) => {
    const { dialog, press, called } = await openRotation(key);
    expect(dialog.getByRole('status')).toHaveTextContent(ends);
    if (note) expect(dialog.getByText(note)).toBeVisible();
    await press();
    expect(await screen.findByRole('dialog', { name: 'The new key for Front desk' })).toHaveTextContent(
      ends.slice(0, ends.indexOf('. ') + 1),
    );
    expect(called).toEqual([
      { key_id: 1, keep_old: '7 days', expires_at: ends.includes('no end') ? 'infinity' : key.expires_at },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Save the card (PDF)' }));
    const { data } = await askedCards(reports.workers);
    expect(data.cards).toMatchObject([{ label: 'Front desk', until: ends.includes('no end') ? null : key.expires_at }]);
  });

  it('takes another last day, or none', async () => {
    const { user, dialog, press, day, called } = await openRotation(contractor());
    expect(day).toHaveValue('2027-03-31');
    await user.clear(day);
    expect(dialog.getByRole('status')).toHaveTextContent(/^The new key has no end\./u);
    await user.type(day, '2026-11-23');
    expect(dialog.getByRole('status')).toHaveTextContent(
      'The new key works until 23 November 2026 at 23:59. The old key works until 23 November 2026 at 23:59, as the new one.',
    );
    await press();
    await screen.findByRole('dialog', { name: 'The new key for Front desk' });
    expect(called).toEqual([{ key_id: 1, keep_old: '7 days', expires_at: '2026-11-23T23:59:59+08:00' }]);
  });

  it.each([
    ['2026-11-20', 'Choose today or a later day.'],
    ['2100-01-01', 'Choose a day before the year 2100.'],
  ])('explains the error in %s while it is typed, and sends nothing', async (typed, words) => {
    const { user, dialog, press, day, called } = await openRotation(keyRow());
    await user.type(day, typed);
    expect(day).toHaveAccessibleDescription(new RegExp(`${words}$`, 'u'));
    expect(dialog.getByRole('status')).not.toHaveTextContent('The new key');
    await press();
    expect(day).toHaveFocus();
    expect(called).toEqual([]);
  });

  it('shows no error for a year that is still being typed, until the button is pressed', async () => {
    const { user, press, day, called } = await openRotation(keyRow());
    await user.type(day, '0202-12-31');
    expect(day).toBeValid();
    await press();
    expect(day).toBeInvalid();
    expect(called).toEqual([]);
  });

  it('explains why the last admin key cannot get an end', async () => {
    const view = await openKeys('', adminRow());
    server.use(
      http.post(rpcUrl('rotate_key'), () =>
        HttpResponse.json({ code: 'PT409', message: 'No', hint: 'last-admin' }, { status: 409 }),
      ),
    );
    await openAction(view.user, 'Rotate', 'Head office');
    const dialog = within(screen.getByRole('dialog'));
    await view.user.type(dialog.getByLabelText('Last day of the new key (optional)'), '2027-01-01');
    await view.user.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/^The last admin key without an end cannot get one/u);
  });
});

const openEndDialog = async (key: AccessKey) => {
  const view = await openKeys('', key, adminRow());
  await view.user.click(screen.getByRole('button', { name: 'Change the end of Front desk' }));
  const dialog = within(screen.getByRole('dialog', { name: 'The end of the key “Front desk”' }));
  const save = () => view.user.click(dialog.getByRole('button', { name: 'Save' }));
  return { ...view, dialog, save, day: dialog.getByLabelText(/^Last day/u) };
};

const lastDayOfSuccessor = async (values: Partial<AccessKey>) => {
  const over = keyRow({ id: 4, role: 'technician', site_id: null, revoked_at: '2026-11-20T03:00:00Z', ...values });
  const { user } = await openKeys('', over, adminRow());
  await user.click(await screen.findByRole('button', { name: 'Issue a successor of Front desk' }));
  return within(screen.getByRole('dialog')).getByLabelText('Last day (optional)');
};

describe('a successor of an ended key', () => {
  it.each<[Partial<AccessKey>, string]>([
    [{}, ''],
    [{ expires_at: '2027-03-31T15:59:59+00:00' }, '2027-03-31'],
    [{ expires_at: '2026-11-19T15:59:59+00:00' }, ''],
    [{ expires_at: february, end_reason: 'inherited' }, ''],
    [{ expires_at: '2026-11-19T15:59:59Z', end_reason: 'rotated', granted_until: february }, '2027-02-26'],
  ])('has at first the last day that an admin had set: %j', async (values, day) => {
    expect(await lastDayOfSuccessor(values)).toHaveValue(day);
  });
});

describe('the end of a key', () => {
  it('is set, confirmed and shown', async () => {
    const { user, dialog, save, day, called } = await openEndDialog(keyRow());
    expect(dialog.getByText('The key for Selasih Park has no end.')).toBeVisible();
    await user.type(day, '2027-03-31');
    await save();
    expect(await screen.findByText('The key “Front desk” works until 31 March 2027 at 23:59.')).toBeVisible();
    expect(called).toEqual([{ key_id: 1, expires_at: '2027-03-31T23:59:59+08:00' }]);
    expect(await screen.findByText('Ends 31 March 2027')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Change the end of Front desk' })).toHaveFocus();
  });

  it('is removed', async () => {
    const { user, dialog, save, day, called } = await openEndDialog(contractor());
    expect(dialog.getByText('The key for Selasih Park works until 31 March 2027 at 23:59.')).toBeVisible();
    await user.clear(day);
    await save();
    expect(await screen.findByText('The key “Front desk” has no end.')).toBeVisible();
    expect(called).toEqual([{ key_id: 1, expires_at: 'infinity' }]);
  });

  it('is not sent unchanged, except an inherited one, which then counts as set', async () => {
    const first = await openEndDialog(contractor());
    await first.save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(first.called).toEqual([]);
    first.unmount();
    const { dialog, save, called } = await openEndDialog(inherited());
    expect(dialog.getByText(/It has this end only because the key that it replaced had it\.$/u)).toBeVisible();
    await save();
    await screen.findByText('The key “Front desk” works until 26 February 2027 at 23:59.');
    expect(called).toEqual([{ key_id: 1, expires_at: february }]);
  });

  it.each([
    ['an old portal’s key', old(), /A key from the old portal always ends, within a year\./u],
    ['a rotated key', contractor({ end_reason: 'rotated' }), /It was rotated\. You can give it more time/u],
  ])('cannot be removed from %s', async (_, key, words) => {
    const { user, dialog, save, day, called } = await openEndDialog(key);
    expect(dialog.getByText(words)).toBeVisible();
    await user.clear(day);
    await save();
    expect(day).toHaveAccessibleDescription(/Choose a last day: this key always has one\.$/u);
    expect(day).toHaveFocus();
    expect(called).toEqual([]);
  });

  it.each([
    ['end-old', /^A key from the old portal works for one year more at most/u],
    ['end-rotated', /^A rotated key works for 30 days more at most/u],
    ['end-passed', /^This day has passed/u],
    ['end-far', /^Choose a day before the year 2100/u],
  ])('is explained if the database refuses it: %s', async (hint, words) => {
    const { user, dialog, save, day } = await openEndDialog(keyRow());
    server.use(
      http.post(rpcUrl('set_key_end'), () =>
        HttpResponse.json({ code: 'PT422', message: 'No', hint }, { status: 422 }),
      ),
    );
    await user.type(day, '2027-03-31');
    await save();
    expect(await dialog.findByRole('alert')).toHaveTextContent(words);
    expect(day).toHaveValue('2027-03-31');
  });
});

const correctButton = () => screen.queryByRole('button', { name: 'Correct their ends' });

describe('keys with an inherited end', () => {
  const many = (count: number, values: (index: number) => Partial<AccessKey> = () => ({})) =>
    Array.from({ length: count }, (_, index) =>
      inherited({ id: index + 1, label: `Desk ${index + 1}`, ...values(index) }),
    );

  it.each<[string, AccessKey[], string | null]>([
    ['none', [keyRow(), old({ id: 2 }), contractor({ id: 3 })], null],
    [
      'an ended and a revoked one',
      [inherited({ expires_at: '2026-11-20T00:00:00Z' }), inherited({ id: 2, revoked_at: '2026-11-20T00:00:00Z' })],
      null,
    ],
    ['one', [inherited()], '1 key ends on 26 February 2027 only because the key that it replaced did: Front desk.'],
    [
      'three of a day',
      many(3),
      '3 keys end on 26 February 2027 only because the keys that they replaced did: Desk 1, Desk 2 and Desk 3.',
    ],
    [
      'six of two days',
      many(6, (index) => (index === 5 ? { expires_at: '2026-12-05T03:00:00+00:00' } : {})),
      '6 keys end between 5 December 2026 and 26 February 2027 only because the keys that they replaced did: Desk 6, Desk 1, Desk 2 and 3 others.',
    ],
  ])('are mentioned above the list: %s', async (_, keys, sentence) => {
    await openKeys('', ...keys, adminRow());
    if (sentence === null) expect(correctButton()).toBeNull();
    else expect(screen.getByText(sentence)).toBeVisible();
  });

  it('are shown, and corrected with one press', async () => {
    const grantedEnd = '2027-06-30T15:59:59+00:00';
    const { user, called } = await openKeys(
      '',
      ...many(2, (index) => (index === 1 ? { granted_until: grantedEnd } : {})),
      adminRow(),
    );
    await user.click(screen.getByRole('button', { name: 'Correct their ends' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Correct the ends of 2 keys?' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Desk 1, Selasih Park: no end instead of 26 February 2027',
      'Desk 2, Selasih Park: 30 June 2027 instead of 26 February 2027',
    ]);
    expect(called).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Correct' }));
    expect(await screen.findByText('2 keys have the right end now.')).toBeVisible();
    expect(called).toEqual([{ key_ids: [1, 2] }]);
    await waitFor(() => expect(correctButton()).toBeNull());
    expect(screen.getByText('Ends 30 June 2027')).toBeVisible();
    expect(screen.getByRole('region', { name: 'All keys' })).toHaveFocus();
  });

  it('are counted if another admin changed them meanwhile', async () => {
    const { user, rows } = await openKeys('', ...many(2), adminRow());
    await user.click(screen.getByRole('button', { name: 'Correct their ends' }));
    for (const row of rows) if (row.id === 1) row.end_reason = null;
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Correct' }));
    expect(
      await screen.findByText('1 of 2 keys have the right end now. The others were changed meanwhile.'),
    ).toBeVisible();
  });
});

describe('the filter of states', () => {
  it.each([
    ['set', ['Contractor']],
    ['old', ['Old desk']],
    ['rotated', ['Rotated']],
    ['inherited', ['Inherited']],
    ['active', ['Head office', 'Inherited', 'Old desk', 'Contractor']],
  ])('finds %s', async (state, found) => {
    await openKeys(
      `?state=${state}`,
      contractor({ id: 1, label: 'Contractor' }),
      old({ id: 2, label: 'Old desk' }),
      keyRow({ id: 3, label: 'Rotated', expires_at: '2026-11-24T04:00:00Z', end_reason: 'rotated' }),
      inherited({ id: 4, label: 'Inherited' }),
      inherited({ id: 5, label: 'Over', revoked_at: '2026-11-20T00:00:00Z' }),
      adminRow(),
    );
    expect(labels()).toEqual(found);
  });
});
