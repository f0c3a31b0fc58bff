import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftTitles } from '../../../src/lib/device/drafts.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import {
  bar,
  button,
  count,
  decide,
  dialog,
  jammed,
  openEditing,
  prepareEditing,
  renamePost,
  retype,
  section,
  undo,
  update,
  updated,
} from './open-editing.ts';
import { entry, saveElsewhere, serveCarPosts, somePosts } from './serve-car-posts.ts';

prepareEditing();
beforeEach(() => void vi.setSystemTime('2026-11-21T12:00:00+08:00'));
afterEach(() => void vi.useRealTimers());

const jammedExit = () => count('P1 Main Gate', 'Barrier Arm Jammed', 'Exit');
const spring = () => count('P1 Main Gate', 'Spring Broken');
const springExit = () => count('P1 Main Gate', 'Spring Broken', 'Exit');
const rear = () => count('P2 Rear Gate', 'Barrier Arm Jammed');
const rearExit = () => count('P2 Rear Gate', 'Barrier Arm Jammed', 'Exit');

/** The message of a field about how it was read, if there is one. */
const readAs = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .find((text) => text.startsWith('Read as')) ?? null;
const valuesOf = (...fields: HTMLElement[]) => fields.map((field) => field.getAttribute('value'));

describe('the counts of all posts', () => {
  it('are typed with Tab, Enter and the arrows between them, and Escape restores a count and then leaves the table', async () => {
    const { user } = await openEditing();
    await user.click(jammed());
    for (const [keys, field] of [
      ['{Tab}', jammedExit()],
      ['{Tab}', spring()],
      ['{Tab}{Tab}', rear()],
      ['{Shift>}{Tab}{/Shift}', springExit()],
      ['{ArrowUp}', jammedExit()],
      ['{ArrowLeft}', jammed()],
      ['{ArrowLeft}{ArrowUp}', jammed()],
      ['{ArrowDown}', spring()],
      ['{Enter}', jammedExit()],
      ['{Enter}{Enter}', rear()],
      ['{Shift>}{Enter}{/Shift}', spring()],
      ['{End}', springExit()],
      ['{Control>}{Home}{/Control}', jammed()],
      ['{Control>}{End}{/Control}', springExit()],
      ['{Home}', spring()],
      ['{ArrowDown}{ArrowDown}', rear()],
      ['{Tab}', rearExit()],
    ] as const) {
      await user.keyboard(keys);
      expect(field, keys).toHaveFocus();
    }
    // an arrow moves within the input before it leaves it
    await user.keyboard('12{ArrowLeft}3');
    expect(rearExit()).toHaveValue('132');
    // while an input method composes a text, its keys have this code
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(rearExit(), { key, keyCode: 229 });
    expect(rearExit()).toHaveFocus();
    expect(rearExit()).toHaveValue('132');
    await user.keyboard('{Escape}');
    expect(rearExit()).toHaveValue('4');
    expect(bar().getByText('Everything is saved.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(section('P2 Rear Gate').getByRole('button', { name: 'Add New Issue' })).toHaveFocus();
    // beside the counts are no Tab stops, but arrows lead there and back
    await user.click(jammedExit());
    await user.keyboard('{End}{ArrowRight}');
    expect(button('Rename Barrier Arm Jammed, P1 Main Gate')).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(button('Remove Spring Broken, P1 Main Gate')).toHaveFocus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(springExit()).toHaveFocus();
    // after the last count, and to an open form in between, Tab leads as everywhere
    await user.click(rearExit());
    await user.tab();
    expect(section('P2 Rear Gate').getByRole('button', { name: 'Add New Issue' })).toHaveFocus();
    await user.click(section('P1 Main Gate').getByRole('button', { name: 'Add New Issue' }));
    await user.click(springExit());
    await user.tab();
    expect(screen.getByRole('combobox', { name: 'Issue Type' })).toHaveFocus();
  });

  it('accept a block of cells, report what was no count or did not fit, and undo the block as a whole', async () => {
    const { user, table } = await openEditing();
    await user.click(jammed());
    await user.paste('1,200\t\r\nn/a\t7\r\n9\t9\r\n');
    expect(valuesOf(jammed(), jammedExit(), spring(), springExit(), rear())).toEqual(['1200', '3', '1', '7', '4']);
    expect(screen.getByText('2 counts filled in.')).toBeVisible();
    expect(
      screen.getByText(
        'Not filled in: “n/a” (Spring Broken, Entrance) is no count; 1 row came after the last type of P1 Main Gate.',
      ),
    ).toBeVisible();
    await undo(user);
    expect(valuesOf(jammed(), springExit())).toEqual(['5', '0']);
    expect(bar().getByText('Everything is saved.')).toBeVisible();

    await user.click(jammed());
    await user.paste('1\t2');
    await user.keyboard('{Control>}z{/Control}');
    expect(jammed()).toHaveValue('5');
    // input since then stays, and saved counts are not undone
    await user.paste('1\t2');
    await retype(user, jammedExit(), '6');
    await undo(user);
    expect(valuesOf(jammed(), jammedExit())).toEqual(['5', '6']);
    await user.click(jammed());
    await user.paste('8\t9');
    await update(user);
    expect(await updated()).toBeVisible();
    await undo(user);
    expect(await screen.findByText('It was changed since. The change log can restore it.')).toBeVisible();
    expect(table.row?.json['P1 Main Gate']?.[0]).toEqual(entry('Barrier Arm Jammed', 8, 9));
  });
});

describe('a pasted block', () => {
  it('says beside each count how it was read, until it is another or is saved', async () => {
    const { user } = await openEditing();
    await user.click(jammed());
    await user.paste('1,024\t 12 \r\n１２\t12.0\r\n');
    const cells = [jammed(), jammedExit(), spring(), springExit()];
    expect(valuesOf(...cells)).toEqual(['1024', '12', '12', '12']);
    expect(cells.map(readAs)).toEqual(['Read as 1024.', 'Read as 12.', 'Read as 12.', 'Read as 12.']);
    await retype(user, jammed(), '7');
    expect(cells.map(readAs)).toEqual([null, 'Read as 12.', 'Read as 12.', 'Read as 12.']);
    await user.click(springExit());
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(readAs(springExit())).toBeNull();
    // an invalid count is replaced by the cell that is pasted over it
    await retype(user, spring(), '1.5');
    await user.click(jammed());
    await user.paste('5\t6\n7.0\t8');
    expect(valuesOf(...cells)).toEqual(['5', '6', '7', '8']);
    expect(cells.map(readAs)).toEqual([null, null, 'Read as 7.', null]);
    await update(user);
    expect(await updated()).toBeVisible();
    expect(cells.map(readAs)).toEqual([null, null, null, null]);
  });
});

const field = (post: string, type: string, side: 'Entrance' | 'Exit' = 'Entrance') => count(post, type, side, 2027);

describe('a new year', () => {
  it('is started with the types of the year before, and only typed rows are saved', async () => {
    const { user, table, unmount } = await openEditing(serveCarPosts(), 2027);
    expect(screen.getByText('You are entering 2027. This year is 2026.')).toBeVisible();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    await user.click(button('Start 2027 with the types of 2026'));
    expect(screen.getByText('2027 is started with the types of 2026 in 2 posts.')).toBeVisible();
    const first = field('P1 Main Gate', 'Barrier Arm Jammed');
    expect(first).toHaveFocus();
    expect(first).toHaveValue('');
    expect(screen.getAllByRole('spinbutton')).toHaveLength(6);
    await undo(user);
    expect(screen.queryByRole('spinbutton')).toBeNull();
    await user.click(button('Start 2027 with the types of 2026'));
    expect(bar().getByText('2027 is started. What stays empty is not stored.')).toBeVisible();
    expect(button('Update Database')).toHaveAttribute('aria-disabled', 'true');
    expect(draftTitles()).toEqual(['Failure counts of Selasih Park (2027 started, nothing typed)']);
    // while nothing is typed, the page follows what somebody else saves
    saveElsewhere(table, { ...somePosts(), 'P3 Ramp': [] });
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole('region', { name: 'P3 Ramp' })).toBeVisible();
    act(() => first.focus());

    // the second row first; the fields stay in their places
    await user.keyboard('{ArrowDown}{Tab}4');
    expect(field('P1 Main Gate', 'Spring Broken')).toHaveValue('0');
    expect(field('P1 Main Gate', 'Spring Broken', 'Exit')).toHaveFocus();
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    await user.keyboard('{Backspace}');
    expect(field('P1 Main Gate', 'Spring Broken')).toHaveValue('');
    await user.keyboard('4');
    await renamePost(user, 'P1 Main Gate', 'P1 North');
    unmount();
    await openEditing(table, 2027);
    expect(field('P1 North', 'Spring Broken', 'Exit')).toHaveValue('4');
    expect(field('P1 North', 'Barrier Arm Jammed')).toHaveValue('');

    // somebody else has started the year too
    const posts = table.row?.json ?? {};
    saveElsewhere(table, { ...posts, 'P1 North': [...(posts['P1 North'] ?? []), entry('Spring Broken', 0, 9, 2027)] });
    await user.click(field('P1 North', 'Barrier Arm Jammed'));
    await user.keyboard('0');
    await update(user);
    await decide(user, 'Yours: 4');
    expect(await updated()).toBeVisible();
    expect(table.row?.json['P1 North']?.filter(({ year }) => year === 2027)).toEqual([
      entry('Spring Broken', 0, 4, 2027),
      entry('Barrier Arm Jammed', 0, 0, 2027),
    ]);
    expect(table.row?.json['P2 Rear Gate']).toEqual(somePosts()['P2 Rear Gate']);
    expect(bar().getByText('2027 is started. What stays empty is not stored.')).toBeVisible();
    expect(field('P2 Rear Gate', 'Barrier Arm Jammed')).toHaveValue('');
    await user.click(bar().getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('spinbutton', { name: /P2 Rear Gate/u })).toBeNull();
  });

  it('is started for a single post if the others have counts, and a year other than this one is named', async () => {
    const table = serveCarPosts({ ...somePosts(), 'P3 Ramp': [entry('Loop', 1, 1, 2023), entry('Arm', 1, 1, 2022)] });
    const { user } = await openEditing(table, 2025);
    expect(bar().getByText('Entering 2025, not 2026')).toBeVisible();
    await retype(user, count('P1 Main Gate', 'Spring Broken', 'Entrance', 2025), '3');
    expect(bar().getByText('1 unsaved change')).toBeVisible();
    await user.click(button('Go to 2026'));
    expect(location.search).toContain('year=2026');
    expect(bar().getByText('Entering 2026')).toBeVisible();
    expect(screen.queryByText(/^You are entering/u)).toBeNull();
    expect(bar().getByText('1 unsaved change of 2025')).toBeVisible();
    expect(section('P1 Main Gate').getByText('Counts of 2026')).toBeVisible();
    await user.click(button('Start 2026 with the types of 2023, P3 Ramp'));
    expect(count('P3 Ramp', 'Loop')).toHaveFocus();
    expect(section('P3 Ramp').getAllByRole('spinbutton')).toHaveLength(2);
  });
});

describe('a name that is nearly an existing one', () => {
  it('is pointed out if a known type is written in another language', async () => {
    const { user } = await openEditing();
    await user.click(section('P2 Rear Gate').getByRole('button', { name: 'Add New Issue' }));
    await user.type(screen.getByRole('combobox', { name: 'Issue Type' }), 'kerosakan rangkaian');
    await user.click(button('Use “Network Fault”'));
    expect(screen.getByRole('combobox', { name: 'Issue Type' })).toHaveValue('Network Fault');
  });

  it('is pointed out for a type of any post, and used with one press', async () => {
    const { user } = await openEditing(serveCarPosts({ ...somePosts(), 'P3 Ramp': [entry('Spring Broken', 1, 1)] }));
    await user.click(section('P2 Rear Gate').getByRole('button', { name: 'Add New Issue' }));
    const type = screen.getByRole('combobox', { name: 'Issue Type' });
    await user.type(type, 'spring  broken');
    expect(
      screen.getByText('It is written “Spring Broken” in P1 Main Gate and P3 Ramp, and would be counted apart.'),
    ).toBeVisible();
    await user.click(button('Use “Spring Broken”'));
    expect(type).toHaveValue('Spring Broken');
    expect(type).toHaveFocus();
    expect(screen.queryByText(/counted apart/u)).toBeNull();
    await retype(user, type, 'ＮETWORK fault');
    expect(screen.getByText(/^It is written “Network Fault” in the list of known types/u)).toBeVisible();
    // nothing is blocked
    await user.keyboard('{Enter}');
    expect(count('P2 Rear Gate', 'ＮETWORK fault')).toHaveValue('0');

    await user.click(button('Rename Barrier Arm Jammed, P2 Rear Gate'));
    const rename = dialog('Rename “Barrier Arm Jammed”');
    await retype(user, rename.getByRole('combobox'), 'SPRING BROKEN');
    await user.click(rename.getByRole('button', { name: 'Use “Spring Broken”' }));
    expect(rename.getByRole('combobox')).toHaveValue('Spring Broken');
  });

  it('is pointed out for a post, with a link to the existing post', async () => {
    const { user } = await openEditing();
    await user.click(button('Add a post'));
    await user.type(screen.getByRole('textbox', { name: 'Post name' }), 'p2 rear gate');
    expect(screen.getByText('The post “P2 Rear Gate” is there already, and would be counted apart.')).toBeVisible();
    await user.click(button('Go to “P2 Rear Gate”'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: 'P2 Rear Gate' })).toHaveFocus();
  });
});
