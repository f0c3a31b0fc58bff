import { screen, within } from '@testing-library/react';
import type { HiddenTask } from '../../../src/records/task/task.ts';
import { renderRoute } from '../../support/render-route.tsx';
import { fileUrl, siteRow, task } from '../../support/rows.ts';

export const hidden: HiddenTask = { id: 90, year: '2026', month: 'mar', showing: 'False' };
export const march = task({
  id: 3,
  title: 'Spring replaced',
  tasks: 'Café lane',
  pdf: fileUrl(1, 'pdf'),
  urls: [fileUrl(2), fileUrl(3)],
});
export const february = task({ id: 2, time: '2026-02-10T09:00:00+08:00', month: 'february', title: 'Loop tuned' });
export const older = task({
  id: 1,
  time: '2024-12-31T23:30:00+08:00',
  year: '2024',
  month: 'dec',
  title: 'Antenna moved',
});
export const site = () => siteRow({ tasks2024: [older, march, hidden, february] });

export const open = async (query = '') => {
  const view = renderRoute(`/data-fetcher${query}`);
  await screen.findByRole('table');
  return view;
};
/** The rows of tasks, without those of the headings. */
export const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .filter((row) => within(row).queryByRole('rowheader'));
/** The labels of the choices of the year. */
export const years = () =>
  within(screen.getByLabelText('Year'))
    .getAllByRole('option')
    .map((option) => option.textContent);
export const titles = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((rowHead) => rowHead.textContent);
export { ownQuery as queryString } from '../../support/render-route.tsx';
