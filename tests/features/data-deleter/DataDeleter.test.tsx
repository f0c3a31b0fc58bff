import { screen, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pickSite, siteField } from '../../support/pick-site.ts';
import { fileUrl } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import {
  tableUrl,
  backend,
  importScreen,
  march,
  openDeleter,
  openMarch,
  press,
  row,
  serveTasks,
  stored,
  titles,
} from './open-deleter.ts';

beforeAll(importScreen);
beforeEach(() => {
  serveTasks(
    stored({ id: 1, title: 'Older', time: '2026-03-02T09:00:00+08:00' }),
    stored({ id: 2, title: 'Newer', urls: [fileUrl(1), fileUrl(2)], pdf: fileUrl(3, 'pdf') }),
    stored({ id: 3, title: 'Of April', month: 'apr' }),
    stored({ id: 4, title: 'Hidden one', showing: 'False', urls: [fileUrl(4)] }),
  );
});

const pick = async (user: ReturnType<typeof openDeleter>['user'], site: string, year: string, month: string) => {
  await pickSite(user, site, 'Name');
  await user.selectOptions(screen.getByLabelText('Year'), year);
  await user.selectOptions(screen.getByLabelText('Month'), month);
  await press(user, 'Apply');
};
const missing = () => screen.queryByText('Please select a name, year, and month.');

describe('the choice of name, year and month', () => {
  it('is requested first, with a link back to Add New Task, within the Admin menu', async () => {
    openDeleter('/datadeleter');
    expect(await screen.findByRole('heading', { level: 1, name: 'Data Deleter' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Add New Task' })).toHaveAttribute('href', '/DataEditor');
    const menu = screen.getByRole('navigation', { name: 'Portal' });
    expect(within(menu).getByRole('link', { name: 'Admin' })).toHaveAttribute('aria-current', 'page');
    expect(titles()).toEqual([]);
  });

  it('must be complete: missing fields are named and marked, and the first gets the focus', async () => {
    const { user } = openDeleter('/datadeleter');
    expect(await siteField('Name')).toHaveAttribute('placeholder', 'Select a name');
    await press(user, 'Apply');
    expect(screen.getByRole('alert')).toHaveTextContent('Please select a name, year, and month.');
    for (const field of ['Name', 'Year', 'Month']) expect(screen.getByLabelText(field)).toBeInvalid();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    // with the keyboard; Enter takes the site and does not apply the filters yet
    await user.keyboard('sela{Enter}');
    expect(screen.getByLabelText('Name')).toHaveValue('Selasih Park');
    await press(user, 'Apply');
    expect(screen.getByLabelText('Name')).toBeValid();
    expect(screen.getByLabelText('Year')).toHaveFocus();
    expect(screen.getByLabelText('Year')).toHaveAccessibleDescription('Choose a year.');
    await user.selectOptions(screen.getByLabelText('Year'), '2026');
    await user.selectOptions(screen.getByLabelText('Month'), 'mar');
    expect(missing()).toBeNull();
    expect(location.search).toBe('');
  });

  it('puts the focus in the field of a missing name even while the names are loading', async () => {
    server.use(http.get(tableUrl, () => delay('infinite')));
    const { user } = openDeleter('/datadeleter');
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(missing()).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('is put into the query string only with Apply, and lists the tasks, newest first', async () => {
    const { user } = openDeleter('/datadeleter');
    await pick(user, 'Selasih Park', '2026', 'mar');
    expect(await screen.findByText('2 visits')).toBeVisible();
    expect(`${location.pathname}${location.search}`).toBe(march);
    expect(screen.getByRole('button', { name: 'Apply' })).toHaveFocus();
    expect(titles()).toEqual(['Newer', 'Older']);
    expect(row('Newer')).toHaveTextContent(/26 March 2026 at 16:05.*Arm bolts re-torqued.*2 photos.*PDF/u);
    expect(row('Older')).toHaveTextContent(/No photos.*No PDF/u);
    await user.selectOptions(screen.getByLabelText('Month'), 'apr');
    expect(titles()).toEqual(['Newer', 'Older']);
    await press(user, 'Apply');
    expect(await screen.findByText('1 visit')).toBeVisible();
    expect(titles()).toEqual(['Of April']);
  });

  it('is restored from a link, including the view of deleted tasks', async () => {
    await openMarch(`${march}&show=deleted`);
    expect(titles()).toEqual(['Hidden one']);
    expect(screen.getByText('1 deleted visit')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Deleted (1)' })).toHaveAttribute('aria-current', 'true');
    expect(await siteField('Name')).toHaveValue('Selasih Park');
    expect(screen.getByLabelText('Year')).toHaveValue('2026');
    expect(screen.getByLabelText('Month')).toHaveValue('mar');
  });

  it('ignores unknown values in a link', async () => {
    openDeleter('/datadeleter?site=Selasih+Park&year=1999&month=march');
    expect(await screen.findByText(/^Select a name, a year and a month/u)).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('');
  });

  it('loads the tasks again with another Apply', async () => {
    const { user } = await openMarch();
    backend.tasks = [...backend.tasks, stored({ id: 5, title: 'By another' })];
    // waits for the names
    await siteField('Name');
    await press(user, 'Apply');
    expect(await screen.findByText('By another')).toBeVisible();
  });
});

describe('the list', () => {
  it('reports that the names cannot be loaded, and loads them with Try again', async () => {
    backend.names = [403];
    const { user } = openDeleter('/datadeleter');
    expect(await screen.findByText('Failed to load names.')).toBeVisible();
    await press(user, 'Try again');
    await pickSite(user, 'Selasih Park', 'Name');
  });

  it('keeps its tasks when a later load fails, and reports the failure', async () => {
    const { user } = await openMarch();
    // waits for the names
    await siteField('Name');
    backend.reads = [403];
    await press(user, 'Apply');
    expect(await screen.findByText('Failed to fetch tasks.')).toBeVisible();
    expect(titles()).toEqual(['Newer', 'Older']);
    await press(user, 'Try again');
    expect(screen.queryByText('Failed to fetch tasks.')).toBeNull();
  });

  it('says when there is no such site', async () => {
    openDeleter('/datadeleter?site=Nowhere&year=2026&month=mar');
    expect(await screen.findByText('No data found for the selected name.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('says when the month has no tasks, and links to a month that has some', async () => {
    const { user } = openDeleter('/datadeleter?site=Selasih+Park&year=2025&month=mar');
    expect(await screen.findByText('No tasks found for the selected year and month.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Deleted (0)' }));
    expect(screen.getByText('No deleted visits for the selected year and month.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Latest deleted: March 2026' }));
    expect(await screen.findByText('Hidden one')).toBeVisible();
    expect(screen.getByLabelText('Year')).toHaveValue('2026');
  });

  it('starts with a hundred tasks, and shows a hundred more on demand', async () => {
    const many = Array.from({ length: 230 }, (_, index) => stored({ id: index + 1, title: `Task ${index + 1}` }));
    serveTasks(...many);
    const { user } = await openMarch();
    expect(screen.getByText('230 visits')).toBeVisible();
    expect(titles()).toHaveLength(100);
    expect(titles()[0]).toBe('Task 230');
    await press(user, 'Show more');
    expect(titles()).toHaveLength(200);
    expect(row('Task 130')).toHaveFocus();
    await press(user, 'Show more');
    expect(titles()).toHaveLength(230);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
