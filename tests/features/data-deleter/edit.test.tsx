import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  choose,
  done,
  form,
  openForm,
  retitle,
  saves,
  second,
  serveTwo,
  setDate,
  title,
  asked,
  choice,
  contestTitle,
  isSaved,
} from './open-correction.ts';
import {
  backend,
  buttonOf,
  importScreen,
  press,
  row,
  titles,
  byAnother,
  changedByAnother,
  serveTasks,
  stored,
} from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(serveTwo);

const setClock = (value: string) => fireEvent.change(screen.getByLabelText('Time'), { target: { value } });

describe('a correction', () => {
  describe('the form', () => {
    it('starts with the saved values, and saves only what was changed', async () => {
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

    it('shows under which month the task is filed after its month was corrected', async () => {
      const { user } = await openForm();
      await choose(user, 'Month', 'apr');
      await press(user, 'Save');
      expect(await done()).toBeVisible();
      expect(titles()).toEqual(['First']);
      expect(row('First')).toHaveFocus();
      expect(screen.getByText(/“Second” is now under April 2026\./u)).toBeVisible();
      await user.click(screen.getByRole('link', { name: 'Show it there' }));
      expect(await screen.findByRole('heading', { level: 2, name: 'Selasih Park, April 2026' })).toBeVisible();
      expect(titles()).toEqual(['Second']);
      expect(screen.getByLabelText('Month')).toHaveValue('apr');
    });

    it('corrects date, time and kind, and files the task under the month of its date', async () => {
      const { user } = await openForm();
      setDate('2026-04-03');
      setClock('09:30');
      await choose(user, 'Kind of visit', 'emergency');
      expect(within(await form()).getByLabelText('Month')).toHaveValue('apr');
      await saves(user, {
        time: '2026-04-03T09:30:00+08:00',
        year: '2026',
        month: 'apr',
        kind: 'emergency',
      });
      await user.click(screen.getByRole('link', { name: 'Show it there' }));
      await waitFor(() => expect(row('Second')).toHaveTextContent('3 April 2026 at 09:30SecondEmergency call'));
      await user.click(buttonOf('Second', 'Edit'));
      await choose(user, 'Kind of visit', '');
      await press(user, 'Save');
      await waitFor(() => expect(second()).not.toHaveProperty('kind'));
    });

    it('moves the date when the month is corrected', async () => {
      const { user } = await openForm();
      setDate('2026-03-31');
      await choose(user, 'Month', 'february');
      expect(screen.getByLabelText('Visit date')).toHaveValue('2026-02-28');
      await saves(user, { time: '2026-02-28T16:05:00+08:00', month: 'february' });
    });

    it('cannot date a visit in the future', async () => {
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
      await saves(user, { title: 'Repair', tasks: 'Done', month: 'mar' });
    });

    it('writes nothing without changes', async () => {
      const { user } = await openForm();
      await press(user, 'Save');
      expect(await screen.findByText('Nothing was changed.')).toBeVisible();
      expect(backend.revision).toBe(1);
    });

    it('is not discarded without confirmation', async () => {
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
});

describe('two corrections at once', () => {
  describe('a concurrent change by somebody else', () => {
    it('is merged if it is to another field', async () => {
      const { user } = await openForm();
      await retitle(user, 'Repair');
      changedByAnother(2, { tasks: 'Theirs', month: 'mar', pdf: '' });
      await saves(user, { title: 'Repair', tasks: 'Theirs' });
    });

    it('asks me to choose theirs or mine for the same field, and keeps my other changes', async () => {
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
      await isSaved({ title: 'Theirs', tasks: 'My text', year: '2025' });
    });

    it('lets me choose theirs or mine by readable values for date and kind', async () => {
      const { user } = await openForm();
      setDate('2026-03-20');
      await choose(user, 'Kind of visit', 'preventive');
      changedByAnother(2, { time: '2026-03-21T08:00:00+08:00', kind: 'other' });
      await press(user, 'Save');
      await asked();
      await user.click(choice('Theirs 21 March 2026 at 08:00'));
      await user.click(choice('Yours Preventive maintenance'));
      await press(user, 'Save choice');
      await isSaved({ time: '2026-03-21T08:00:00+08:00', kind: 'preventive' });
    });

    it('keeps my input with Back to the form, and asks again on the next save', async () => {
      const user = await contestTitle();
      await press(user, 'Back to the form');
      expect(title()).toHaveValue('Mine');
      await press(user, 'Save');
      await asked();
      expect(second()?.title).toBe('Theirs');
    });

    it('asks again after yet another change', async () => {
      const user = await contestTitle();
      changedByAnother(2, { title: 'Of a third' });
      await user.click(choice('Yours Mine'));
      await press(user, 'Save choice');
      expect(await screen.findByRole('radio', { name: 'Theirs Of a third' })).not.toBeChecked();
    });

    it('writes nothing if theirs is chosen everywhere, and shows theirs', async () => {
      const user = await contestTitle();
      const { revision } = backend;
      await user.click(choice('Theirs Theirs'));
      await press(user, 'Save choice');
      expect(await screen.findByText('Their values are kept. Nothing is left to save.')).toBeVisible();
      await waitFor(() => expect(titles()).toEqual(['Theirs', 'First']));
      expect(backend.revision).toBe(revision);
    });

    it('is reported if it deletes the task, which can be restored with my changes', async () => {
      const { user } = await openForm();
      await retitle(user, 'Mine');
      changedByAnother(2, { showing: 'False' });
      await press(user, 'Save');
      expect(await screen.findByText(/^Somebody else has deleted this visit in the meantime\./u)).toBeVisible();
      expect(second()).toMatchObject({ title: 'Second', showing: 'False' });
      expect(title()).toHaveValue('Mine');
      await press(user, 'Restore and save');
      await isSaved({ title: 'Mine', showing: 'True' });
    });

    it('is reported if it removes the task from the record, and nothing can be saved', async () => {
      const { user } = await openForm();
      await retitle(user, 'Mine');
      byAnother((tasks) => tasks.filter(({ id }) => id !== 2));
      await press(user, 'Save');
      expect(await screen.findByText(/^This visit no longer exists\./u)).toBeVisible();
      expect(title()).toHaveValue('Mine');
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    });
  });
});

const dateMonthOffer = () => screen.queryByRole('region', { name: 'Date and month' });

describe('a task that is filed elsewhere', () => {
  describe('an entry filed under a month other than that of its date', () => {
    const note = 'Filed under March 2026, dated 22 April 2026';
    // the seconds tell an unchanged time from one that the form has set
    beforeEach(() =>
      serveTasks(stored({ id: 1 }), stored({ id: 2, title: 'Second', time: '2026-04-22T10:00:07+08:00' })),
    );

    it('is marked in its row and its form, and unchanged when another field is corrected', async () => {
      const { user } = await openForm();
      expect(row('Second')).toHaveTextContent(note);
      expect(dateMonthOffer()).toHaveTextContent(note);
      await retitle(user, 'Repair');
      await saves(user, { title: 'Repair', time: '2026-04-22T10:00:07+08:00', month: 'mar' });
    });

    it('can be filed under the month of its date with two presses', async () => {
      const { user } = await openForm();
      await press(user, 'File under April 2026');
      expect(dateMonthOffer()).toBeNull();
      expect(within(await form()).getByLabelText('Year')).toHaveFocus();
      await saves(user, { time: '2026-04-22T10:00:07+08:00', year: '2026', month: 'apr' });
    });

    it('can be dated in its month with two presses', async () => {
      const { user } = await openForm();
      await press(user, 'Date it in March 2026');
      expect(screen.getByLabelText('Visit date')).toHaveFocus();
      expect(screen.getByLabelText('Visit date')).toHaveValue('2026-03-22');
      await saves(user, { time: '2026-03-22T10:00:00+08:00', year: '2026', month: 'mar' });
      expect(row('Second')).not.toHaveTextContent('Filed under');
    });

    it('needs one choice if somebody else corrected it the other way meanwhile, and a mix of both is not saved', async () => {
      const { user } = await openForm();
      await press(user, 'Date it in March 2026');
      changedByAnother(2, { month: 'apr' });
      await press(user, 'Save');
      await asked();
      await user.click(choice('Theirs 22 April 2026 at 10:00'));
      await user.click(choice('Yours March'));
      await press(user, 'Save choice');
      expect(await screen.findByText('Please correct the visit date.')).toBeVisible();
      expect(dateMonthOffer()).toHaveTextContent(note);
      await press(user, 'Date it in March 2026');
      await saves(user, { time: '2026-03-22T10:00:00+08:00', month: 'mar' });
    });
  });
});
