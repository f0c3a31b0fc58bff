import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import {
  bar,
  button,
  prepareEditing,
  dialog,
  openEditing,
  removePost,
  removeType,
  renameType,
  section,
  types,
  update,
  updated,
  type User,
} from './open-editing.ts';
import { entry, serveCarPosts, somePosts, tableUrl } from './serve-car-posts.ts';

prepareEditing();

/** Presses a button that removes something and asks first, with the focus on Cancel. */
async function askToRemove(user: User, name: string, question: string) {
  await user.click(button(name));
  const ask = dialog(question);
  expect(ask.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  return { ...ask, lost: () => ask.getAllByRole('listitem').map(({ textContent }) => textContent) };
}

describe('a failure type', () => {
  it('is removed from every year after the lost counts were listed, and can be restored', async () => {
    const { user, table } = await openEditing();
    const ask = await askToRemove(user, 'Remove Spring Broken, P1 Main Gate', 'Remove “Spring Broken”?');
    expect(ask.lost()).toEqual([
      'P1 Main Gate, 2025: 4 failures (entrance 2, exit 2)',
      'P1 Main Gate, 2026: 1 failure (entrance 1, exit 0)',
    ]);
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed']);
    const undo = button('Undo: Spring Broken removed from P1 Main Gate');
    expect(undo).toHaveFocus();
    await user.click(undo);
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed', 'Spring Broken']);
    expect(button('Rename Spring Broken, P1 Main Gate')).toHaveFocus();

    await removeType(user, 'Spring Broken', 'P1 Main Gate');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toEqual([{ ...somePosts(), 'P1 Main Gate': [entry('Barrier Arm Jammed', 5, 3)] }]);
    expect(screen.queryByText(/^Not saved/u)).toBeNull();
  });

  it('is removed from one year only', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Remove Spring Broken, P1 Main Gate'));
    const ask = dialog('Remove “Spring Broken”?');
    await user.click(ask.getByRole('radio', { name: '2026 only' }));
    expect(ask.getAllByRole('listitem')).toHaveLength(1);
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(button('Undo: Spring Broken removed from P1 Main Gate, 2026')).toHaveFocus();
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written[0]?.['P1 Main Gate']).toEqual([
      entry('Barrier Arm Jammed', 5, 3),
      entry('Spring Broken', 2, 2, 2025),
    ]);
  });

  it('is removed from all posts', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Remove Barrier Arm Jammed, P2 Rear Gate'));
    const ask = dialog('Remove “Barrier Arm Jammed”?');
    await user.click(ask.getByRole('checkbox'));
    expect(ask.getAllByRole('listitem')).toHaveLength(2);
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written[0]).toEqual({
      'P1 Main Gate': [entry('Spring Broken', 1, 0), entry('Spring Broken', 2, 2, 2025)],
      'P2 Rear Gate': [],
    });
  });

  it('that is not stored yet is removed without a trace', async () => {
    const { user } = await openEditing();
    await user.click(section('P2 Rear Gate').getByRole('button', { name: 'Add New Issue' }));
    await user.type(screen.getByRole('combobox', { name: 'Issue Type' }), 'Loop{Enter}');
    await removeType(user, 'Loop', 'P2 Rear Gate');
    expect(types('P2 Rear Gate')).toEqual(['Barrier Arm Jammed']);
    expect(button('Remove post P2 Rear Gate')).toHaveFocus();
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });
});

describe('a post', () => {
  it('is removed after the lost counts were listed, shown as removed until saved, and can be restored', async () => {
    const { user, table } = await openEditing();
    const ask = await askToRemove(user, 'Remove post P1 Main Gate', 'Remove the post P1 Main Gate?');
    expect(ask.lost()).toEqual([
      'P1 Main Gate, 2025: 4 failures (entrance 2, exit 2)',
      'P1 Main Gate, 2026: 9 failures (entrance 6, exit 3)',
    ]);
    await user.click(ask.getByRole('button', { name: 'Cancel' }));
    expect(button('Remove post P1 Main Gate')).toHaveFocus();
    await removePost(user, 'P1 Main Gate');
    const undo = button('Undo: P1 Main Gate removed');
    expect(undo).toHaveFocus();
    expect(screen.getByRole('region', { name: 'P1 Main Gate, removed' })).toHaveTextContent(
      'Not saved: P1 Main Gate removed, with 3 entries',
    );
    expect(bar().getByText('1 unsaved change (1 post removed)')).toBeVisible();
    await user.click(undo);
    expect(button('Rename post P1 Main Gate')).toHaveFocus();
    await removePost(user, 'P1 Main Gate');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toEqual([{ 'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4)] }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: /removed$/u })).toBeNull());
  });

  it('that is the only one stays shown as removed, and its name is taken until the changes are saved', async () => {
    const { user, table } = await openEditing(serveCarPosts({ P1: [] }));
    await user.click(button('Remove post P1'));
    expect(dialog('Remove the post P1?').getByText('No counts are removed with it.')).toBeVisible();
    await user.click(dialog('Remove the post P1?').getByRole('button', { name: 'Remove' }));
    expect(screen.getByRole('region', { name: 'P1, removed' })).toHaveTextContent('with 0 entries');
    await user.click(button('Add the first post'));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P1{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('This name becomes available once your changes are saved.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toEqual([{}]);
    expect(await screen.findByText('No failure records yet.')).toBeVisible();
  });

  it('that is not stored yet is removed without a trace', async () => {
    const { user } = await openEditing();
    await user.click(button('Add a post'));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P3{Enter}');
    await removePost(user, 'P3');
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    expect(button('Update Database')).toHaveFocus();
  });

  it('is listed with renamed types by each dialog that guards unsaved changes, and after a reload', async () => {
    const { user, table, unmount } = await openEditing();
    await removePost(user, 'P2 Rear Gate');
    await renameType(user, 'Spring Broken', 'P1 Main Gate', 'Spring Snapped{Enter}');
    unmount();
    await openEditing(table);
    expect(
      bar().getByText(
        '2 unsaved changes (1 post removed, 1 failure type renamed). Your unsaved changes were restored.',
      ),
    ).toBeVisible();
    await user.click(within(screen.getByRole('navigation', { name: 'Portal' })).getByRole('link', { name: 'Guide' }));
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toHaveTextContent(
      'Your changes to Selasih Park are not saved: 1 post removed, 1 failure type renamed.',
    );
    await user.click(button('Stay'));
    await user.click(button('End Session'));
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'Failure counts of Selasih Park (1 post removed, 1 failure type renamed)',
    );
    await user.click(button('No'));
    await user.click(button('Discard'));
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed', 'Spring Broken']);
    await user.click(button('Undo'));
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed', 'Spring Snapped']);
    expect(screen.getByRole('region', { name: 'P2 Rear Gate, removed' })).toBeVisible();
  });

  it('is still removed when the save fails, and cannot be restored during a save', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, table } = await openEditing();
    await removePost(user, 'P2 Rear Gate');
    const { held, release } = hold();
    server.use(
      http.patch(tableUrl, () => held.then(() => HttpResponse.json({ message: 'down' }, { status: 500 })), {
        once: true,
      }),
    );
    await update(user);
    const undo = button('Undo: P2 Rear Gate removed');
    expect(undo).toHaveAttribute('aria-disabled', 'true');
    await user.click(undo);
    release();
    expect(await screen.findByText('Update failed.')).toBeVisible();
    expect(button('Undo: P2 Rear Gate removed')).toBeVisible();
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written).toEqual([{ 'P1 Main Gate': somePosts()['P1 Main Gate'] }]);
  });
});
