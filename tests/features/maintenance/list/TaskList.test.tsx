import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HiddenTask } from '../../../../src/records/task/task.ts';
import { ownQuery, ownUrl, renderRoute } from '../../../support/render-route.tsx';
import { fileUrl, objectName, serveSigning, serveSites, signedUrl, siteRow, task } from '../../../support/rows.ts';

const hidden: HiddenTask = { id: 90, year: '2026', month: 'mar', showing: 'False' };
const cards = () => screen.findAllByRole('article');

describe('the thumbnails', () => {
  it('are the first four photos of each task, small, signed in one call', async () => {
    const asked = serveSigning();
    const urls = [1, 2, 3, 4, 5].map((number) => fileUrl(number));
    serveSites(siteRow({ tasks2024: [task({ id: 1, urls }), task({ id: 2, urls: [fileUrl(6)] })] }));
    renderRoute('/maintenance');
    const photo = await screen.findByRole('img', { name: 'Photo 4 of 5: Monthly preventive maintenance' });
    expect(photo).toHaveAttribute('src', signedUrl(objectName(4, 'small.jpg')));
    expect(photo).toHaveAttribute('loading', 'lazy');
    expect(screen.getAllByRole('img')).toHaveLength(5);
    expect(asked.map((names) => names.length)).toEqual([5]);
  });

  it('show a placeholder where a photo is missing', async () => {
    serveSigning((name) => name.includes(objectName(1, '')));
    serveSites(siteRow({ tasks2024: [task({ urls: [fileUrl(1), 'https://example.com/a.jpg'] })] }));
    renderRoute('/maintenance');
    expect(await screen.findByRole('img', { name: /^Photo 1 of 2: .*, not available$/ })).toBeVisible();
    expect(await screen.findByRole('img', { name: /^Photo 2 of 2: .*, not available$/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('open the carousel at their photo', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ urls: [fileUrl(1), fileUrl(2)] })] }));
    const { user } = renderRoute('/maintenance');
    await user.click(await screen.findByRole('img', { name: /^Photo 2 of 2/ }));
    expect(await screen.findByText('2 / 2')).toBeVisible();
  });
});

describe('an opened photo', () => {
  const urls = [1, 2, 3].map((number) => fileUrl(number));

  it('is recorded in the URL, and closed by Back', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 17, urls })] }));
    const { user } = renderRoute('/maintenance?year=2026');
    const open = await screen.findByRole('button', { name: 'View Photos (3)' });
    await user.click(open);
    expect(ownQuery()).toBe('?year=2026&task=17&photo=1');
    await user.click(await screen.findByRole('button', { name: 'Next photo' }));
    expect(ownQuery()).toBe('?year=2026&task=17&photo=2');
    globalThis.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(ownQuery()).toBe('?year=2026');
    expect(open).toHaveFocus();
  });

  it('is opened by a link, and closing it stays on the page', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 17, urls })] }));
    const { user } = renderRoute('/maintenance?task=17&photo=3');
    expect(await screen.findByText('3 / 3')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(ownUrl()).toBe('/maintenance');
  });

  it.each(['task=18&photo=1', 'task=17&photo=4', 'task=90&photo=1', 'task=17&pdf=1'])(
    'is not opened when the URL names something that does not exist: %s',
    async (search) => {
      serveSigning();
      serveSites(siteRow({ tasks2024: [task({ id: 17, urls }), hidden] }));
      renderRoute(`/maintenance?${search}`);
      await cards();
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it.each(['task=18&photo=1', 'task=90&photo=1', 'task=18', 'task=90'])(
    'of a hidden task is reported exactly like one of a task that never existed: %s',
    async (search) => {
      serveSigning();
      serveSites(siteRow({ tasks2024: [task({ id: 17, urls }), hidden] }));
      const { user } = renderRoute(`/maintenance?year=2026&${search}`);
      const words = 'The task of this link is not shown here: it was removed or belongs to another site.';
      expect(await screen.findByText(words)).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Dismiss' }));
      expect(screen.queryByText(words)).toBeNull();
      expect(ownQuery()).toBe('?year=2026');
    },
  );

  it('of an existing task shows no message', async () => {
    serveSigning();
    serveSites(siteRow({ tasks2024: [task({ id: 17, urls }), hidden] }));
    renderRoute('/maintenance?task=17');
    await cards();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });
});
