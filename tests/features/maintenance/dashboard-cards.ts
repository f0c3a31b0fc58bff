import { screen, within } from '@testing-library/react';
import type { HiddenTask } from '../../../src/records/task/task.ts';
import { task } from '../../support/rows.ts';

export const hidden: HiddenTask = { id: 90, year: '2026', month: 'mar', showing: 'False' };
export const cards = () => screen.findAllByRole('article');
export const titles = async () =>
  (await cards()).map((card) => within(card).getByRole('heading', { level: 3 }).textContent);

/** A task a day from 1 March 2026. */
export const march = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    task({
      id: index + 1,
      time: `2026-03-${String(index + 1).padStart(2, '0')}T09:00:00+08:00`,
      title: `Day ${index + 1}`,
    }),
  );
