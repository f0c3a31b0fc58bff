import { screen, waitFor, within } from '@testing-library/react';
import { pickSite } from '../../support/pick-site.ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handReport } from '../../../src/records/task/handed-report.ts';
import { fillIn, importScreen, openAddTask, pdf, serveTasks } from './open-add-task.ts';

// why: jsdom cannot decode images or clone files; queue and drafts have tests of their own
vi.mock('../../../src/records/upload/upload-queue.ts', () => import('./fake-upload-queue.ts'));
vi.mock('../../../src/lib/device/drafts.ts', async (original) => (await import('./fake-drafts.ts')).faked(original));

beforeAll(importScreen);
beforeEach(serveTasks);

const site = () => screen.getByLabelText('Site');
const siteIs = (name: string) => waitFor(() => expect(site()).toHaveDisplayValue(name));
describe('the site in the URL', () => {
  it('is preselected', async () => {
    await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
  });

  it('can be changed', async () => {
    const { user } = await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
    await pickSite(user, 'Selasih Park');
    expect(site()).toHaveDisplayValue('Selasih Park');
  });

  it('is ignored when there is no such site', async () => {
    await openAddTask('?site=Nowhere');
    expect(site()).toHaveDisplayValue('');
  });

  it('yields to the site of a finished report form', async () => {
    handReport({ file: pdf('Form.pdf'), day: '2026-02-20', siteName: 'Selasih Park', title: null });
    await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Selasih Park');
  });

  it('begins a task of its own beside one in progress for another site, which is listed', async () => {
    const before = await openAddTask();
    await fillIn(before.user);
    before.unmount();
    const { user } = await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
    expect(screen.getByLabelText('Title')).toHaveValue('');
    const list = await screen.findByRole('region', { name: 'Tasks on this device' });
    expect(list).toHaveTextContent(/Selasih Park, 17 March 2026 at 10:05, no photos/u);
    expect(list).toHaveTextContent(/Not finished, kept at \d\d:\d\d\./u);
    await user.click(within(list).getByRole('link', { name: /^Open: Selasih Park/u }));
    await siteIs('Selasih Park');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
  });

  it('is chosen for a task in progress that has none', async () => {
    const before = await openAddTask();
    await fillIn(before.user, null);
    before.unmount();
    await openAddTask('?site=Kingfisher+Tower');
    await siteIs('Kingfisher Tower');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
  });

  it('goes on with the task in progress for the same site', async () => {
    const before = await openAddTask();
    await fillIn(before.user);
    before.unmount();
    await openAddTask('?site=Selasih+Park');
    await siteIs('Selasih Park');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
    expect(screen.queryByRole('region', { name: 'Tasks on this device' })).toBeNull();
  });
});
