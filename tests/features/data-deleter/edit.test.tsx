import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowConsole } from '../../support/console.ts';
import { choose, done, form, openForm, retitle, saves, second, serveTwo, setDate, title } from './open-correction.ts';
import { backend, buttonOf, importScreen, press, row, titles } from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(serveTwo);

const setClock = (value: string) => fireEvent.change(screen.getByLabelText('Time'), { target: { value } });

describe('a correction', () => {
  it('starts with the stored values, and saves only what was changed', async () => {
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

  it('of the month shows where the task is filed now', async () => {
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

  it('of date, time and kind files the task under its month', async () => {
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
    await user.click(screen.getByRole('link', { name: 'Show April 2026' }));
    await waitFor(() => expect(row('Second')).toHaveTextContent('3 April 2026 at 09:30SecondEmergency call'));
    await user.click(buttonOf('Second', 'Edit'));
    await choose(user, 'Kind of visit', '');
    await press(user, 'Save');
    await waitFor(() => expect(second()).not.toHaveProperty('kind'));
  });

  it('of the month moves the date with it', async () => {
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

  it('without changes writes nothing', async () => {
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
