import { describe, expect, it } from 'vitest';
import { count, decide, openEditing, prepareEditing, renamePost, retype, update } from './open-editing.ts';
import { entry, saveElsewhere, somePosts } from './serve-car-posts.ts';

prepareEditing();

const rear = () => count('P2 Rear Gate', 'Barrier Arm Jammed');

describe('a concurrent save by somebody else', () => {
  it.each([
    ['Yours: 12', [entry('Barrier Arm Jammed', 12, 4)]],
    ['Theirs: no longer there', undefined],
  ])('without a post whose count I changed asks me to choose; %s', async (choice, kept) => {
    const { user, table } = await openEditing();
    await retype(user, rear(), '12');
    saveElsewhere(table, { 'P1 Main Gate': somePosts()['P1 Main Gate'] ?? [] });
    await update(user);
    await decide(user, choice);
    await expect.poll(() => table.row?.json['P2 Rear Gate']).toEqual(kept);
  });

  it('of a count of a post that I rename keeps both', async () => {
    const { user, table } = await openEditing();
    saveElsewhere(table, { ...somePosts(), 'P2 Rear Gate': [entry('Barrier Arm Jammed', 40, 4)] });
    await renamePost(user, 'P2 Rear Gate', 'P2 North Gate');
    expect(table.row?.json['P2 North Gate']).toEqual([entry('Barrier Arm Jammed', 40, 4)]);
    expect(count('P2 North Gate', 'Barrier Arm Jammed')).toHaveValue('40');
  });

  it('of the count that I typed is still asked about after I renamed its post', async () => {
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
