import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { objectUrls } from '../../support/missing-in-jsdom.ts';
import { serveSites, siteRow, task } from '../../support/rows.ts';
import { older, open, site } from './open-history.ts';

describe('the export', () => {
  it('saves the filtered tasks as CSV in their order', async () => {
    serveSites(site());
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open('?year=2026&sort=date');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const link: unknown = saved.mock.instances[0];
    if (!(link instanceof HTMLAnchorElement)) throw new Error('nothing saved');
    expect(link).toHaveAttribute('download', 'Selasih-Park_Service-History.csv');
    const file = objectUrls.get(link.href);
    expect(file?.type).toBe('text/csv;charset=utf-8');
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file?.arrayBuffer());
    expect(text.split('\r\n')).toEqual([
      '\uFEFFDate,Time,Year,Month,Kind,Title,Text,PDF,Photos',
      '2026-02-10,09:00,2026,February,,Loop tuned,Arm bolts re-torqued.,No,0',
      '2026-03-26,16:05,2026,March,,Spring replaced,Café lane,Yes,2',
      '',
    ]);
  });

  it('prints every filtered row, with the filters and the date', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-21T02:05:00Z') });
    const many = Array.from({ length: 300 }, (_, index) =>
      task({ id: index + 1, title: `Visit ${index + 1}`, kind: 'other' }),
    );
    serveSites(siteRow({ tasks2024: [...many, older] }));
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => {
      globalThis.dispatchEvent(new Event('beforeprint'));
    });
    await open('?year=2026&month=mar&kind=other&q=visit');
    act(() => screen.getByRole('button', { name: 'Print' }).click());
    expect(print).toHaveBeenCalledOnce();
    const sheet = screen.getByText('March 2026, kind “Other work”, search “visit”').closest('section');
    if (!sheet) throw new Error('no sheet');
    expect(sheet).toHaveTextContent('300 tasks');
    expect(sheet).toHaveTextContent('Printed on 21 November 2026 at 10:05');
    expect(sheet.querySelectorAll('tbody tr')).toHaveLength(300);
    expect(sheet.querySelector('tbody tr')).toHaveTextContent('26 March 2026 at 16:05Other workVisit 300');
    act(() => {
      globalThis.dispatchEvent(new Event('afterprint'));
    });
    expect(screen.queryByText('March 2026, kind “Other work”, search “visit”')).toBeNull();
  });
});
