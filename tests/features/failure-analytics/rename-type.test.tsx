import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  bar,
  button,
  prepareEditing,
  count,
  dialog,
  dialogClosed,
  openEditing,
  renameType,
  retype,
  types,
  undo,
  update,
  updated,
} from './open-editing.ts';
import { entry, saveElsewhere, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();

describe('the name of a failure type', () => {
  it('is changed in every year of its post, at once', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Rename Spring Broken, P1 Main Gate'));
    const ask = dialog('Rename “Spring Broken”');
    const field = ask.getByRole<HTMLInputElement>('combobox', { name: 'Failure type' });
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Spring Broken');
    expect(ask.getByText(/^Renamed in every year of P1 Main Gate: 2025 and 2026\./u)).toBeVisible();
    expect(ask.queryByRole('checkbox')).toBeNull();
    expect([...(field.list?.options ?? [])].map(({ value }) => value)).toContain('Loop Detector Fault');
    await retype(user, field, 'Spring Snapped{Enter}');
    expect(await screen.findByText('Spring Broken was renamed to Spring Snapped in P1 Main Gate.')).toBeVisible();
    await dialogClosed();
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed', 'Spring Snapped']);
    expect(button('Rename Spring Snapped, P1 Main Gate')).toHaveFocus();
    expect(table.written[0]?.['P1 Main Gate']).toEqual([
      entry('Barrier Arm Jammed', 5, 3),
      entry('Spring Snapped', 1, 0),
      entry('Spring Snapped', 2, 2, 2025),
    ]);
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });

  it('is changed in all posts that have it on request', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Rename Barrier Arm Jammed, P2 Rear Gate'));
    const ask = dialog('Rename “Barrier Arm Jammed”');
    await user.click(ask.getByRole('checkbox', { name: /^In all 2 posts that have “Barrier Arm Jammed”/u }));
    expect(ask.getByText('P1 Main Gate and P2 Rear Gate')).toBeVisible();
    await retype(user, ask.getByRole('combobox'), 'Arm Jammed{Enter}');
    await dialogClosed();
    expect(types('P1 Main Gate')[0]).toBe('Arm Jammed');
    expect(table.written).toHaveLength(1);
    expect(Object.values(table.written[0] ?? {}).map(([first]) => first?.type)).toEqual(['Arm Jammed', 'Arm Jammed']);
  });

  it.each([
    ['', 'Give the failure type a name.'],
    ['   ', 'Give the failure type a name.'],
    ['x'.repeat(121), 'Use at most 120 characters. These are 121, 1 too many.'],
  ])('cannot be %j', async (typed, message) => {
    const { user } = await openEditing();
    await user.click(button('Rename Spring Broken, P1 Main Gate'));
    const ask = dialog('Rename “Spring Broken”');
    await user.clear(ask.getByRole('combobox'));
    if (typed) {
      await user.click(ask.getByRole('combobox'));
      await user.paste(typed);
    }
    await user.click(ask.getByRole('button', { name: 'Rename' }));
    expect(ask.getByRole('alert')).toHaveTextContent(message);
    expect(ask.getByRole('combobox')).toHaveFocus();
    await user.type(ask.getByRole('combobox'), 'x');
    expect(ask.queryByRole('alert')).toBeNull();
  });

  it('can be __proto__, and can be given to a type without a name', async () => {
    const { user, table } = await openEditing(serveCarPosts({ P1: [entry(' ', 5, 3)] }));
    await renameType(user, '(no type)', 'P1', '__proto__{Enter}');
    await dialogClosed();
    expect(types('P1')).toEqual(['__proto__']);
    expect(table.written).toEqual([{ P1: [entry('__proto__', 5, 3)] }]);
  });

  it('changes nothing if it stays the same', async () => {
    const { user } = await openEditing();
    await renameType(user, 'Spring Broken', 'P1 Main Gate', 'Spring Broken{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    expect(button('Rename Spring Broken, P1 Main Gate')).toHaveFocus();
  });

  it('adds counts together only after confirmation, if another type of the same year has it', async () => {
    const { user, table } = await openEditing();
    await retype(user, count('P1 Main Gate', 'Spring Broken'), '4');
    await renameType(user, 'Spring Broken', 'P1 Main Gate', 'Barrier Arm Jammed{Enter}');
    const ask = dialog('Add the counts to “Barrier Arm Jammed”?');
    expect(ask.getByRole('alert')).toHaveTextContent('the counts of both would be added together');
    expect(ask.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'P1 Main Gate, 2026: entrance 5 + 4 = 9, exit 3 + 0 = 3',
    ]);
    await user.click(ask.getByRole('button', { name: 'Back' }));
    expect(dialog('Rename “Spring Broken”').getByRole('combobox')).toHaveValue('Barrier Arm Jammed');
    expect(types('P1 Main Gate')).toHaveLength(2);
    await user.click(dialog('Rename “Spring Broken”').getByRole('button', { name: 'Rename' }));
    await user.click(button('Add together and rename'));
    await dialogClosed();
    expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed']);
    expect(count('P1 Main Gate', 'Barrier Arm Jammed')).toHaveValue('9');
    expect(button('Rename Barrier Arm Jammed, P1 Main Gate')).toHaveFocus();
    // the count that was typed before is not included
    expect(table.written[0]?.['P1 Main Gate']).toEqual([
      entry('Barrier Arm Jammed', 6, 3),
      entry('Barrier Arm Jammed', 2, 2, 2025),
    ]);
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.written[1]?.['P1 Main Gate']).toEqual([
      entry('Barrier Arm Jammed', 9, 3),
      entry('Barrier Arm Jammed', 2, 2, 2025),
    ]);
  });

  it('is not confirmed by the second press of a double click on Rename', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Spring Broken', 'P1 Main Gate', 'Barrier Arm Jammed');
    await user.click(button('Rename'));
    fireEvent.click(button('Add together and rename'), { detail: 2 });
    expect(button('Add together and rename')).not.toHaveAttribute('aria-busy');
    await user.click(button('Back'));
    expect(dialog('Rename “Spring Broken”').getByRole('combobox')).toHaveValue('Barrier Arm Jammed');
    expect(table.written).toEqual([]);
  });

  it('is refused if the sum of the counts would exceed the maximum', async () => {
    const posts = { P1: [entry('Arm', 999_999, 0), entry('Loop', 1, 0)] };
    const { user } = await openEditing(serveCarPosts(posts));
    await renameType(user, 'Loop', 'P1', 'Arm{Enter}');
    expect(dialog('Rename “Loop”').getByRole('alert')).toHaveTextContent(
      'P1 has “Arm” in 2026 already, and together they would be more than 999,999.',
    );
  });

  it('can be undone, also if counts were added together', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Spring Broken', 'P1 Main Gate', 'Barrier Arm Jammed{Enter}');
    await user.click(button('Add together and rename'));
    await dialogClosed();
    await undo(user);
    await waitFor(() => expect(types('P1 Main Gate')).toEqual(['Barrier Arm Jammed', 'Spring Broken']));
    expect(table.row?.json).toEqual(somePosts());
    expect(bar().getByText('Everything is saved.')).toBeVisible();
  });

  it('is not undone over counts that were typed since', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Spring Broken', 'P1 Main Gate', 'Barrier Arm Jammed{Enter}');
    await user.click(button('Add together and rename'));
    await dialogClosed();
    await retype(user, count('P1 Main Gate', 'Barrier Arm Jammed'), '12');
    await undo(user);
    expect(await screen.findByText('It was changed since. The change log can restore it.')).toBeVisible();
    expect(count('P1 Main Gate', 'Barrier Arm Jammed')).toHaveValue('12');
    expect(table.written).toHaveLength(1);
  });

  it('keeps the count that somebody else saved meanwhile, and the count typed here', async () => {
    const { user, table } = await openEditing();
    await retype(user, count('P2 Rear Gate', 'Barrier Arm Jammed', 'Exit'), '9');
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });
    await renameType(user, 'Barrier Arm Jammed', 'P2 Rear Gate', 'Arm Jammed{Enter}');
    await dialogClosed();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Arm Jammed', 40, 4)]);
    expect(count('P2 Rear Gate', 'Arm Jammed')).toHaveValue('40');
    expect(count('P2 Rear Gate', 'Arm Jammed', 'Exit')).toHaveValue('9');
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Arm Jammed', 40, 9)]);
  });

  it('causes a question before counts are added together, if somebody else added a type of this name meanwhile', async () => {
    const { user, table } = await openEditing();
    await user.click(button('Rename Barrier Arm Jammed, P2 Rear Gate'));
    const field = dialog('Rename “Barrier Arm Jammed”').getByRole('combobox');
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 4, 4), entry('Loop', 1, 2)] });
    await retype(user, field, 'Loop{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Somebody else has just changed this.');
    await user.click(button('Rename'));
    expect(dialog('Add the counts to “Loop”?').getByRole('listitem')).toHaveTextContent('entrance 4 + 1 = 5');
    await user.click(button('Add together and rename'));
    await dialogClosed();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Loop', 5, 6)]);
  });
});
