import { describe, expect, it } from 'vitest';
import {
  bar,
  conflict,
  decide,
  prepareEditing,
  count,
  openEditing,
  removePost,
  removeType,
  renameType,
  retype,
  update,
  updated,
} from './open-editing.ts';
import { entry, saveElsewhere, somePosts } from './serve-car-posts.ts';

prepareEditing();

const theirs = () => ({ ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });

describe('a concurrent save by somebody else', () => {
  it('of a count of a type that I renamed keeps both', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Barrier Arm Jammed', 'P2 Rear Gate', 'Arm Jammed{Enter}');
    saveElsewhere(table, theirs());
    await update(user);
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Arm Jammed', 40, 4)]);
    expect(count('P2 Rear Gate', 'Arm Jammed')).toHaveValue('40');
  });

  it.each([
    ['Yours: removed', [], true],
    ['Theirs: Barrier Arm Jammed: 2026 entrance 40, exit 4', [entry('Barrier Arm Jammed', 40, 4)], false],
  ])('of a count of a type that I removed asks me to choose; %s', async (choice, kept, written) => {
    const { user, table } = await openEditing();
    await removeType(user, 'Barrier Arm Jammed', 'P2 Rear Gate');
    saveElsewhere(table, theirs());
    await update(user);
    const ask = await conflict();
    const group = ask.getByRole('group', { name: 'P2 Rear Gate, the failure type Barrier Arm Jammed' });
    expect(group).toHaveTextContent('Before: Barrier Arm Jammed: 2026 entrance 4, exit 4');
    await decide(user, choice);
    expect(await bar().findByText('Everything is saved.')).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual(kept);
    expect(table.written).toHaveLength(written ? 1 : 0);
  });

  it('of a count of a post that I removed asks me to choose', async () => {
    const { user, table } = await openEditing();
    await removePost(user, 'P2 Rear Gate');
    saveElsewhere(table, theirs());
    await update(user);
    const ask = await conflict();
    expect(ask.getByRole('group', { name: 'The post P2 Rear Gate' })).toBeVisible();
    await decide(user, 'Yours: removed');
    expect(await updated()).toBeVisible();
    expect(Object.keys(table.row?.json ?? {})).toEqual(['P1 Main Gate']);
  });

  it('without a post whose count I changed asks me to choose, and mine restores it', async () => {
    const { user, table } = await openEditing();
    await retype(user, count('P2 Rear Gate', 'Barrier Arm Jammed'), '12');
    saveElsewhere(table, { 'P1 Main Gate': somePosts()['P1 Main Gate'] ?? [] });
    await update(user);
    const ask = await conflict();
    expect(ask.getByRole('radio', { name: 'Theirs: removed' })).toHaveFocus();
    await decide(user, 'Yours: P2 Rear Gate: 2026 entrance 12, exit 4');
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Barrier Arm Jammed', 12, 4)]);
  });

  it('of a type with my new name asks before counts are added together', async () => {
    const { user, table } = await openEditing();
    await renameType(user, 'Barrier Arm Jammed', 'P2 Rear Gate', 'Loop{Enter}');
    const rear = [entry('Barrier Arm Jammed', 4, 4), entry('Loop', 1, 2)];
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': rear });
    await update(user);
    await decide(user, 'Yours: Loop, added together: 2026 entrance 5, exit 6');
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P2 Rear Gate']).toEqual([entry('Loop', 5, 6)]);
  });
});
