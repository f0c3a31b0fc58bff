import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { watchReports } from '../../support/fake-worker.ts';
import { serveSigning, serveSites } from '../../support/rows.ts';
import { open, site } from './open-history.ts';

const reports = watchReports();

/** Opens the history and starts choosing. */
async function beginChoosing(query = '') {
  serveSigning();
  serveSites(site());
  const { user } = await open(query);
  expect(screen.queryAllByRole('checkbox', { name: /^Choose / })).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  return { user, bar: within(screen.getByRole('region', { name: 'Chosen visits' })) };
}

describe('visits of the history', () => {
  it('are chosen by their boxes, and counted with their photos and PDFs', async () => {
    const { user, bar } = await beginChoosing();
    expect(bar.getByRole('button', { name: 'One PDF' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: /^Choose Spring replaced, / }));
    expect(bar.getByText('Chosen: 1 visit, 2 photos and 1 PDF')).toBeVisible();
    await user.click(bar.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('region', { name: 'Chosen visits' })).toBeNull();
    expect(screen.queryAllByRole('checkbox', { name: /^Choose / })).toEqual([]);
    expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus();
  });

  it('are chosen from one box to another with Shift', async () => {
    const { user } = await beginChoosing();
    const boxes = screen.getAllByRole('checkbox', { name: /^Choose / });
    expect(boxes).toHaveLength(3);
    const [first, second, third] = boxes;
    if (!first || !second || !third) throw new Error('There are three visits');
    await user.click(first);
    await user.keyboard('{Shift>}');
    await user.click(third);
    await user.keyboard('{/Shift}');
    expect(second).toBeChecked();
  });

  it('become one PDF, oldest first, after all matching visits were chosen', async () => {
    const { user, bar } = await beginChoosing('?year=2026');
    await user.click(bar.getByRole('button', { name: 'Choose all 2 that match' }));
    await user.click(bar.getByRole('button', { name: 'One PDF' }));
    // the worker is asked to make the report once the URLs of its photos are signed, and before that to prepare it
    const request = reports.workers.at(-1)?.asked[0]?.request ?? reports.workers[0]?.prepared.at(-1);
    expect(request?.kind === 'chosen' && request.data.visits.map(({ title }) => title)).toEqual([
      'Loop tuned',
      'Spring replaced',
    ]);
  });
});
