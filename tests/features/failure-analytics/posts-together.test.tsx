import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  button,
  count,
  decide,
  openEditing,
  prepareEditing,
  renamePost,
  retype,
  section,
  update,
} from './open-editing.ts';
import { entry, saveElsewhere, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();

const joined = () => count('P2 Rear Gate', 'Arm Jammed');
const rear = () => count('P2 Rear Gate', 'Barrier Arm Jammed');

describe('a concurrent save by somebody else', () => {
  it.each([
    ['Yours: there again, with its counts and the one that you typed', [entry('Barrier Arm Jammed', 12, 4)]],
    ['Theirs: removed, with its counts', undefined],
  ])('asks me to choose if it removed a post whose count I changed; %s', async (choice, expected) => {
    const { user, table } = await openEditing();
    await retype(user, rear(), '12');
    saveElsewhere(table, { 'P1 Main Gate': somePosts()['P1 Main Gate'] ?? [] });
    await update(user);
    await decide(user, choice);
    await expect.poll(() => table.row?.json['P2 Rear Gate']).toEqual(expected);
  });

  it('keeps both changes if it changed a count of a post that I rename', async () => {
    const { user, table } = await openEditing();
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });
    await renamePost(user, 'P2 Rear Gate', 'P2 North Gate');
    expect(table.row?.json['P2 North Gate']).toEqual([entry('Barrier Arm Jammed', 40, 4)]);
    expect(count('P2 North Gate', 'Barrier Arm Jammed')).toHaveValue('40');
  });

  it('still causes a question about the count that I typed, after I renamed its post', async () => {
    const { user, table } = await openEditing();
    await retype(user, rear(), '12');
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });
    await renamePost(user, 'P2 Rear Gate', 'P2 North Gate');
    expect(count('P2 North Gate', 'Barrier Arm Jammed')).toHaveValue('12');
    await update(user);
    await decide(user, 'Theirs: 40');
    await expect.poll(() => count('P2 North Gate', 'Barrier Arm Jammed')).toHaveValue('40');
    expect(table.row?.json['P2 North Gate']).toEqual([entry('Barrier Arm Jammed', 40, 4)]);
  });
});

const main = somePosts()['P1 Main Gate'] ?? [];
const rearPost = somePosts()['P2 Rear Gate'] ?? [];
const renamedRear = { post: null, was: 'P2 Rear Gate', is: 'P2 North Gate' };
const renamedType = { post: 'P2 Rear Gate', was: 'Barrier Arm Jammed', is: 'Arm Jammed' };

describe('a post or type that somebody else renamed', () => {
  it('gets the counts that I typed under the old name, once, and a message says so', async () => {
    const { user, table } = await openEditing();
    await retype(user, rear(), '12');
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': rearPost }, renamedRear);
    await update(user);
    const told = 'Data updated successfully! P2 Rear Gate is called P2 North Gate now: your count is filed there.';
    expect(await screen.findByText(told)).toBeVisible();
    expect(table.row?.json).toEqual({ 'P1 Main Gate': main, 'P2 North Gate': [entry('Barrier Arm Jammed', 12, 4)] });
    expect(count('P2 North Gate', 'Barrier Arm Jammed')).toHaveValue('12');
  });

  it('gets the counts that I typed in a merged type too, added to those of the other type', async () => {
    const both = [...rearPost, entry('Arm Jammed', 2, 0)];
    const { user, table } = await openEditing(serveCarPosts({ 'P1 Main Gate': main, 'P2 Rear Gate': both }));
    await retype(user, rear(), '12');
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 Rear Gate': [entry('Arm Jammed', 6, 4)] }, renamedType);
    await update(user);
    const told = /Barrier Arm Jammed is called Arm Jammed in P2 Rear Gate now: your count is filed there\.$/u;
    expect(await screen.findByText(told)).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Arm Jammed', 14, 4)]);
  });

  it('gets the counts that I typed after a correction, if both types together exceed the maximum', async () => {
    const both = [...rearPost, entry('Arm Jammed', 600_000, 0)];
    const { user, table } = await openEditing(serveCarPosts({ 'P1 Main Gate': main, 'P2 Rear Gate': both }));
    await retype(user, rear(), '600000');
    const theirs = { 'P1 Main Gate': main, 'P2 Rear Gate': [entry('Arm Jammed', 600_004, 4)] };
    saveElsewhere(table, theirs, renamedType);
    await update(user);
    const told =
      'Types were added together meanwhile, and the maximum is 999,999. Correct first: P2 Rear Gate, Arm Jammed, 2026, Entrance.';
    expect(await screen.findByText(told, { exact: false })).toBeVisible();
    expect(joined()).toHaveValue('1200000');
    expect(joined()).toBeInvalid();
    expect(joined()).toHaveAccessibleDescription(expect.stringContaining('The maximum is 999,999.'));
    expect(table.written).toEqual([]);
    // pressed again, it says so again
    await update(user);
    expect(await screen.findByText(told, { exact: false })).toBeVisible();
    await retype(user, joined(), '700000');
    expect(screen.queryByText(told, { exact: false })).toBeNull();
    await update(user);
    await expect.poll(() => table.row?.json['P2 Rear Gate']).toEqual([entry('Arm Jammed', 700_000, 4)]);
  });

  it('has the new name in the question if both changed a count', async () => {
    const { user, table } = await openEditing();
    await retype(user, rear(), '12');
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': [entry('Barrier Arm Jammed', 7, 4)] }, renamedRear);
    await update(user);
    expect(await screen.findByText(/^P2 Rear Gate is called P2 North Gate now/u)).toBeVisible();
    await decide(user, 'Yours: 12');
    await expect.poll(() => table.row?.json['P2 North Gate']).toEqual([entry('Barrier Arm Jammed', 12, 4)]);
    expect(Object.keys(table.row?.json ?? {})).toEqual(['P1 Main Gate', 'P2 North Gate']);
  });

  it('has its new name when I rename another post', async () => {
    const { user, table } = await openEditing();
    await retype(user, rear(), '12');
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': rearPost }, renamedRear);
    await renamePost(user, 'P1 Main Gate', 'P1 South Gate');
    expect(count('P2 North Gate', 'Barrier Arm Jammed')).toHaveValue('12');
    await update(user);
    await expect
      .poll(() => table.row?.json)
      .toEqual({ 'P1 South Gate': main, 'P2 North Gate': [entry('Barrier Arm Jammed', 12, 4)] });
  });

  it('is not renamed again by me, and a message says its new name', async () => {
    const { user, table } = await openEditing();
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': rearPost }, renamedRear);
    await user.click(button('Rename post: P2 Rear Gate'));
    await retype(user, screen.getByRole('textbox', { name: 'Post name' }), 'P2 East Gate{Enter}');
    expect(
      await screen.findByText(
        'Somebody else renamed P2 Rear Gate to P2 North Gate just now. Look at it again, and then decide.',
      ),
    ).toBeVisible();
    expect(table.written).toEqual([]);
    expect(count('P2 North Gate', 'Barrier Arm Jammed')).toBeVisible();
  });

  it('is renamed once if both chose the same name', async () => {
    const { user, table } = await openEditing();
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': rearPost }, renamedRear);
    await renamePost(user, 'P2 Rear Gate', 'P2 North Gate');
    expect(screen.getByText('P2 Rear Gate was renamed to P2 North Gate.')).toBeVisible();
    expect(table.written).toEqual([]);
  });

  it('is not removed by me under its old name, which another post has now', async () => {
    const { user, table } = await openEditing();
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': rearPost }, renamedRear);
    saveElsewhere(table, { 'P1 Main Gate': main, 'P2 North Gate': rearPost, 'P2 Rear Gate': rearPost });
    await user.click(button('Remove post: P2 Rear Gate'));
    await user.click(button('Remove'));
    const told = /^Somebody else renamed P2 Rear Gate to P2 North Gate just now/u;
    await waitFor(() => expect(screen.getByText(told)).toBeVisible());
    expect(table.written).toEqual([]);
  });
});

describe('a post that somebody else removed', () => {
  it('is added again by a new issue of mine, and a message says so', async () => {
    const { user, table } = await openEditing();
    await user.click(section('P1 Main Gate').getByRole('button', { name: 'Add New Issue' }));
    await user.type(screen.getByRole('combobox', { name: 'Issue Type' }), 'Spring Broken');
    await retype(user, screen.getByRole('textbox', { name: 'Entrance' }), '7');
    await user.click(button('Add Issue'));
    const left = [entry('Barrier Arm Jammed', 5, 3)];
    saveElsewhere(
      table,
      { 'P1 Main Gate': left, 'P2 Rear Gate': rearPost },
      { post: 'P1 Main Gate', was: 'Spring Broken', is: null },
    );
    await update(user);
    const told =
      'Data updated successfully! Spring Broken was removed from P1 Main Gate meanwhile: your new issue brings it back.';
    expect(await screen.findByText(told)).toBeVisible();
    expect(table.row?.json['P1 Main Gate']).toEqual([...left, entry('Spring Broken', 7, 0)]);
  });
});
