import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccessKey } from '../../../../src/records/access-key/access-key.ts';
import { server } from '../../../support/server.ts';
import { adminRow, openAction, closeToasts, labels, openKeys, rpcUrl } from '../serve-main.ts';
import { ask, desk, own, selectAll, technicianKey } from './open-bulk.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
});
afterEach(() => act(async () => closeToasts()));

const openDialog = async (action: 'Revoke' | 'Set an end', ...rows: AccessKey[]) => {
  const view = await selectAll(...rows);
  const dialog = await ask(view.user, action);
  return { ...view, dialog, press: (name: string) => view.user.click(dialog.getByRole('button', { name })) };
};

const dialogNamed = (name: string) => screen.getByRole('dialog', { name });

describe('revoking many keys', () => {
  it('says what happens, and shows them as revoked', async () => {
    const { dialog, press, bulk } = await openDialog('Revoke', desk(2), desk(3), adminRow());
    expect(dialogNamed('Revoke 3 keys?')).toBeVisible();
    expect(
      dialog.getByText(
        'The keys stop working at once. Everybody who is logged in with one of them is logged out at once. This cannot be undone.',
      ),
    ).toBeVisible();
    expect(dialog.getByText(/device with an admin’s key can then be handed in by another admin/u)).toBeVisible();
    expect(dialog.queryByText(/technician/u)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await press('Revoke');
    expect(await screen.findByText('3 keys are revoked.')).toBeVisible();
    expect(bulk.map(({ name, args }) => [name, args])).toEqual([['revoke_keys', { key_ids: [2, 3, 9] }]]);
    expect(await screen.findAllByText('Revoked', { selector: 'td *' })).toHaveLength(3);
    expect(screen.queryByRole('region', { name: 'Selected keys' })).toBeNull();
  });

  it('leaves out the key of the session unless it is included explicitly', async () => {
    const { user, dialog, press, bulk } = await openDialog('Revoke', own(), adminRow(), desk(2));
    expect(dialogNamed('Revoke 2 keys?')).toBeVisible();
    expect(dialog.getByText('The key that you are logged in with, “My key”, is left out.')).toBeVisible();
    expect(dialog.queryByText(/^Your own session ends at once/u)).toBeNull();
    const box = dialog.getByRole('checkbox', { name: 'Revoke my own key too' });
    await user.click(box);
    expect(dialogNamed('Revoke 3 keys?')).toBeVisible();
    expect(
      dialog.getByText('Your own session ends at once. You need another admin key to log in again.'),
    ).toBeVisible();
    await user.click(box);
    await press('Revoke');
    await screen.findByText('2 keys are revoked.');
    expect(bulk.map(({ args }) => args)).toEqual([{ key_ids: [2, 9] }]);
  });

  it('does nothing if the key of the session is the only one and is not included', async () => {
    const { user, dialog, press, bulk } = await openDialog('Revoke', own());
    expect(dialog.getByRole('button', { name: 'Revoke' })).toHaveAttribute('aria-disabled', 'true');
    await press('Revoke');
    expect(bulk).toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: 'Revoke my own key too' }));
    await press('Revoke');
    await waitFor(() => expect(bulk.map(({ args }) => args)).toEqual([{ key_ids: [1] }]));
  });

  it('says of technicians’ keys that visits may wait, and offers a rotation without overlap first', async () => {
    const { dialog, press, bulk } = await openDialog('Revoke', desk(2), technicianKey(3), technicianKey(4));
    expect(dialog.getByText(/^Finished visits may wait on the phones of 2 technicians\./u)).toBeVisible();
    expect(dialog.getByText(/^A rotation without overlap ends the keys just as quickly/u)).toHaveTextContent(
      /The new keys have no end\.$/u,
    );
    expect(dialog.getByRole('button', { name: 'Rotate without overlap' })).toHaveClass('primary');
    expect(dialog.getByRole('button', { name: 'Revoke anyway' })).toBeVisible();
    await press('Rotate without overlap');
    expect(await screen.findByRole('dialog', { name: '3 new keys' })).toBeVisible();
    expect(bulk.map(({ name, args }) => [name, args])).toEqual([
      ['rotate_keys', { key_ids: [2, 3, 4], keep_old: '0' }],
    ]);
  });

  it('offers no rotation if admin keys are among technicians’ keys, because it would end an admin’s session', async () => {
    const { dialog } = await openDialog('Revoke', technicianKey(3), adminRow());
    expect(dialog.getByText(/^Finished visits may wait on the phone of a technician\./u)).toBeVisible();
    expect(dialog.getByText(/choose keys without those of admins for it\.$/u)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Rotate without overlap' })).toBeNull();
  });

  it('goes on without the keys that ended meanwhile', async () => {
    const { dialog, press, refusing, bulk } = await openDialog('Revoke', desk(2), desk(3), desk(4));
    refusing.set(3, 'PT404');
    await press('Revoke');
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '1 key refuses, so nothing was changed:Desk 3: This key is no longer in use. It was revoked or has expired.',
    );
    await press('Go on with the other 2');
    expect(await screen.findByText('2 keys are revoked.')).toBeVisible();
    expect(bulk.at(-1)?.args).toEqual({ key_ids: [2, 4] });
  });

  it('continues a rotation that some keys refused', async () => {
    const { dialog, press, refusing, bulk } = await openDialog('Revoke', technicianKey(3), technicianKey(4));
    refusing.set(3, 'PT404');
    await press('Rotate without overlap');
    await dialog.findByRole('alert');
    await press('Go on with the other 1');
    expect(await screen.findByRole('dialog', { name: '1 new key' })).toBeVisible();
    expect(bulk.map(({ name }) => name)).toEqual(['rotate_keys', 'rotate_keys']);
  });

  it('sends a rotation whose answer was lost again, and nothing else', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { dialog, press, bulk } = await openDialog('Revoke', own(), technicianKey(3), technicianKey(4));
    server.use(http.post(rpcUrl('rotate_keys'), () => HttpResponse.error(), { once: true }));
    await press('Rotate without overlap');
    expect(await dialog.findByRole('alert')).toHaveTextContent('what was done before is not done twice.');
    expect(dialog.queryByRole('button', { name: 'Revoke anyway' })).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Rotate without overlap' })).toBeNull();
    expect(dialog.getByRole('checkbox', { name: 'Revoke my own key too' })).toBeDisabled();
    await press('Try again');
    expect(await screen.findByRole('dialog', { name: '2 new keys' })).toBeVisible();
    expect(bulk.map(({ name }) => name)).toEqual(['rotate_keys']);
  });

  it('names the last admin key, which cannot be revoked', async () => {
    const { dialog, press, refusing } = await openDialog('Revoke', adminRow(), desk(2));
    refusing.set(9, 'PT409');
    await press('Revoke');
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Head office: The last admin key cannot be revoked: nobody could manage the portal any more.',
    );
  });
});

const serveLinks = (count: number) => server.use(http.post(rpcUrl('links_of_keys'), () => HttpResponse.json(count)));

describe('the links that end with keys', () => {
  it('are counted before many keys are revoked', async () => {
    const view = await selectAll(desk(2), desk(3));
    serveLinks(3);
    const dialog = await ask(view.user, 'Revoke');
    expect(
      await dialog.findByText('3 links to visits end too, at once: whoever has one sees nothing any more.'),
    ).toBeVisible();
  });

  it('are counted before a key is revoked', async () => {
    const { user } = await openKeys('', desk(2), adminRow());
    serveLinks(1);
    await openAction(user, 'Revoke', 'Desk 2');
    expect(
      await screen.findByText('1 link to visits ends too, at once: whoever has it sees nothing any more.'),
    ).toBeVisible();
  });

  it('says if their number cannot be loaded, and the keys can be revoked anyway', async () => {
    const { user, called } = await openKeys('', desk(2), adminRow());
    server.use(http.post(rpcUrl('links_of_keys'), () => HttpResponse.json({ message: 'no' }, { status: 400 })));
    await openAction(user, 'Revoke', 'Desk 2');
    expect(await screen.findByText('How many links end too could not be read.')).toBeVisible();
    serveLinks(0);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText('How many links end too could not be read.')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(called).toEqual([{ key_id: 2 }]));
  });
});

const day = () => screen.getByLabelText('Last day');

describe('the end of many keys', () => {
  it('needs a last day', async () => {
    const { dialog, press, bulk } = await openDialog('Set an end', desk(2), desk(3));
    expect(dialogNamed('Set the end of 2 keys')).toBeVisible();
    await press('Save');
    expect(dialog.getByText('Choose a last day.')).toBeVisible();
    expect(day()).toHaveFocus();
    fireEvent.change(day(), { target: { value: '2026-12-31' } });
    await press('Save');
    expect(await screen.findByText('2 keys work until 31 December 2026 at 23:59 now.')).toBeVisible();
    expect(bulk.map(({ name, args }) => [name, args])).toEqual([
      ['set_key_ends', { key_ids: [2, 3], expires_at: '2026-12-31T23:59:59+08:00' }],
    ]);
    expect(await screen.findAllByText('Ends 31 December 2026')).toHaveLength(2);
  });

  it('can be taken away', async () => {
    const { user, dialog, press, bulk } = await openDialog(
      'Set an end',
      desk(2, { expires_at: '2027-03-31T15:59:59Z' }),
    );
    expect(dialogNamed('Set the end of 1 key')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'until they are revoked' }));
    expect(dialog.queryByLabelText('Last day')).toBeNull();
    await press('Save');
    expect(await screen.findByText('1 key has no end now.')).toBeVisible();
    expect(bulk.map(({ args }) => args)).toEqual([{ key_ids: [2], expires_at: 'infinity' }]);
  });

  it('says which keys always end, and that the own key is among them', async () => {
    const rotated = { expires_at: '2026-11-28T04:00:00Z', end_reason: 'rotated' as const };
    const old = { kind: 'old' as const, expires_at: '2027-02-26T15:59:59Z' };
    const { dialog } = await openDialog('Set an end', own(), desk(2, rotated), desk(3, old), adminRow());
    expect(dialog.getByText(/^2 of them always end: keys from the old portal within a year/u)).toBeVisible();
    expect(dialog.getByText('The key that you are logged in with is one of them: it ends too.')).toBeVisible();
  });

  it('keeps its choices until a lost answer arrives', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { dialog, press, bulk } = await openDialog('Set an end', desk(2));
    fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2027-01-31' } });
    server.use(http.post(rpcUrl('set_key_ends'), () => HttpResponse.error(), { once: true }));
    await press('Save');
    await dialog.findByText('What you chose here stays as it is until the server answers.');
    expect(dialog.getByLabelText('Last day')).toBeDisabled();
    for (const choice of dialog.getAllByRole('radio')) expect(choice).toBeDisabled();
    await press('Try again');
    await waitFor(() =>
      expect(bulk.map(({ args }) => args)).toEqual([{ key_ids: [2], expires_at: '2027-01-31T23:59:59+08:00' }]),
    );
  });

  it('lists the keys that may not have the end, and sets it for the others', async () => {
    const { dialog, press, refusing } = await openDialog('Set an end', desk(2), desk(3), desk(4));
    refusing.set(2, 'end-old').set(3, 'end-rotated');
    fireEvent.change(day(), { target: { value: '2029-12-31' } });
    await press('Save');
    const alert = await dialog.findByRole('alert');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Desk 2: A key from the old portal works for one year more at most. Rotate it to give it no end.',
      'Desk 3: A rotated key works for 30 days more at most, and no longer than was set for it before.',
    ]);
    expect(day()).toHaveValue('2029-12-31');
    await press('Go on with the other 1');
    expect(await screen.findByText('1 key works until 31 December 2029 at 23:59 now.')).toBeVisible();
    expect(labels()).toHaveLength(3);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
