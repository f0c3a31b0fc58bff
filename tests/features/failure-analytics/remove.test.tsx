import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import {
  bar,
  button,
  count,
  decide,
  dialog,
  dialogClosed,
  jammed,
  openEditing,
  prepareEditing,
  removePost,
  removeType,
  retype,
  section,
  types,
  undo,
  update,
  updated,
  type User,
} from './open-editing.ts';
import { entry, saveElsewhere, serveCarPosts, somePosts, tableUrl } from './serve-car-posts.ts';

prepareEditing();

/** Presses a button that removes something and asks first, with the focus on Cancel. */
async function askToRemove(user: User, name: string, question: string) {
  await user.click(button(name));
  const ask = dialog(question);
  expect(ask.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  return { ...ask, lost: () => ask.getAllByRole('listitem').map(({ textContent }) => textContent) };
}

const rear = [entry('Barrier Arm Jammed', 4, 4)];

describe('a failure type', () => {
  it('is removed from every year after the lost counts were listed, at once, and can be restored', async () => {
    const { user, table } = await openEditing();
    const ask = await askToRemove(user, 'Remove Spring Broken, P1 Main Gate', 'Remove “Spring Broken”?');
    expect(ask.lost()).toEqual([
      'P1 Main Gate, 2025: 4 failures (entrance 2, exit 2)',
      'P1 Main Gate, 2026: 1 failure (entrance 1, exit 0)',
    ]);
    expect(
      ask.getByText('It is saved at once. You can undo it, and the change log can restore it later.'),
    ).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Spring Broken was removed from P1 Main Gate.')).toBeVisible();
    await dialogClosed();
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed']);
    expect(button('Remove post: P1 Main Gate')).toHaveFocus();
    expect(table.written).toEqual([{ ...somePosts(), 'P1 Main Gate': [entry('Barrier Arm Jammed', 5, 3)] }]);
    expect(bar().getByText('Everything is saved.')).toBeVisible();

    await undo(user);
    await waitFor(() => expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed', 'Spring Broken']));
    expect(table.written[1]).toEqual(somePosts());
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });

  it('is removed from one year only', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Remove Spring Broken, P1 Main Gate'));
    const ask = dialog('Remove “Spring Broken”?');
    await user.click(ask.getByRole('radio', { name: '2026 only' }));
    expect(ask.getAllByRole('listitem')).toHaveLength(1);
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Spring Broken was removed from P1 Main Gate, 2026.')).toBeVisible();
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
    expect(await screen.findByText('Barrier Arm Jammed was removed from P1 Main Gate and P2 Rear Gate.')).toBeVisible();
    expect(table.written).toEqual([
      {
        'P1 Main Gate': [entry('Spring Broken', 1, 0), entry('Spring Broken', 2, 2, 2025)],
        'P2 Rear Gate': [],
      },
    ]);
  });

  it('is removed without a trace if it is not saved yet', async () => {
    const { user, table } = await openEditing();
    await user.click(section('P2 Rear Gate').getByRole('button', { name: 'Add New Issue' }));
    await user.type(screen.getByRole('combobox', { name: 'Issue Type' }), 'Loop{Enter}');
    await removeType(user, 'Loop', 'P2 Rear Gate');
    expect(types('P2 Rear Gate')).toEqual(['Barrier Arm Jammed']);
    expect(button('Remove post: P2 Rear Gate')).toHaveFocus();
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    expect(table.written).toEqual([]);
  });
});

describe('a post', () => {
  it('is removed after the lost counts were listed, at once, and can be restored', async () => {
    const { user, table } = await openEditing();
    const ask = await askToRemove(user, 'Remove post: P1 Main Gate', 'Remove P1 Main Gate with its counts?');
    expect(ask.lost()).toEqual([
      'P1 Main Gate, 2025: 4 failures (entrance 2, exit 2)',
      'P1 Main Gate, 2026: 9 failures (entrance 6, exit 3)',
    ]);
    await user.click(ask.getByRole('button', { name: 'Cancel' }));
    expect(button('Remove post: P1 Main Gate')).toHaveFocus();
    await removePost(user, 'P1 Main Gate');
    expect(screen.getByText('P1 Main Gate was removed.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'P1 Main Gate' })).toBeNull();
    expect(table.written).toEqual([{ 'P2 Rear Gate': rear }]);
    expect(button('Update Database')).toHaveFocus();
    await undo(user);
    expect(await screen.findByRole('region', { name: 'P1 Main Gate' })).toBeVisible();
    expect(table.row?.json).toEqual(somePosts());
  });

  it('leaves no records if it is the only one, and its name can be used again', async () => {
    const { user, table } = await openEditing(serveCarPosts({ P1: [] }));
    await user.click(button('Remove post: P1'));
    expect(dialog('Remove P1 with its counts?').getByText('No counts are removed with it.')).toBeVisible();
    await user.click(dialog('Remove P1 with its counts?').getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('No failure records yet.')).toBeVisible();
    expect(table.written).toEqual([{}]);
    await user.click(button('Add the first post'));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P1{Enter}');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json).toEqual({ P1: [] });
  });

  it('is removed without a trace if it is not saved yet', async () => {
    const { user } = await openEditing();
    await user.click(button('Add a post'));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P3{Enter}');
    await removePost(user, 'P3');
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    expect(button('Update Database')).toHaveFocus();
  });

  it('is removed with the counts typed in it, and restored with them', async () => {
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    await retype(user, count('P2 Rear Gate', 'Barrier Arm Jammed'), '8');
    await removePost(user, 'P2 Rear Gate');
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    expect(table.written).toEqual([{ 'P1 Main Gate': somePosts()['P1 Main Gate'] }]);
    await undo(user);
    expect(await bar().findByText('2 unsaved changes')).toBeVisible();
    expect(count('P2 Rear Gate', 'Barrier Arm Jammed')).toHaveValue('8');
    expect(jammed()).toHaveValue('12');
    expect(table.row?.json).toEqual(somePosts());
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Barrier Arm Jammed', 8, 4)]);
    expect(table.row?.json['P1 Main Gate']?.[0]).toEqual(entry('Barrier Arm Jammed', 12, 3));
  });

  it('stays, with its dialog, if the removal fails, and is removed by another try', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user, table } = await openEditing();
    const { held, release } = hold();
    server.use(
      http.patch(tableUrl, () => held.then(() => HttpResponse.json({ message: 'down' }, { status: 500 })), {
        once: true,
      }),
    );
    await user.click(button('Remove post: P2 Rear Gate'));
    const ask = dialog('Remove P2 Rear Gate with its counts?');
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(ask.getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true');
    release();
    expect(await ask.findByRole('alert')).toHaveTextContent('Update failed. Try again.');
    expect(screen.getByRole('region', { name: 'P2 Rear Gate' })).toBeVisible();
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    await dialogClosed();
    expect(table.written).toEqual([{ 'P1 Main Gate': somePosts()['P1 Main Gate'] }]);
  });

  it('is shown as it is now before it is removed, if somebody else has just changed it', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Remove post: P2 Rear Gate'));
    const ask = dialog('Remove P2 Rear Gate with its counts?');
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(await ask.findByRole('alert')).toHaveTextContent('Somebody else has just changed this.');
    expect(table.written).toEqual([]);
    expect(ask.getByRole('listitem')).toHaveTextContent('P2 Rear Gate, 2026: 44 failures (entrance 40, exit 4)');
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    await dialogClosed();
    expect(Object.keys(table.row?.json ?? {})).toEqual(['P1 Main Gate']);
  });

  it('is removed after the counts that are being saved', async () => {
    const { user, table } = await openEditing();
    await retype(user, jammed(), '12');
    const { held, release } = hold();
    server.use(http.patch(tableUrl, () => held.then(() => undefined), { once: true }));
    await update(user);
    await user.click(button('Remove post: P2 Rear Gate'));
    await user.click(dialog('Remove P2 Rear Gate with its counts?').getByRole('button', { name: 'Remove' }));
    expect(table.written).toEqual([]);
    release();
    await dialogClosed();
    expect(table.written).toHaveLength(2);
    expect(table.row?.json).toEqual({
      'P1 Main Gate': [entry('Barrier Arm Jammed', 12, 3), ...(somePosts()['P1 Main Gate'] ?? []).slice(1)],
    });
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });

  it('needs a decision before it is removed, if somebody else and I changed its count', async () => {
    const { user, table } = await openEditing();
    await retype(user, count('P2 Rear Gate', 'Barrier Arm Jammed'), '12');
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });
    await user.click(button('Remove post: P2 Rear Gate'));
    const ask = dialog('Remove P2 Rear Gate with its counts?');
    await user.click(ask.getByRole('button', { name: 'Remove' }));
    expect(await ask.findByRole('alert')).toHaveTextContent('Somebody else has changed the counts that you typed.');
    await user.click(ask.getByRole('button', { name: 'Cancel' }));
    await update(user);
    await decide(user, 'Theirs: 40');
    expect(await bar().findByText('Everything is saved.')).toBeVisible();
    await removePost(user, 'P2 Rear Gate');
    expect(Object.keys(table.row?.json ?? {})).toEqual(['P1 Main Gate']);
  });

  it('is not restored over what somebody else has saved since', async () => {
    const { user, table } = await openEditing();
    await removePost(user, 'P2 Rear Gate');
    saveElsewhere(table, { 'P2 Rear Gate': [entry('Loop', 1, 1)] });
    await undo(user);
    expect(await screen.findByText('It was changed since. The change log can restore it.')).toBeVisible();
    expect(table.row?.json).toEqual({ 'P2 Rear Gate': [entry('Loop', 1, 1)] });
  });

  it('is named as added by each dialog that guards unsaved changes, and after a reload', async () => {
    const { user, table, unmount } = await openEditing();
    await user.click(button('Add a post'));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'P3{Enter}');
    unmount();
    await openEditing(table);
    expect(bar().getByText('1 unsaved change (1 post added). Your unsaved changes were restored.')).toBeVisible();
    await user.click(within(screen.getByRole('navigation', { name: 'Portal' })).getByRole('link', { name: 'Guide' }));
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toHaveTextContent(
      'Your changes to Selasih Park are not saved: 1 post added.',
    );
    await user.click(button('Stay'));
    await user.click(button('End Session'));
    expect(screen.getByRole('dialog')).toHaveTextContent('Failure counts of Selasih Park (1 post added)');
    await user.click(button('No'));
    await user.click(button('Discard'));
    expect(screen.queryByRole('region', { name: 'P3' })).toBeNull();
    await undo(user);
    expect(screen.getByRole('region', { name: 'P3' })).toBeVisible();
  });
});
