import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serveSites, siteRow, task } from '../../support/rows.ts';
import { february, march, open, queryString, rows, site, titles, years } from './open-history.ts';

const headings = () =>
  within(screen.getByRole('table'))
    .getAllByRole('heading', { level: 2 })
    .map((one) => one.textContent);
const head = (name: string) => screen.getByRole('columnheader', { name });

describe('the table', () => {
  it('shows every visible task of all years, newest first, with all its columns', async () => {
    serveSites(site());
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Service History' })).toBeVisible();
    expect(document.title).toBe('Service History | RFID Boom Gate Portal');
    expect(screen.getByText('Residensi Selasih Park')).toBeVisible();
    expect(screen.getAllByRole('columnheader')).toEqual(
      ['Date', 'Title', 'Text', 'PDF', 'Photos'].map((name) => head(name)),
    );
    expect(titles()).toEqual(['Spring replaced', 'Loop tuned', 'Antenna moved']);
    const cells = rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells[0]).toEqual([
      '26 March 2026 at 16:05',
      'Café lane',
      'PDF of Spring replaced',
      '2 photos of Spring replaced',
    ]);
    expect(cells[2]).toEqual(['31 December 2024 at 23:30', 'Arm bolts re-torqued.', 'No', '0 photos']);
    expect(screen.getByText('3 tasks')).toHaveAttribute('role', 'status');
  });

  it('has headings of year and month when sorted by date, by year and by month', async () => {
    serveSites(site());
    const { user } = await open();
    expect(headings()).toEqual(['March 2026 1 task', 'February 2026 1 task', 'December 2024 1 task']);
    const order = screen.getByLabelText('Sort by');
    await user.selectOptions(order, 'Year, first to last');
    expect(headings()).toEqual(['2024 1 task', '2026 2 tasks']);
    expect(titles()).toEqual(['Antenna moved', 'Spring replaced', 'Loop tuned']);
    await user.selectOptions(order, 'Month, January first');
    expect(headings()).toEqual(['February 1 task', 'March 1 task', 'December 1 task']);
    await user.selectOptions(order, 'Title, A to Z');
    expect(within(screen.getByRole('table')).queryByRole('heading')).toBeNull();
  });

  it('marks an old entry that is filed under a month other than that of its date and heading', async () => {
    serveSites(siteRow({ tasks2024: [{ ...march, year: '2023' }, february] }));
    await open();
    expect(headings()).toEqual(['March 2026 1 task', 'February 2026 1 task']);
    expect(rows()[0]).toHaveTextContent('Filed under March 2023, dated 26 March 2026');
    expect(rows()[1]).not.toHaveTextContent('Filed under');
    // nothing is filed under March 2026, so there is nothing to open
    expect(screen.queryByRole('link', { name: /March 2026$/u })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open February 2026' })).toBeVisible();
  });

  it('gives screen readers the number of all rows, though only some are rendered', async () => {
    const many = Array.from({ length: 500 }, (_, index) => task({ id: index + 1, title: `Visit ${index + 1}` }));
    serveSites(siteRow({ tasks2024: many }));
    await open();
    expect(screen.getByRole('table', { name: 'Tasks' })).toHaveAttribute('aria-rowcount', '502');
    expect(rows().length).toBeLessThan(60);
    expect(rows()[0]).toHaveAttribute('aria-rowindex', '3');
    expect(titles()[0]).toBe('Visit 500');
    expect(screen.getByText('500 tasks', { selector: '[role=status]' })).toBeVisible();
  });

  it('never shows a hidden task, not even to an admin who receives it', async () => {
    const whole = { ...task({ id: 5, title: 'Never shown' }), showing: 'False' };
    serveSites({ ...siteRow(), tasks2024: [march, whole] });
    const { container } = await open();
    expect(titles()).toEqual(['Spring replaced']);
    expect(container).not.toHaveTextContent('Never shown');
    expect(years()).toEqual(['All years', '2026 (1)']);
  });

  it('sorts by its column headers, kept in the query string without history entries', async () => {
    serveSites(site());
    const { user } = await open();
    const steps = globalThis.history.length;
    expect(head('Date')).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(titles()).toEqual(['Antenna moved', 'Loop tuned', 'Spring replaced']);
    expect(head('Title')).toHaveAttribute('aria-sort', 'ascending');
    expect(head('Date')).not.toHaveAttribute('aria-sort');
    expect(queryString()).toBe('?sort=title');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    expect(queryString()).toBe('?sort=-title');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Oldest first');
    expect(titles()).toEqual(['Antenna moved', 'Loop tuned', 'Spring replaced']);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
    expect(queryString()).toBe('');
    expect(globalThis.history.length).toBe(steps);
  });
});
