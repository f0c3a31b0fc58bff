import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../../src/lib/query-client.ts';
import type { AccessKey } from '../../../../src/records/access-key/access-key.ts';
import { watchReports } from '../../../support/fake-worker.ts';
import { server } from '../../../support/server.ts';
import { askedCards, finishCards } from '../asked-cards.ts';
import { adminRow, labels, madeKeyOf, mainUrl, rpcUrl } from '../serve-main.ts';
import { ask, desk, own, selectAll, technicianKey } from './open-bulk.ts';

const reports = watchReports();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
});

const oldKey = (id: number) => desk(id, { kind: 'old', expires_at: '2027-02-26T15:59:59Z' });
const rotatedBefore = (id: number) => desk(id, { end_reason: 'rotated', expires_at: '2026-11-28T04:00:00Z' });
const openQuestion = async (...rows: AccessKey[]) => {
  const view = await selectAll(...rows);
  return { ...view, dialog: await ask(view.user, 'Rotate') };
};
const rotateAll = async (...rows: AccessKey[]) => {
  const view = await openQuestion(...rows);
  await view.user.click(view.dialog.getByRole('button', { name: 'Rotate' }));
  await screen.findByRole('dialog', { name: /new keys?$/u });
  return view;
};
const newKeys = () => within(screen.getByRole('dialog', { name: /new keys?$/u }));
const press = async ({ user }: Awaited<ReturnType<typeof openQuestion>>, name: string) =>
  user.click(screen.getByRole('button', { name }));
const question = () => screen.queryByRole('dialog', { name: 'Close without all the keys?' });
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

describe('the question before keys are rotated', () => {
  it('names the keys, and when the new and the old keys end', async () => {
    const { user, dialog, bulk } = await openQuestion(
      desk(2),
      desk(3, { expires_at: '2027-03-31T15:59:59Z' }),
      oldKey(4),
    );
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Rotate 3 keys?');
    for (const name of ['Desk 2, Selasih Park', 'Desk 3, Selasih Park', 'Desk 4, Selasih Park'])
      expect(dialog.getByText(name)).toBeVisible();
    const status = dialog.getByRole('status');
    expect(status).toHaveTextContent(
      '2 new keys have no end, 1 ends when an admin had set. The old keys work until 28 November 2026 (7 days), and never longer than they would have.',
    );
    const grace = dialog.getByRole('combobox', { name: 'The old keys go on working for' });
    await user.selectOptions(grace, '1 hour');
    expect(status).toHaveTextContent('The old keys work for one more hour, and never longer than they would have.');
    await user.selectOptions(grace, 'Not at all: it ends at once');
    expect(status).toHaveTextContent('The old keys end at once.');
    fireEvent.change(dialog.getByLabelText('Last day of the new keys (optional)'), { target: { value: '2027-01-31' } });
    expect(status).toHaveTextContent('The new keys work until 31 January 2027 at 23:59.');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    await screen.findByRole('dialog', { name: '3 new keys' });
    expect(bulk.map(({ args }) => args)).toEqual([
      { key_ids: [2, 3, 4], keep_old: '0', expires_at: '2027-01-31T23:59:59+08:00' },
    ]);
  });

  it('says if all new keys have no end, or all have the end that an admin had set', async () => {
    const first = await openQuestion(desk(2), oldKey(3));
    expect(first.dialog.getByRole('status')).toHaveTextContent(/^The new keys have no end\./u);
    first.unmount();
    const ending = { expires_at: '2027-03-31T15:59:59Z' };
    const second = await openQuestion(desk(2, ending), desk(3, ending));
    expect(second.dialog.getByRole('status')).toHaveTextContent(/^Each new key ends when an admin had set\./u);
  });

  it('refuses a day that has passed, and sends nothing', async () => {
    const { user, dialog, bulk } = await openQuestion(desk(2));
    const day = dialog.getByLabelText('Last day of the new keys (optional)');
    fireEvent.change(day, { target: { value: '2026-11-20' } });
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(day).toHaveFocus();
    expect(dialog.getByText('Choose today or a later day.')).toBeVisible();
    expect(bulk).toEqual([]);
  });

  it('never ends the key of an admin at once, and says that the own key is among them', async () => {
    const { dialog } = await openQuestion(own(), desk(2), adminRow({ id: 9 }));
    expect(dialog.queryByRole('option', { name: /at once/u })).toBeNull();
    expect(dialog.getByText(/^One of them is the key that you are logged in with, “My key”\./u)).toBeVisible();
  });

  it('leaves out the keys that were rotated before, and counts them', async () => {
    const { user, dialog, bulk } = await openQuestion(desk(2), rotatedBefore(3), rotatedBefore(4), desk(5));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Rotate 2 keys?');
    expect(
      dialog.getByText(
        '2 of the chosen keys were rotated before and are left out: other keys have replaced them. A key that needs yet another one can be rotated by itself.',
      ),
    ).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Desk 2, Selasih Park',
      'Desk 5, Selasih Park',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    await screen.findByRole('dialog', { name: '2 new keys' });
    expect(bulk.map(({ args }) => args)).toEqual([{ key_ids: [2, 5], keep_old: '7 days' }]);
  });

  it('has nothing to do if all were rotated before', async () => {
    const { user, dialog, bulk } = await openQuestion(rotatedBefore(3));
    expect(dialog.getByText(/^1 of the chosen keys was rotated before and is left out/u)).toBeVisible();
    expect(dialog.queryByRole('combobox')).toBeNull();
    const rotate = dialog.getByRole('button', { name: 'Rotate' });
    expect(rotate).toHaveAttribute('aria-disabled', 'true');
    await user.click(rotate);
    expect(bulk).toEqual([]);
  });

  it('can be cancelled, and leaves the keys selected', async () => {
    const view = await openQuestion(desk(2), desk(3));
    await press(view, 'Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(view.bulk).toEqual([]);
    expect(screen.getByText('2 keys selected', { selector: '[role=status]' })).toBeInTheDocument();
  });
});

describe('keys that refuse', () => {
  it('are named with their reasons, and the others are rotated', async () => {
    const { user, dialog, bulk, refusing } = await openQuestion(desk(2), desk(3), desk(4), adminRow());
    refusing.set(2, 'PT404').set(3, 'PT404').set(9, 'last-admin');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    const alert = await dialog.findByRole('alert');
    expect(alert).toHaveTextContent('3 keys refuse, so nothing was changed:');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Desk 2 and Desk 3: This key is no longer in use. It was revoked or has expired.',
      'Head office: The last admin key without an end cannot get one: nobody could manage the portal after that. First issue another one without an end date.',
    ]);
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Go on with the other 1' }));
    expect(await screen.findByRole('dialog', { name: '1 new key' })).toBeVisible();
    expect(bulk.map(({ args }) => args)).toEqual([
      { key_ids: [2, 3, 4, 9], keep_old: '7 days' },
      { key_ids: [4], keep_old: '7 days' },
    ]);
    // it is the same action, but another attempt
    expect(bulk[1]?.batch).toBe(bulk[0]?.batch);
    expect(bulk[1]?.attempt).not.toBe(bulk[0]?.attempt);
    for (const { batch, attempt } of bulk)
      expect([batch, attempt]).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  });

  it('are named if somebody else replaced them meanwhile, and the choices can be changed', async () => {
    const { user, dialog, bulk, refusing } = await openQuestion(desk(2), desk(3));
    refusing.set(2, 'replaced-before');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Desk 2: Another key has replaced this one meanwhile. Look at the list.',
    );
    await user.selectOptions(dialog.getByRole('combobox'), '1 hour');
    await user.click(dialog.getByRole('button', { name: 'Go on with the other 1' }));
    expect(await screen.findByRole('dialog', { name: '1 new key' })).toBeVisible();
    expect(bulk.at(-1)?.args).toEqual({ key_ids: [3], keep_old: '1 hour' });
  });

  it('are counted if there are many, and nothing is offered if all refuse', async () => {
    const { user, dialog, refusing } = await openQuestion(...[2, 3, 4, 5, 6].map((id) => desk(id)));
    for (const id of [2, 3, 4, 5, 6]) refusing.set(id, 'something-new');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '5 keys refuse, so nothing was changed:Desk 2, Desk 3, Desk 4 and 2 others: The server refused it.',
    );
    expect(dialog.queryByRole('button', { name: /^Go on/u })).toBeNull();
  });

  it('refuse no more when it is tried again', async () => {
    const { user, dialog, refusing } = await openQuestion(desk(2), desk(3));
    refusing.set(2, 'PT404');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    await dialog.findByRole('alert');
    refusing.clear();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('dialog', { name: '2 new keys' })).toBeVisible();
  });
});

const fixedNote = 'What you chose here stays as it is until the server answers.';
/** Answers the first call with this, and records its attempt. */
const answerOnce = (answer: () => Response) => {
  const attempts: (string | null)[] = [];
  const note = ({ request }: { request: Request }) => {
    attempts.push(request.headers.get('x-portal-attempt'));
    return answer();
  };
  server.use(http.post(rpcUrl('rotate_keys'), note, { once: true }));
  return attempts;
};

describe('an answer that is missing', () => {
  const badAnswers: [string, () => Response][] = [
    ['that was lost', () => HttpResponse.error()],
    ['of a gateway', () => new HttpResponse('<html>', { status: 502 })],
    ['without the keys', () => HttpResponse.json([{ id: 100 }])],
  ];
  it.each(badAnswers)('after an answer %s the choices stay, and the same attempt is sent again', async (_, answer) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, dialog, bulk } = await openQuestion(desk(2), desk(3));
    const attempts = answerOnce(answer);
    const grace = dialog.getByRole('combobox', { name: 'The old keys go on working for' });
    await user.selectOptions(grace, '1 hour');
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Error updating data. Try again: what was done before is not done twice.',
    );
    // another choice would be another attempt, and the keys of the first one would never be seen
    expect(dialog.getByText(fixedNote)).toBeVisible();
    expect(grace).toBeDisabled();
    expect(dialog.getByLabelText('Last day of the new keys (optional)')).toBeDisabled();
    const again = dialog.getByRole('button', { name: 'Try again' });
    expect(again).toHaveFocus();
    await user.click(again);
    expect(await screen.findByRole('dialog', { name: '2 new keys' })).toBeVisible();
    expect(attempts).toEqual([bulk[0]?.attempt]);
    expect(bulk.map(({ args }) => args)).toEqual([{ key_ids: [2, 3], keep_old: '1 hour' }]);
  });

  it('is followed by a refusal of the database, which frees the choices again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, dialog, refusing } = await openQuestion(desk(2), desk(3));
    answerOnce(() => HttpResponse.error());
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    await dialog.findByText(fixedNote);
    // a refusal that is not from the database says nothing about the first call
    const attempts = answerOnce(() => HttpResponse.json({ message: 'x' }, { status: 403 }));
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(attempts).toHaveLength(1));
    await dialog.findByRole('button', { name: 'Try again' });
    expect(dialog.getByRole('combobox')).toBeDisabled();
    refusing.set(2, 'PT404');
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/^1 key refuses/u)).toBeVisible();
    expect(dialog.queryByText(fixedNote)).toBeNull();
    expect(dialog.getByRole('combobox')).toBeEnabled();
  });

  it('is not assumed if the server refuses the call at once', async () => {
    const { user, dialog } = await openQuestion(desk(2));
    answerOnce(() => HttpResponse.json({ code: 'PT422', message: 'x', hint: 'keys-many' }, { status: 422 }));
    await user.click(dialog.getByRole('button', { name: 'Rotate' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('At most 200 keys can be changed at once.');
    expect(dialog.queryByText(fixedNote)).toBeNull();
    expect(dialog.getByRole('combobox')).toBeEnabled();
  });
});

it('new keys that have ended meanwhile are counted', async () => {
  const { user, dialog } = await openQuestion(desk(2), desk(3));
  server.use(
    http.post(rpcUrl('rotate_keys'), () =>
      HttpResponse.json([{ id: 100, key: madeKeyOf(100), replaces: 3, until: null }]),
    ),
  );
  await user.click(dialog.getByRole('button', { name: 'Rotate' }));
  expect(await screen.findByText('1 key was made and has ended since. It is not shown.')).toBeVisible();
  expect(newKeys().getByRole('rowheader')).toHaveTextContent('Desk 3');
});

it('an answer without keys is no success, and is not written to the console', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const { user, dialog } = await openQuestion(desk(2));
  server.use(http.post(rpcUrl('rotate_keys'), () => HttpResponse.json([{ id: 100, key: madeKeyOf(100) }])));
  await user.click(dialog.getByRole('button', { name: 'Rotate' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(JSON.stringify(error.mock.calls.map((call) => call.map(String)))).not.toContain(madeKeyOf(100));
});

describe('the new keys', () => {
  it('are shown with label, site and end, and are in the list after that', async () => {
    const view = await rotateAll(desk(2), technicianKey(3), desk(4, { site_id: 2 }));
    const rows = newKeys().getAllByRole('row').slice(1);
    // the list is by label, and the new keys were made in the order in which the old ones are served: 2, 3, 4
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      `Desk 2Selasih Park${madeKeyOf(103)}until we end it`,
      `Desk 4Kingfisher Rise${madeKeyOf(105)}until we end it`,
      `Technician 3Technician (Selasih Park)${madeKeyOf(104)}until we end it`,
    ]);
    await press(view, 'Copy all');
    await press(view, 'Close');
    await waitFor(() => expect(labels()).toHaveLength(6));
    expect(screen.getAllByText('New')).toHaveLength(3);
    expect(screen.queryByRole('region', { name: 'Selected keys' })).toBeNull();
  });

  it('are saved as cards in one PDF, and then the dialog closes without a question', async () => {
    const view = await rotateAll(desk(2), technicianKey(3));
    await press(view, 'Save cards (PDF)');
    const { worker, data } = await askedCards(reports.workers);
    expect(data).toEqual({
      madeOn: '2026-11-21T03:00:00.000Z',
      portal: `${location.origin}/`,
      cards: [
        { key: madeKeyOf(102), label: 'Desk 2', site: 'Selasih Park', sites: null, until: null },
        { key: madeKeyOf(103), label: 'Technician 3', site: null, sites: 'Selasih Park', until: null },
      ],
    });
    expect(newKeys().getByText('Drawing the cards…')).toBeVisible();
    finishCards(worker);
    expect(await newKeys().findByText('Saved: Key-cards_2_2026-11-21.pdf')).toBeVisible();
    expect(reports.saved.map(({ name }) => name)).toEqual(['Key-cards_2_2026-11-21.pdf']);
    await press(view, 'Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are copied as a table without formulas', async () => {
    const view = await rotateAll(desk(2, { label: '=1+1' }), desk(3));
    await press(view, 'Copy all');
    expect(await newKeys().findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(
      [
        'Label,For,Key,Works,Portal',
        `'=1+1,Selasih Park,${madeKeyOf(102)},until we end it,${location.origin}/`,
        `Desk 3,Selasih Park,${madeKeyOf(103)},until we end it,${location.origin}/`,
        '',
      ].join('\r\n'),
    );
    await press(view, 'Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are selected if the browser does not allow copying', async () => {
    const view = await rotateAll(desk(2), desk(3));
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await press(view, 'Copy all');
    expect(await newKeys().findByText(/^The browser does not let the portal copy the keys\./u)).toBeVisible();
    expect(getSelection()?.toString()).toContain(madeKeyOf(103));
    await press(view, 'Close');
    expect(question()).toBeVisible();
    await press(view, 'Back to the keys');
    getSelection()?.selectAllChildren(newKeys().getByRole('table'));
    fireEvent.copy(newKeys().getByRole('table'));
    await press(view, 'Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are not lost by one press if they were neither saved nor copied', async () => {
    const view = await rotateAll(desk(2), desk(3));
    await view.user.keyboard('{Escape}');
    expect(question()).toHaveTextContent('Neither cards were saved nor the table copied.');
    expect(screen.getByRole('button', { name: 'Back to the keys' })).toHaveFocus();
    await press(view, 'Back to the keys');
    expect(newKeys().getByText(madeKeyOf(102))).toBeVisible();
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    await press(view, 'Close');
    await press(view, 'Close without them');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('have no card if they are of admins, and have to be copied', async () => {
    const view = await rotateAll(adminRow(), desk(2));
    expect(newKeys().getByText(/Keys of admins have no cards: copy these\.$/u)).toBeVisible();
    await press(view, 'Save cards (PDF)');
    const { worker, data } = await askedCards(reports.workers);
    expect(data.cards.map(({ label }) => label)).toEqual(['Desk 2']);
    finishCards(worker);
    await newKeys().findByText(/^Saved: /u);
    await press(view, 'Close');
    expect(question()).toHaveTextContent('The keys of admins have no card and were not copied.');
    view.unmount();
    await rotateAll(adminRow(), adminRow({ id: 10, label: 'Depot' }));
    expect(newKeys().getByText('Keys of admins have no cards.')).toBeVisible();
    expect(newKeys().queryByRole('button', { name: 'Save cards (PDF)' })).toBeNull();
  });

  it('stay if the cards cannot be drawn, to try again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const view = await rotateAll(desk(2));
    await press(view, 'Save cards (PDF)');
    const { worker } = await askedCards(reports.workers);
    act(() => worker.answer({ type: 'error', reason: 'no memory' }));
    expect(await newKeys().findByRole('alert')).toHaveTextContent('The cards could not be drawn.');
    await press(view, 'Save cards (PDF)');
    finishCards((await askedCards(reports.workers, 2)).worker, 'Selasih-Park_Key-card_2026-11-21.pdf');
    expect(await newKeys().findByText('Saved: Selasih-Park_Key-card_2026-11-21.pdf')).toBeVisible();
    expect(newKeys().queryByRole('alert')).toBeNull();
  });

  it('are in no cache, address, storage or console', async () => {
    const lines = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
    const view = await rotateAll(desk(2), desk(3));
    const remembered = () =>
      JSON.stringify([
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ state, queryKey }) => [state.data, queryKey]),
        queryClient
          .getMutationCache()
          .getAll()
          .map(({ state }) => [state.data, state.variables]),
        location.href,
        history.state,
        sessionStorage,
        localStorage,
        lines.map(({ mock }) => mock.calls),
      ]);
    const expectNone = () => {
      for (const id of [102, 103]) expect(remembered()).not.toContain(madeKeyOf(id));
    };
    expectNone();
    await press(view, 'Copy all');
    await newKeys().findByText('Copied.');
    await press(view, 'Close');
    await waitFor(() => expect(labels()).toHaveLength(4));
    expectNone();
    expect(document.documentElement.outerHTML).not.toContain(madeKeyOf(102));
  });

  it('disappear when the session ends', async () => {
    await rotateAll(desk(2));
    server.use(
      http.get(mainUrl, () => HttpResponse.json({ code: 'PT401', message: 'Session expired' }, { status: 401 })),
    );
    await act(() => queryClient.invalidateQueries({ queryKey: ['main'] }));
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(screen.queryByText(madeKeyOf(101))).toBeNull();
  });
});
