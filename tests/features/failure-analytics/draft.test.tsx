import { act, cleanup, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { eventually, hold } from '../../support/waiting.ts';
import {
  bar,
  count,
  jammed,
  openEditing,
  prepareEditing,
  renamePost,
  retype,
  update,
  updated,
} from './open-editing.ts';
import { entry, saveElsewhere, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();

const draftKey = 'portal.draft/key-1/failures/1';

/** The record with other counts in two of its cells. */
const theirs = (entrance: number, rear = 4) => ({
  ...somePosts(),
  'P1 Main Gate': [entry('Barrier Arm Jammed', entrance, 3), ...(somePosts()['P1 Main Gate'] ?? []).slice(1)],
  'P2 Rear Gate': [entry('Barrier Arm Jammed', rear, 4)],
});

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

/** Types a count that somebody else changes too, and opens the question by a save. */
const openConflict = async () => {
  const opened = await openEditing();
  await retype(opened.user, jammed(), '12');
  saveElsewhere(opened.table, theirs(7));
  await update(opened.user);
  const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else changed the same counts' }));
  const cell = dialog.getByRole('group', { name: 'P1 Main Gate, Barrier Arm Jammed, 2026, Entrance' });
  return { ...opened, dialog, cell };
};

describe('an unsaved change', () => {
  it('is restored after a reload, with a note, and can be discarded and then brought back', async () => {
    const { user, table, unmount } = await openEditing();
    await retype(user, jammed(), '12');
    unmount();
    await openEditing(table);
    expect(jammed()).toHaveValue('12');
    expect(bar().getByText('1 unsaved change. Your unsaved changes were restored.')).toBeVisible();
    await user.click(bar().getByRole('button', { name: 'Discard' }));
    expect(jammed()).toHaveValue('5');
    expect(localStorage.getItem(draftKey)).toBeNull();
    expect(bar().getByRole('button', { name: 'Update Database' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(jammed()).toHaveValue('12');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(localStorage.getItem(draftKey)).toBeNull();
  });

  it('waits in view-only mode, in which it cannot be saved', async () => {
    const { user, unmount } = await openEditing();
    await retype(user, jammed(), '12');
    unmount();
    // the same key without its grant
    renderRoute('/charts?year=2026', { ...userSession, keyId: adminSession.keyId });
    expect(
      await screen.findByText('1 unsaved change waiting on this device. Unlock admin access to continue with them.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Update Database' })).toBeNull();
  });

  it('is never shown to another key', async () => {
    const { user, unmount } = await openEditing();
    await retype(user, jammed(), '12');
    unmount();
    renderRoute('/charts?year=2026');
    expect(await screen.findByText('You are in view-only mode. Unlock admin access to edit data.')).toBeVisible();
    expect(screen.queryByText(/waiting on this device/u)).toBeNull();
    expect(localStorage.getItem(draftKey)).not.toBeNull();
  });

  it('survives an expired session, and is deleted by a logout', async () => {
    const { user } = await openEditing();
    await retype(user, jammed(), '12');
    act(() => endSession('expired'));
    expect(localStorage.getItem(draftKey)).not.toBeNull();
    await openEditing();
    act(() => endSession('logout'));
    expect(localStorage.getItem(draftKey)).toBeNull();
  });

  it.each(['', '{"edits": 1}', '{"posts":{},"revision":1,"edits":[{"kind":"bomb"}]}'])(
    'is ignored if it cannot be read: %s',
    async (value) => {
      localStorage.setItem(draftKey, `{"savedAt": ${Date.now()}, "title": "Failure counts", "value": ${value}}`);
      await openEditing();
      expect(bar().getByText('Everything is saved.')).toBeVisible();
    },
  );

  it('can be made and saved if the browser stores nothing', async () => {
    const spies = (['getItem', 'setItem', 'removeItem'] as const).map((name) =>
      vi.spyOn(Storage.prototype, name).mockImplementation(refuse),
    );
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toHaveLength(1);
    for (const spy of spies) spy.mockRestore();
  });

  it('is protected by a question before the page is left', async () => {
    const { user } = await openEditing();
    await retype(user, jammed(), '12');
    await user.click(within(screen.getByRole('navigation', { name: 'Portal' })).getByRole('link', { name: 'Guide' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Leave without saving?' }));
    expect(
      dialog.getByText('Your changes to Selasih Park are not saved. They stay on this device until you log out.'),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(jammed()).toHaveValue('12');
  });

  it('is stored if it was typed during a save and the page is left before the response', async () => {
    const { user, table } = await openEditing();
    const { held, release } = hold();
    server.use(
      http.patch(`${origin}/rest/v1/carpost`, async () => {
        await held;
        return HttpResponse.json([{ revision: 9 }]);
      }),
    );
    await retype(user, jammed(), '12');
    await update(user);
    await retype(user, jammed(), '13');
    cleanup();
    release();
    await eventually(() => expect(localStorage.getItem(draftKey)).toContain('"revision":9'));
    expect(localStorage.getItem(draftKey)).toContain('13');
    expect(table.written).toEqual([]);
  });

  it('is on the device under the new name of its post as soon as that is saved', async () => {
    const { user } = await openEditing();
    await retype(user, jammed(), '12');
    await renamePost(user, 'P1 Main Gate', 'P1 North');
    expect(localStorage.getItem(draftKey)).toContain('P1 North');
  });

  it('is listed at logout while it exists, and not after it is saved', async () => {
    const { user } = await openEditing();
    const logout = async () => {
      await user.click(screen.getByRole('button', { name: 'End Session' }));
      return screen.getByRole('dialog', { name: 'Are you sure you want to logout?' });
    };
    await retype(user, jammed(), '12');
    expect(await logout()).toHaveTextContent(/Your changes to .* are not saved\./u);
    // a logout deletes what otherwise stays
    expect(screen.getByRole('dialog')).not.toHaveTextContent('stay on this device');
    expect(screen.getByRole('dialog')).toHaveTextContent('Failure counts of Selasih Park');
    await user.click(screen.getByRole('button', { name: 'No' }));
    await update(user);
    expect(await updated()).toBeVisible();
    expect(await logout()).not.toHaveTextContent('not saved');
  });
});

describe('a concurrent save by somebody else', () => {
  it('keeps both values if it changed another cell', async () => {
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    saveElsewhere(table, theirs(5, 40));
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json).toEqual(theirs(12, 40));
    expect(count('P2 Rear Gate', 'Barrier Arm Jammed')).toHaveValue('40');
  });

  it('leaves my input unchanged when the page loads again', async () => {
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    saveElsewhere(table, theirs(5, 40));
    await act(() => queryClient.invalidateQueries());
    expect(jammed()).toHaveValue('12');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json).toEqual(theirs(12, 40));
  });

  it('shows both values of a cell that both changed, and one of them has to be chosen', async () => {
    const { user, table, dialog, cell } = await openConflict();
    expect(cell).toHaveTextContent('Before: 5');
    await user.click(dialog.getByRole('button', { name: 'Update with these values' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose one value for each.');
    expect(table.written).toEqual([]);
    await user.click(dialog.getByRole('radio', { name: 'Yours: 12' }));
    await user.click(dialog.getByRole('button', { name: 'Update with these values' }));
    expect(await updated()).toBeVisible();
    expect(table.row?.json).toEqual(theirs(12));
  });

  it('asks about an issue with a blank type by the name that the page shows', async () => {
    const { user, table } = await openEditing(serveCarPosts({ P1: [entry(' ', 5, 3)] }));
    await retype(user, count('P1', '(no type)'), '12');
    saveElsewhere(table, { P1: [entry(' ', 7, 3)] });
    await update(user);
    expect(await screen.findByRole('group', { name: 'P1, (no type), 2026, Entrance' })).toBeVisible();
  });

  it('leaves nothing to write when theirs is chosen', async () => {
    const { user, table, dialog } = await openConflict();
    await user.click(dialog.getByRole('radio', { name: 'Theirs: 7' }));
    await user.click(dialog.getByRole('button', { name: 'Update with these values' }));
    expect(await screen.findByText('Their values are kept. Nothing is left to save.')).toBeVisible();
    expect(table.written).toEqual([]);
    expect(jammed()).toHaveValue('7');
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });

  it('keeps mine with Back to the page, and asks again on the next save', async () => {
    const { user, dialog } = await openConflict();
    await user.click(dialog.getByRole('button', { name: 'Back to the page' }));
    expect(jammed()).toHaveValue('12');
    await update(user);
    expect(await screen.findByRole('dialog', { name: 'Somebody else changed the same counts' })).toBeVisible();
  });

  it('keeps both posts if it creates the record of the site first', async () => {
    const { user, table } = await openEditing(serveCarPosts(null));
    await user.click(screen.getByRole('button', { name: 'Add the first post' }));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'Mine{Enter}');
    saveElsewhere(table, { Theirs: [entry('Spring Broken', 1, 1)] });
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json).toEqual({ Theirs: [entry('Spring Broken', 1, 1)], Mine: [] });
  });
});
