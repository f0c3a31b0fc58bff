import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderRoute } from '../../support/render-route.tsx';
import { serveSites, siteRow } from '../../support/rows.ts';
import { hidden, march } from './dashboard-cards.ts';

describe('the report', () => {
  const rule = 'Choose a year and a month to download its report.';

  it('is offered for a month with five tasks', async () => {
    serveSites(siteRow({ tasks2024: march(5) }));
    renderRoute('/maintenance?year=2026&month=mar');
    expect(await screen.findByRole('button', { name: 'Download Report' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Month as PDF' })).toBeNull();
    expect(screen.queryByText(rule)).toBeNull();
  });

  it.each([4, 1])('is not offered with %i visits, not counting hidden ones, beside Month as PDF', async (count) => {
    serveSites(siteRow({ tasks2024: [...march(count), hidden] }));
    renderRoute('/maintenance?year=2026&month=mar');
    expect(await screen.findByRole('button', { name: 'Month as PDF' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Download Report' })).toBeNull();
    // what a report needs is not mentioned beside the same pages
    expect(screen.queryByText(/combined report|at least 5/u)).toBeNull();
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    act(() => screen.getByRole('button', { name: 'Print' }).click());
    expect(print).toHaveBeenCalledOnce();
  });

  it('is not mentioned in a month without tasks, in which there is nothing to print', async () => {
    serveSites(siteRow({ tasks2024: march(9) }));
    renderRoute('/maintenance?year=2026&month=apr');
    expect(await screen.findByText('No activities during requested period')).toBeVisible();
    expect(screen.queryByText(/combined report/u)).toBeNull();
    expect(screen.queryByRole('button', { name: /^(?:Print|Month as PDF)$/u })).toBeNull();
  });

  it.each([
    ['no year', march(9), '?month=mar'],
    ['no month', march(9), '?year=2026'],
  ])('is not offered with %s, and a line explains why', async (_, tasks, search) => {
    serveSites(siteRow({ tasks2024: [...tasks, hidden] }));
    renderRoute(`/maintenance${search}`);
    expect(await screen.findByText(rule)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(?:Download Report|Month as PDF)$/u })).toBeNull();
  });
});
