import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

/** As a picker does it: a typed date is half a date on the way. */
const setDate = (value: string) => fireEvent.change(screen.getByLabelText('Visit date'), { target: { value } });
const setClock = (value: string) => fireEvent.change(screen.getByLabelText('Time'), { target: { value } });

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

const mend = () => screen.queryByRole('region', { name: 'Date and month' });
const asked = () => screen.findByRole('dialog', { name: 'Somebody else changed this task first' });
const choice = (name: string) => screen.getByRole('radio', { name });

describe('a correction', () => {
  it('begins with what is stored, and saves what was changed only', async () => {
    const { user } = await openForm();
    const dialog = within(await form());
    expect(title()).toHaveValue('Second');
    expect(title()).toHaveFocus();
    expect(screen.getByLabelText('Task text')).toHaveValue(' Kept as is ');
    expect(dialog.getByLabelText('Visit date')).toHaveValue('2026-03-26');
    expect(dialog.getByLabelText('Visit date')).toHaveAccessibleDescription('26 March 2026');
    expect(dialog.getByLabelText('Time')).toHaveValue('16:05');
    expect(dialog.getByLabelText('Kind of visit')).toHaveDisplayValue('Not specified');
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

  it('of date, time and kind files it under its month', async () => {
    const { user } = await openForm();
    setDate('2026-04-03');
    setClock('09:30');
    await choose(user, 'Kind of visit', 'emergency');
    expect(within(await form()).getByLabelText('Month')).toHaveValue('apr');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({
      time: '2026-04-03T09:30:00+08:00',
      year: '2026',
      month: 'apr',
      kind: 'emergency',
    });
    await user.click(screen.getByRole('link', { name: 'Show April 2026' }));
    await waitFor(() => expect(row('Second')).toHaveTextContent('3 April 2026 at 09:30SecondEmergency call'));
    await user.click(buttonOf('Second', 'Edit'));
    await choose(user, 'Kind of visit', '');
    await press(user, 'Save');
    await waitFor(() => expect(second()).not.toHaveProperty('kind'));
  });

  it('of the month moves the date along', async () => {
    const { user } = await openForm();
    setDate('2026-03-31');
    await choose(user, 'Month', 'february');
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-02-28');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ time: '2026-02-28T16:05:00+08:00', month: 'february' });
  });

  it('is no visit of the future', async () => {
    const { user } = await openForm();
    const year = new Date().getFullYear() + 1;
    setDate(`${year}-06-01`);
    await press(user, 'Save');
    expect(screen.getByText('Please correct the visit date.')).toBeVisible();
    expect(screen.getByLabelText('Visit date')).toHaveFocus();
    expect(screen.getByLabelText('Visit date')).toHaveAccessibleDescription(
      /The visit date cannot be in the future\./u,
    );
    expect(backend.revision).toBe(1);
    setDate('2026-03-25');
    expect(screen.queryByText('Please correct the visit date.')).toBeNull();
  });

  it('needs every field', async () => {
    const { user } = await openForm();
    await retitle(user, '');
    await user.clear(screen.getByLabelText('Task text'));
    await choose(user, 'Month', '');
    setClock('');
    await press(user, 'Save');
    const dialog = within(await form());
    expect(dialog.getByText('Please fill in all fields.')).toBeVisible();
    expect(dialog.getByLabelText('Time')).toHaveFocus();
    expect(dialog.getByLabelText('Time')).toHaveAccessibleDescription('Enter the time of the visit.');
    setDate('');
    expect(dialog.getByLabelText('Visit date')).toHaveAccessibleDescription('Enter the date of the visit.');
    setDate('2026-03-26');
    await choose(user, 'Month', '');
    setClock('16:05');
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

describe('an entry that is filed under another month than it is dated', () => {
  const note = 'Filed under March 2026, dated 22 April 2026';
  beforeEach(() =>
    serveTasks(stored({ id: 1 }), stored({ id: 2, title: 'Second', time: '2026-04-22T10:00:07+08:00' })),
  );

  it('says so in its row and in its form, and keeps it while another field is corrected', async () => {
    const { user } = await openForm();
    expect(row('Second')).toHaveTextContent(note);
    expect(mend()).toHaveTextContent(note);
    await retitle(user, 'Repair');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ title: 'Repair', time: '2026-04-22T10:00:07+08:00', month: 'mar' });
  });

  it('is filed under the month of its date with two presses', async () => {
    const { user } = await openForm();
    await press(user, 'File under April 2026');
    expect(mend()).toBeNull();
    expect(within(await form()).getByLabelText('Year')).toHaveFocus();
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ time: '2026-04-22T10:00:07+08:00', year: '2026', month: 'apr' });
  });

  it('is dated in its month with two presses', async () => {
    const { user } = await openForm();
    await press(user, 'Date it in March 2026');
    expect(screen.getByLabelText('Visit date')).toHaveFocus();
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-03-22');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ time: '2026-03-22T10:00:00+08:00', year: '2026', month: 'mar' });
    expect(row('Second')).not.toHaveTextContent('Filed under');
  });

  it('and was mended the other way meanwhile: one way is chosen, and mixed ones are not saved', async () => {
    const { user } = await openForm();
    await press(user, 'Date it in March 2026');
    changedByAnother(2, { month: 'apr' });
    await press(user, 'Save');
    await asked();
    await user.click(choice('Theirs 22 April 2026 at 10:00'));
    await user.click(choice('Yours March'));
    await press(user, 'Save choice');
    expect(await screen.findByText('Please correct the visit date.')).toBeVisible();
    expect(mend()).toHaveTextContent(note);
    await press(user, 'Date it in March 2026');
    await press(user, 'Save');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ time: '2026-03-22T10:00:00+08:00', month: 'mar' });
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

  it('in date or kind: theirs or mine is chosen in words', async () => {
    const { user } = await openForm();
    setDate('2026-03-20');
    await choose(user, 'Kind of visit', 'preventive');
    changedByAnother(2, { time: '2026-03-21T08:00:00+08:00', kind: 'other' });
    await press(user, 'Save');
    await asked();
    await user.click(choice('Theirs 21 March 2026 at 08:00'));
    await user.click(choice('Yours Preventive maintenance'));
    await press(user, 'Save choice');
    expect(await done()).toBeVisible();
    expect(second()).toMatchObject({ time: '2026-03-21T08:00:00+08:00', kind: 'preventive' });
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
