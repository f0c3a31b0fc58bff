import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import {
  backend,
  buttonOf,
  byAnother,
  changedByAnother,
  importScreen,
  openMarch,
  press,
  row,
  serveTasks,
  stored,
  titles,
  type User,
} from './open-deleter.ts';

beforeAll(importScreen, 30_000);
beforeEach(() =>
  serveTasks(stored({ id: 1, title: 'First' }), stored({ id: 2, title: 'Second', tasks: ' Kept as is ' })),
);

const form = () => screen.findByRole('dialog', { name: 'Need Correction?' });
const done = () => screen.findByText('Data updated successfully!');
const title = () => screen.getByLabelText('Title');
const second = () => backend.tasks.find(({ id }) => id === 2);
/** In the form; the choice behind it has the same labels. */
const choose = async (user: User, label: string, value: string) =>
  user.selectOptions(within(await form()).getByLabelText(label), value);

async function openForm() {
  const view = await openMarch();
  await view.user.click(buttonOf('Second', 'Edit'));
  await form();
  return view;
}

async function retitle(user: User, text: string): Promise<void> {
  await user.clear(title());
  if (text) await user.type(title(), text);
}

const asked = () => screen.findByRole('dialog', { name: 'Somebody else changed this task first' });
const choice = (name: string) => screen.getByRole('radio', { name });

describe('a correction', () => {
  it('begins with what is stored, and saves what was changed only', async () => {
    const { user } = await openForm();
    const dialog = within(await form());
    expect(title()).toHaveValue('Second');
    expect(title()).toHaveFocus();
    expect(screen.getByLabelText('Task text')).toHaveValue(' Kept as is ');
    expect(dialog.getByLabelText('Year')).toHaveValue('2026');
    expect(dialog.getByLabelText('Month')).toHaveValue('mar');
    const before = second();
    await retitle(user, 'Reader check ');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toEqual({ ...before, title: 'Reader check' });
    expect(titles()).toEqual(['Reader check', 'First']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(buttonOf('Reader check', 'Edit')).toHaveFocus();
  });

  it('of the month says where the task is now', async () => {
    const { user } = await openForm();
    await choose(user, 'Month', 'apr');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(titles()).toEqual(['First']);
    expect(row('First')).toHaveFocus();
    expect(screen.getByText(/“Second” is now under April 2026\./u)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show April 2026' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Selasih Park, April 2026' })).toBeVisible();
    expect(titles()).toEqual(['Second']);
    expect(screen.getByLabelText('Month')).toHaveValue('apr');
  });

  it('needs every field', async () => {
    const { user } = await openForm();
    await retitle(user, '');
    await user.clear(screen.getByLabelText('Task text'));
    await choose(user, 'Month', '');
    await press(user, 'Save');
    const dialog = within(await form());
    expect(dialog.getByText('Please fill in all fields.')).toBeVisible();
    expect(dialog.getByLabelText('Month')).toHaveFocus();
    expect(dialog.getByLabelText('Month')).toHaveAccessibleDescription('Choose a month.');
    expect(title()).toHaveAccessibleDescription('Enter a title.');
    expect(screen.getByLabelText('Task text')).toHaveAccessibleDescription('Enter what was done.');
    await choose(user, 'Month', 'mar');
    await user.type(title(), 'Repair');
    await user.type(screen.getByLabelText('Task text'), 'Done');
    expect(screen.queryByText('Please fill in all fields.')).toBeNull();
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ title: 'Repair', tasks: 'Done', month: 'mar' });
  });

  it('of nothing writes nothing', async () => {
    const { user } = await openForm();
    await press(user, 'Save');
    expect(await screen.findByText('Nothing was changed.')).toBeVisible();
    expect(backend.revision).toBe(1);
  });

  it('that cannot be saved keeps everything and can be tried again', async () => {
    allowConsole(/^The task could not be corrected/u);
    const { user } = await openForm();
    await retitle(user, 'Repair');
    backend.writes = [403];
    await press(user, 'Save');
    expect(await screen.findByText('Error updating data.')).toBeVisible();
    expect(title()).toHaveValue('Repair');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()?.title).toBe('Repair');
  });

  it('is not thrown away without a question', async () => {
    const { user } = await openForm();
    await retitle(user, 'Repair');
    await press(user, 'Cancel');
    expect(screen.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    await press(user, 'Keep editing');
    expect(title()).toHaveValue('Repair');
    await press(user, 'Close');
    await press(user, 'Discard');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.revision).toBe(1);
    await user.click(buttonOf('Second', 'Edit'));
    expect(title()).toHaveValue('Second');
    await press(user, 'Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('somebody else meanwhile', () => {
  it('in another field loses nothing', async () => {
    const { user } = await openForm();
    await retitle(user, 'Repair');
    changedByAnother(2, { tasks: 'Theirs', month: 'mar', pdf: '' });
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ title: 'Repair', tasks: 'Theirs' });
  });

  it('in the same field: theirs or mine is chosen, and the rest of mine is kept', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    await user.clear(screen.getByLabelText('Task text'));
    await user.type(screen.getByLabelText('Task text'), 'My text');
    await choose(user, 'Year', '2025');
    changedByAnother(2, { title: 'Theirs', tasks: 'Their text' });
    await press(user, 'Save');
    await asked();
    await press(user, 'Save choice');
    expect(screen.getByText('Choose one value for each field.')).toBeVisible();
    await user.click(choice('Theirs Theirs'));
    await user.click(choice('Yours My text'));
    expect(screen.queryByRole('radio', { name: /2025/u })).toBeNull();
    await press(user, 'Save choice');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ title: 'Theirs', tasks: 'My text', year: '2025' });
  });

  it('and the way back to the form keeps everything, to be asked again', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    changedByAnother(2, { title: 'Theirs' });
    await press(user, 'Save');
    await asked();
    await press(user, 'Back to the form');
    expect(title()).toHaveValue('Mine');
    await press(user, 'Save');
    await asked();
    expect(second()?.title).toBe('Theirs');
  });

  it('and a third asks again', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    changedByAnother(2, { title: 'Theirs' });
    await press(user, 'Save');
    await asked();
    changedByAnother(2, { title: 'Of a third' });
    await user.click(choice('Yours Mine'));
    await press(user, 'Save choice');
    expect(await screen.findByRole('radio', { name: 'Theirs Of a third' })).not.toBeChecked();
  });

  it('and theirs everywhere writes nothing and shows theirs', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    changedByAnother(2, { title: 'Theirs' });
    const { revision } = backend;
    await press(user, 'Save');
    await asked();
    await user.click(choice('Theirs Theirs'));
    await press(user, 'Save choice');
    expect(await screen.findByText('Their values are kept. Nothing is left to save.')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Theirs', 'First']));
    expect(backend.revision).toBe(revision);
  });

  it('who deleted the task: said, and it can be restored with the changes', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    changedByAnother(2, { showing: 'False' });
    await press(user, 'Save');
    expect(await screen.findByText(/^Somebody else deleted this task meanwhile\./u)).toBeVisible();
    expect(second()).toMatchObject({ title: 'Second', showing: 'False' });
    expect(title()).toHaveValue('Mine');
    await press(user, 'Restore and save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ title: 'Mine', showing: 'True' });
  });

  it('who took the task out of the record: said, and there is nothing to save', async () => {
    const { user } = await openForm();
    await retitle(user, 'Mine');
    byAnother((tasks) => tasks.filter(({ id }) => id !== 2));
    await press(user, 'Save');
    expect(await screen.findByText(/^This task is not there any more\./u)).toBeVisible();
    expect(title()).toHaveValue('Mine');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});
