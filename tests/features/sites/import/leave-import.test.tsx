import { screen, within } from '@testing-library/react';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite, task } from '../../../support/rows.ts';
import { serveMaintable, serveTasks } from '../serve-maintable.ts';
import { serveImport } from './serve-import.ts';

// What a person has decided in the import of visits is not given up without a question.

const heads = ['site', 'date', 'time', 'title', 'text'];
const csv = (...rows: string[]) => new File([[heads.join(','), ...rows].join('\r\n')], 'visits.csv');
const rowsOf = (title: string) => [heads, ['Selasih Park', '2025-03-17', '10:05', title, 'All posts tested']];
const visit = 'Selasih Park,2025-03-17,10:05,Monthly,All posts tested';
const unknown = 'Nowhere,2025-03-18,09:00,Monthly,All posts tested';

const asksBeforeUnload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function openImport(tasks: Parameters<typeof serveTasks>[0] = {}) {
  serveImport();
  serveMaintable(listedSite());
  serveTasks(tasks);
  const { user } = renderRoute('/DataEditor/sites', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Import visits' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Import visits' }));
  return {
    user,
    dialog,
    choose: (file: File) => user.upload(screen.getByLabelText(/Choose (?:a|another) table/u), file),
    press: (name: string) => user.click(dialog.getByRole('button', { name })),
    /** Decides which site the unknown name means. */
    decide: async () => {
      await user.click(await dialog.findByRole('combobox', { name: 'Site “Nowhere” (1 row)' }));
      await user.click(await screen.findByRole('option', { name: /^Selasih Park/u }));
    },
    answer: async (title: string, name: string) => {
      const asked = within(await screen.findByRole('dialog', { name: title }));
      const [button] = asked.getAllByRole('button', { name });
      await user.click(button ?? document.body);
    },
  };
}

describe('a decision about a table of visits', () => {
  it('is not given up without a question by another table, another separator or closing', async () => {
    const { user, dialog, choose, press, decide, answer } = await openImport();
    await choose(csv(visit, unknown));
    expect(asksBeforeUnload()).toBe(false);
    await decide();
    expect(await dialog.findByRole('button', { name: 'Import 2 visits' })).toBeVisible();
    // nor by reloading the page, where the browser asks
    expect(asksBeforeUnload()).toBe(true);

    await choose(csv(visit));
    await answer('Start again without importing?', 'Stay');
    await user.selectOptions(dialog.getByLabelText('Separator'), 'Semicolon');
    await answer('Start again without importing?', 'Stay');
    await press('Cancel');
    await answer('Close without importing?', 'Stay');
    expect(dialog.getByLabelText('Separator')).toHaveDisplayValue('Comma');
    expect(dialog.getByRole('button', { name: 'Import 2 visits' })).toBeVisible();

    await choose(csv(visit));
    await answer('Start again without importing?', 'Start again');
    // nothing is decided any more
    expect(await dialog.findByRole('button', { name: 'Import 1 visit' })).toBeVisible();
    expect(asksBeforeUnload()).toBe(false);
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays with another encoding, and when photos are added', async () => {
    const { user, dialog, choose, decide } = await openImport();
    await choose(csv(visit, unknown));
    await decide();
    expect(await dialog.findByRole('button', { name: 'Import 2 visits' })).toBeVisible();
    const [encoding] = within(dialog.getByLabelText('Encoding')).getAllByRole('option').slice(-1);
    await user.selectOptions(dialog.getByLabelText('Encoding'), encoding ?? '');
    expect(await dialog.findByRole('button', { name: 'Import 2 visits' })).toBeVisible();
    await user.upload(screen.getByLabelText('Add photos and PDFs'), new File(['%PDF-'], 'a.pdf'));
    expect(await dialog.findByRole('button', { name: 'Import 2 visits' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: /without importing/u })).toBeNull();
  });

  it('to add a similar visit is for its sheet only', async () => {
    const { user, dialog, choose, answer } = await openImport({
      'Selasih Park': [task({ id: 1, title: 'Monthly', tasks: 'Posts tested', time: '2025-03-17T10:05:00+08:00' })],
    });
    const bytes = await writeXlsx({
      sheets: [
        { name: 'March', rows: rowsOf('Monthly') },
        { name: 'Again', rows: rowsOf('Monthly visit') },
      ],
    });
    await choose(new File([new Uint8Array(bytes)], 'visits.xlsx'));
    const anyway = () => dialog.findByRole('checkbox', { name: /row 2/u });
    await user.click(await anyway());
    expect(await dialog.findByRole('button', { name: 'Import 1 visit' })).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Sheet'), 'Again');
    await answer('Start again without importing?', 'Start again');
    expect(await anyway()).not.toBeChecked();
    expect(dialog.queryByRole('button', { name: /Import \d/u })).toBeNull();
  });
});
