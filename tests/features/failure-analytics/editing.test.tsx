import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import { bar, prepareEditing, count, jammed, openEditing, retype, update, updated } from './open-editing.ts';
import { tableUrl, entry, saveElsewhere, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();

describe('the counts in admin mode', () => {
  it('are number inputs; a changed one is marked with the old and the new value', async () => {
    const { user } = await openEditing();
    expect(jammed()).toHaveValue('5');
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    await retype(user, jammed(), '12');
    expect(jammed()).toHaveAccessibleDescription('Not saved: was 5, now 12');
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    await user.click(
      screen.getByRole('button', { name: 'One more: Exit failures, Spring Broken, P1 Main Gate, 2026' }),
    );
    expect(bar().getByText('2 unsaved changes')).toBeVisible();
    await retype(user, jammed(), '5');
    expect(jammed()).not.toHaveAccessibleDescription();
    expect(bar().getByText('1 unsaved change')).toBeVisible();
  });

  it.each([
    // typed-count.test.ts tests how each kind of input is read
    ['', '0'],
    ['1,200', '1200'],
    ['１２', '12'],
  ])('typed as %j become %s when the field is left', async (typed, shown) => {
    const { user } = await openEditing();
    await user.clear(jammed());
    if (typed) await user.keyboard(typed);
    if (typed === '１２') expect(jammed()).toHaveAccessibleDescription(expect.stringContaining('Read as 12.'));
    await user.tab();
    expect(jammed()).toHaveValue(shown);
    expect(jammed()).toHaveAttribute('aria-valuenow', shown);
    expect(jammed()).toBeValid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['3.7', '“3.7” is not a whole number. Write how often it failed.'],
    ['-3', '“-3” is not a whole number. Write how often it failed.'],
    ['9999999', 'The maximum is 999,999.'],
  ])('typed as %j are no counts: they stay for correction, and nothing is changed', async (typed, error) => {
    const { user } = await openEditing();
    await user.clear(jammed());
    await user.keyboard(typed);
    await user.tab();
    expect(screen.getByRole('alert')).toHaveTextContent(error);
    expect(jammed()).toHaveValue(typed);
    expect(jammed()).toBeInvalid();
    expect(jammed()).toHaveAccessibleDescription(error);
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    await retype(user, jammed(), '8');
    expect(jammed()).toBeValid();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('follow Alt and the arrow keys, never go below 0, and are not changed by the wheel', async () => {
    const { user } = await openEditing();
    const field = count('P1 Main Gate', 'Spring Broken', 'Exit');
    await user.click(field);
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(field).toHaveValue('0');
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(field).toHaveValue('2');
    fireEvent.wheel(field, { deltaY: 100 });
    expect(field).toHaveValue('2');
  });
});

describe('Update Database', () => {
  it('writes the whole record with the changes, confirms it, and then has nothing to save', async () => {
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    await update(user);
    expect(await updated()).toBeVisible();
    const posts = somePosts();
    expect(table.written).toEqual([
      { ...posts, 'P1 Main Gate': [entry('Barrier Arm Jammed', 12, 3), ...(posts['P1 Main Gate'] ?? []).slice(1)] },
    ]);
    expect(await bar().findByText('Everything is saved.')).toBeVisible();
    expect(jammed()).toHaveValue('12');
    expect(jammed()).not.toHaveAccessibleDescription();
    await update(user);
    expect(table.written).toHaveLength(1);
  });

  it('reports a response that is not a record, keeps the draft, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    server.use(http.patch(tableUrl, () => HttpResponse.json([{ id: 'one' }]), { once: true }));
    await update(user);
    expect(await screen.findByText('Update failed.')).toBeVisible();
    expect(bar().getByRole('alert')).toHaveTextContent('Your changes are still here: try again.');
    expect(jammed()).toHaveValue('12');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toHaveLength(1);
    expect(screen.queryByText('Update failed.')).toBeNull();
  });

  it.each([
    ['nobody saves', false],
    ['somebody else saves', true],
  ])('does not add an issue twice after a lost response if %s before the next try', async (_, others) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, table } = await openEditing();
    await user.click(screen.getAllByRole('button', { name: 'Add New Issue' })[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Add Issue' }));
    server.use(
      http.patch<never, { json: ReturnType<typeof somePosts> }>(
        tableUrl,
        async ({ request }) => {
          table.row = { site_id: 1, json: (await request.json()).json, revision: 2, renames: [] };
          return HttpResponse.error();
        },
        { once: true },
      ),
    );
    await update(user);
    expect(await screen.findByText('Update failed.')).toBeVisible();
    const savedPosts = table.row?.json ?? {};
    if (others) saveElsewhere(table, { ...savedPosts, 'P2 Rear Gate': [entry('Barrier Arm Jammed', 9, 4)] });
    await update(user);
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(table.row?.json['P1 Main Gate']).toHaveLength(4);
    expect(table.written).toEqual([]);
  });

  it('treats input during a save as the next change', async () => {
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    const { held, release } = hold();
    server.use(http.patch(tableUrl, () => held.then(() => undefined)));
    await update(user);
    await retype(user, count('P2 Rear Gate', 'Barrier Arm Jammed'), '8');
    release();
    expect(await updated()).toBeVisible();
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    expect(table.written[0]?.['P2 Rear Gate']).toEqual([entry('Barrier Arm Jammed', 4, 4)]);
    await update(user);
    await waitFor(() => expect(table.written[1]?.['P2 Rear Gate']).toEqual([entry('Barrier Arm Jammed', 8, 4)]));
  });
});

describe('posts', () => {
  it('can be added and renamed, with names that the database accepts', async () => {
    const { user, table } = await openEditing();
    await user.click(screen.getByRole('button', { name: 'Add a post' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add a post to Selasih Park' }));
    const name = dialog.getByRole('textbox', { name: 'Post name' });
    await retype(user, name, '__proto__');
    await user.click(dialog.getByRole('button', { name: 'Add post' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('This name is reserved. Choose another one.');
    await retype(user, name, 'P2 Rear Gate');
    await user.keyboard('{Enter}');
    expect(dialog.getByRole('alert')).toHaveTextContent('Another post has this name.');
    await retype(user, name, 'P3 Ramp');
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Rename post: P2 Rear Gate' }));
    const field = screen.getByRole('textbox', { name: 'Post name' });
    expect(field).toHaveValue('P2 Rear Gate');
    await retype(user, field, 'P2 North Gate{Enter}');
    expect(await screen.findByText('P2 Rear Gate was renamed to P2 North Gate.')).toBeVisible();
    // the added post is not saved yet
    expect(Object.keys(table.written[0] ?? {}).toSorted()).toEqual(['P1 Main Gate', 'P2 North Gate']);
    expect(bar().getByText('1 unsaved change (1 post added)')).toBeVisible();
    await update(user);
    expect(await updated()).toBeVisible();
    expect(Object.keys(table.row?.json ?? {}).toSorted()).toEqual(['P1 Main Gate', 'P2 North Gate', 'P3 Ramp']);
    expect(table.row?.json['P2 North Gate']).toEqual([entry('Barrier Arm Jammed', 4, 4)]);
  });

  it('create the record of a site that has none with the first post', async () => {
    const { user, table } = await openEditing(serveCarPosts(null));
    await user.click(screen.getByRole('button', { name: 'Add the first post' }));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P1 Main Gate{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Add New Issue' }));
    await user.type(screen.getByRole('combobox', { name: 'Issue Type' }), 'Spring Broken{Enter}');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json).toEqual({ 'P1 Main Gate': [entry('Spring Broken', 0, 0)] });
  });
});
