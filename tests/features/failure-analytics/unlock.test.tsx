import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { bar, removePost, prepareEditing, jammed, retype, update, updated } from './open-editing.ts';
import { serveCarPosts, unlockUrl } from './serve-car-posts.ts';

prepareEditing();

const key = 'GATEKEEPER-9HXC-4WTE';
const viewOnlyText = 'You are in view-only mode. Unlock admin access to edit data.';

const grant = () =>
  http.post<never, { secret_key: string }>(unlockUrl, async ({ request }) => {
    const { secret_key } = await request.json();
    if (secret_key === key)
      return HttpResponse.json({ unlocked_until: new Date(Date.now() + 1_800_000).toISOString() });
    return HttpResponse.json({ code: 'PT403', message: 'Invalid token.' }, { status: 403 });
  });

async function openPrompt(table = serveCarPosts()) {
  server.use(grant());
  const view = renderRoute('/charts?year=2026');
  await view.user.click(await screen.findByRole('button', { name: 'Unlock Admin Access' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Unlock admin access' }));
  const field = dialog.getByLabelText('Admin key');
  return { ...view, table, dialog, field };
}

async function unlock(table = serveCarPosts()) {
  const opened = await openPrompt(table);
  await opened.user.type(opened.field, `${key}{Enter}`);
  await screen.findByRole('button', { name: 'Admin Mode Active' });
  return opened;
}

/** Everything that a browser stores for a page. */
const storedByBrowser = () =>
  JSON.stringify([
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    location.href,
    document.body.innerHTML,
  ]);

describe('view-only mode', () => {
  it('is announced, and has no controls for editing', async () => {
    serveCarPosts();
    renderRoute('/charts?year=2026');
    expect(await screen.findByText(viewOnlyText)).toBeVisible();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    for (const name of ['Update Database', 'Add New Issue', 'Add a post', /^Rename/u])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('does not apply to an admin, who may edit at once', async () => {
    serveCarPosts();
    renderRoute('/charts?site=Selasih+Park&year=2026', adminSession);
    expect(await screen.findByRole('button', { name: 'Admin Mode Active' })).toBeVisible();
    expect(screen.queryByText(viewOnlyText)).toBeNull();
    expect(jammed()).toBeVisible();
  });
});

describe('the admin prompt', () => {
  it('hides the key until it is revealed, accepts a pasted one, and stores it nowhere', async () => {
    const { user, field, dialog } = await openPrompt();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('type', 'password');
    await user.click(dialog.getByRole('button', { name: 'Show' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.click(field);
    await user.paste(`  ${key}\n`);
    expect(field).toHaveValue(key);
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    const button = await screen.findByRole('button', { name: 'Admin Mode Active' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(viewOnlyText)).toBeNull();
    expect(storedByBrowser()).not.toContain(key);
    // it cannot be hidden again
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(jammed()).toBeVisible();
  });

  it('reports a wrong key and stays open', async () => {
    const { user, field, dialog } = await openPrompt();
    await user.type(field, 'SELASIH-7Q4M{Enter}');
    expect(await dialog.findByText('Invalid token.')).toBeVisible();
    expect(field).toHaveFocus();
    await user.keyboard(`${key}{Enter}`);
    expect(await screen.findByRole('button', { name: 'Admin Mode Active' })).toBeVisible();
  });

  it('requires a key before it calls the server', async () => {
    const { user, dialog } = await openPrompt();
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    expect(dialog.getByText('Enter the admin key.')).toBeVisible();
  });

  it.each([
    ['a gateway that refuses', () => HttpResponse.json({ message: 'No route' }, { status: 403 })],
    ['an empty response', () => HttpResponse.json({})],
  ])('does not report a wrong key because of %s', async (_, respond) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, field, dialog } = await openPrompt();
    server.use(http.post(unlockUrl, respond, { once: true }));
    await user.type(field, `${key}{Enter}`);
    expect(await dialog.findByText(/^The key could not be checked/u)).toBeVisible();
    expect(dialog.queryByText('Invalid token.')).toBeNull();
    expect(field).toHaveValue(key);
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(key);
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByRole('button', { name: 'Admin Mode Active' })).toBeVisible();
  });

  it.each([
    ['61', 'Too many attempts. Try again in 2 minutes.'],
    ['60', 'Too many attempts. Try again in 1 minute.'],
    [null, 'Too many attempts. Try again in a few minutes.'],
  ])('says how long to wait after too many attempts: %s seconds', async (hint, words) => {
    const { user, field, dialog } = await openPrompt();
    const refusal = { code: 'PT429', message: 'Too many attempts', hint };
    server.use(http.post(unlockUrl, () => HttpResponse.json(refusal, { status: 429 })));
    await user.type(field, `${key}{Enter}`);
    expect(await dialog.findByText(words)).toBeVisible();
  });

  it.each(['Cancel', 'Escape'])('is closed by %s, and nothing is unlocked', async (how) => {
    const { user, dialog } = await openPrompt();
    if (how === 'Escape') await user.keyboard('{Escape}');
    else await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Unlock Admin Access' })).toBeVisible();
  });
});

describe('an unlocked session', () => {
  it('saves counts', async () => {
    const { user, table } = await unlock();
    await retype(user, jammed(), '12');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toHaveLength(1);
  });

  it('reports that its grant has ended, keeps the draft, and saves after it is unlocked again', async () => {
    const { user, table } = await unlock();
    await retype(user, jammed(), '12');
    table.locked = true;
    await update(user);
    expect(await screen.findByText('Update failed. Admin access has ended.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Admin Mode Active' })).toBeVisible();
    expect(jammed()).toHaveValue('12');
    await user.click(bar().getByRole('button', { name: 'Unlock and update' }));
    table.locked = false;
    await user.type(screen.getByLabelText('Admin key'), `${key}{Enter}`);
    expect(await updated()).toBeVisible();
    expect(table.written).toHaveLength(1);
    await waitFor(() => expect(bar().queryByRole('alert')).toBeNull());
  });

  it('reports where a removal is confirmed that its grant has ended, and removes after it is unlocked again', async () => {
    const { user, table } = await unlock();
    table.locked = true;
    await user.click(screen.getByRole('button', { name: 'Remove post: P2 Rear Gate' }));
    const ask = within(screen.getByRole('dialog', { name: 'Remove P2 Rear Gate with its counts?' }));
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(await ask.findByRole('alert')).toHaveTextContent('Update failed. Admin access has ended.');
    await user.click(ask.getByRole('button', { name: 'Cancel' }));
    expect(bar().getByRole('alert')).toHaveTextContent('Update failed. Admin access has ended.');
    await user.click(bar().getByRole('button', { name: 'Unlock again' }));
    table.locked = false;
    await user.type(screen.getByLabelText('Admin key'), `${key}{Enter}`);
    await waitFor(() => expect(bar().queryByRole('alert')).toBeNull());
    await removePost(user, 'P2 Rear Gate');
    expect(Object.keys(table.row?.json ?? {})).toEqual(['P1 Main Gate']);
  });

  it('is not passed on to the next session of the tab', async () => {
    const { unmount } = await unlock();
    unmount();
    renderRoute('/charts?year=2026', { ...userSession, token: 'c'.repeat(64), expiresAt: '2026-11-22T01:00:00+08:00' });
    expect(await screen.findByText(viewOnlyText)).toBeVisible();
  });

  it('cannot add the first post of a site, which only admins may do', async () => {
    await unlock(serveCarPosts(null));
    expect(screen.getByText('The first car post of a site is added by an administrator.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add the first post' })).toBeNull();
  });
});
