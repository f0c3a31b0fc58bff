import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { changeRow, loggedTask, taskChange, fileUrl, objectName, serveSigning, signedUrl } from '../../support/rows.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { items, keysUrl, kinds, lines, logUrl, manyChanges, openLog, serveChanges, sitesUrl } from './serve-changes.ts';

describe('the log', () => {
  it('is only open to admins', async () => {
    renderRoute('/DataEditor/history', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('shows what changed, who changed it and where, newest first', async () => {
    await openLog('', ...kinds());
    expect(lines()).toEqual([
      ['Task 17 hidden: Monthly preventive maintenance', 'By Head office · Selasih Park'],
      ['Capacity changed from 486 vehicles to 500 vehicles', 'By Depot · Selasih Park'],
      ['Key “Front desk” revoked', 'By Head office · Selasih Park'],
      ['Key “Front desk” issued for Selasih Park', 'By Head office · Selasih Park'],
      ['Site “Kingfisher Rise” added', 'By Owner of the database · Kingfisher Rise'],
    ]);
    expect(screen.getByText('5 changes')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change log' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows the date and time in Singapore', async () => {
    await openLog('', ...kinds());
    const days = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    expect(days).toEqual(['21 November 2026', '20 November 2026', '19 November 2026']);
    const day = within(screen.getByRole('region', { name: '21 November 2026' }));
    expect(day.getAllByRole('time').map((one) => one.textContent)).toEqual(['10:15', '00:05']);
  });

  it('shows the values before and after as fields on demand', async () => {
    const { user } = await openLog('', ...kinds());
    expect(screen.queryByRole('table')).toBeNull();
    const toggle = screen.getByRole('button', { name: /^Before and after: Capacity changed/u });
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const row = within(screen.getByRole('table')).getByRole('row', { name: /Capacity/u });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Before: 486 vehicles', 'After: 500 vehicles']);
    await user.click(toggle);
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(
      screen.getByRole('button', { name: 'Before and after: Task 17 hidden: Monthly preventive maintenance' }),
    );
    expect(screen.getByRole('table', { name: 'Task 17: Monthly preventive maintenance' })).toHaveTextContent(
      'No, hidden',
    );
  });

  it('shows the photos of a task before and after, removed ones too', async () => {
    serveSigning();
    const [first, second] = [fileUrl(1), fileUrl(2)];
    const { user } = await openLog('', taskChange([loggedTask({ urls: [first] })], [loggedTask({ urls: [second] })]));
    await user.click(screen.getByRole('button', { name: /^Before and after: Task 17/u }));
    const gone = await screen.findByRole('img', { name: 'Before: photo 1 of 1' });
    expect(gone).toHaveAttribute('src', signedUrl(objectName(1, 'small.jpg')));
    expect(screen.getByRole('img', { name: 'After: photo 1 of 1' })).toHaveAttribute(
      'src',
      signedUrl(objectName(2, 'small.jpg'), 2),
    );
    await user.click(screen.getByRole('button', { name: 'Before: photo 1 of 1' }));
    expect(await screen.findByRole('dialog', { name: 'Photos before the change' })).toBeVisible();
  });

  it('opens the PDF of a task as it was before and after', async () => {
    serveSigning();
    const [first, second] = [fileUrl(1, 'pdf'), fileUrl(2, 'pdf')];
    const { user } = await openLog('', taskChange([loggedTask({ pdf: first })], [loggedTask({ pdf: second })]));
    await user.click(screen.getByRole('button', { name: /^Before and after: Task 17/u }));
    expect(screen.getByRole('button', { name: 'Preview PDF: after' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Preview PDF: before' }));
    const dialog = await screen.findByRole('dialog', { name: 'PDF before the change' });
    expect(await within(dialog).findByRole('link', { name: 'Download PDF' })).toHaveAttribute(
      'href',
      signedUrl(objectName(1, 'pdf')),
    );
  });

  it('marks empty values and shortens long lists', async () => {
    const many = Array.from({ length: 21 }, (_, id) => loggedTask({ id }));
    const { user } = await openLog(
      '',
      taskChange([], many),
      changeRow({ id: 99, before: { tasks2024: [1] }, after: {} }),
    );
    await user.click(screen.getByRole('button', { name: /^Before and after: 21 tasks added/u }));
    expect(screen.getByText('and 1 more task')).toBeVisible();
    expect(screen.getAllByText('(nothing)').length).toBeGreaterThan(20);
    await user.click(screen.getByRole('button', { name: 'Before and after: Tasks changed' }));
    expect(screen.getByText('There are no values to show.')).toBeVisible();
  });

  it('marks a text in Chinese', async () => {
    await openLog('', taskChange([], [loggedTask({ title: '更换弹簧' })]));
    expect(screen.getByText('Task 17 added: 更换弹簧')).toHaveAttribute('lang', 'zh-Hans');
  });

  it('says when it is empty', async () => {
    await openLog();
    expect(screen.getByText('Nothing has been changed yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

const refuse = () => HttpResponse.json({ message: 'no' }, { status: 400 });

describe('older changes', () => {
  it('are loaded in pages of 50, and the end is marked', async () => {
    const { user, asked } = await openLog('', ...manyChanges(120));
    expect(items()).toHaveLength(50);
    expect(screen.getByText('The newest 50 changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('The newest 100 changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('120 changes')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(screen.getByText('There are no older changes.')).toHaveFocus();
    expect(asked.map((one) => one.older_than)).toEqual([undefined, 71, 21]);
    expect(lines().at(-1)?.[0]).toBe('Capacity changed from 0 to 1');
  });

  it('are not offered when there are exactly 50', async () => {
    await openLog('', ...manyChanges(50));
    expect(screen.getByText('50 changes')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('keep the list when they cannot be loaded, and can be tried again', async () => {
    const { user } = await openLog('', ...manyChanges(60));
    server.use(http.post(logUrl, refuse, { once: true }));
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Failed to load older changes.')).toBeVisible();
    expect(items()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('60 changes')).toBeVisible();
    expect(screen.queryByText('Failed to load older changes.')).toBeNull();
  });
});

describe('loading', () => {
  it.each([
    ['changes', () => http.post(logUrl, refuse), 'Error fetching data.'],
    ['keys', () => http.get(keysUrl, refuse), 'Failed to load keys.'],
    ['names', () => http.get(sitesUrl, refuse), 'Failed to load names.'],
  ])('reports that the %s could not be loaded, and loads them with Try again', async (_, handler, message) => {
    serveChanges(...kinds());
    server.use(handler());
    const { user } = renderRoute('/DataEditor/history', adminSession);
    expect(await screen.findByText('Loading changes…')).toBeVisible();
    expect(await screen.findByText(message)).toBeVisible();
    serveChanges(...kinds());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('5 changes')).toBeVisible();
    expect(screen.queryByText(message)).toBeNull();
  });

  it('fails with a response that is not a log', async () => {
    serveChanges();
    server.use(http.post(logUrl, () => HttpResponse.json([{ id: 'x' }])));
    renderRoute('/DataEditor/history', adminSession);
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it('is repeated each time the screen is opened', async () => {
    const first = await openLog('', changeRow());
    first.unmount();
    const second = await openLog('', changeRow({ id: 101 }), changeRow());
    await waitFor(() => expect(screen.getByText('2 changes')).toBeVisible());
    expect(second.asked).toHaveLength(1);
  });
});
