import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handReport } from '../../../src/records/task/handed-report.ts';
import { visitTime } from '../../../src/records/task/visit-time.ts';
import { queues } from '../../records/upload/fake-queue.ts';
import { kept } from './fake-drafts.ts';
import { fillIn, importScreen, onQueue, openAddTask, pdf, photo, press, queue, serveTasks } from './open-add-task.ts';
import { hurry } from '../../support/waiting.ts';

// why: jsdom cannot decode images or clone files; queue and drafts have tests of their own
vi.mock('../../../src/records/upload/upload-queue.ts', () => import('./fake-upload-queue.ts'));
vi.mock('../../../src/lib/drafts.ts', async (original) => (await import('./fake-drafts.ts')).faked(original));

beforeAll(importScreen);
beforeEach(serveTasks);

const dialog = (name: string) => screen.queryByRole('dialog', { name });

/** Begins a task with an uploaded photo and a report that is not uploaded yet. */
async function begin() {
  const { user, unmount } = await openAddTask();
  await fillIn(user);
  await user.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
  await user.upload(screen.getByLabelText('Choose a PDF'), pdf('visit.pdf'));
  onQueue((files) => files.finish('a.jpg'));
  return { user, unmount };
}

/** What fields hold, by their labels. */
function expectFields(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) expect(screen.getByLabelText(label)).toHaveValue(value);
}

describe('a draft', () => {
  it('is saved while typing, and restored with its files', async () => {
    const { unmount } = await begin();
    unmount();
    const before = queue();
    expect(before.disposed).toBe(true);
    expect(before.removed).toEqual([]);

    await openAddTask();
    expect(await screen.findByText(/^Draft from \d\d:\d\d restored\.$/u)).toBeVisible();
    expectFields({
      Site: 'Selasih Park',
      Title: 'Repair',
      'Task text': 'Arm replaced',
      'Visit date': '2026-03-17',
      Time: '10:05',
    });
    expect(screen.getByLabelText('Kind of visit')).toHaveDisplayValue('Other work');
    expect(screen.getByText('Uploaded')).toBeVisible();
    expect(screen.getByText('visit.pdf')).toBeVisible();
    expect(queues).toHaveLength(2);
    expect(queue().site).toBe(1);
    // an earlier upload is not announced again
    expect(screen.queryByText('File uploaded successfully!')).toBeNull();
  });

  it.each([
    ['without a PDF', false, 'The PDF was added to the task you had started.'],
    ['with a PDF', true, 'The PDF replaced the one in the task you had started.'],
  ])('%s that gets a finished report form warns that it may be for another site', async (_, hadPdf, words) => {
    const { user: before, unmount } = await begin();
    if (!hadPdf) await press(before, 'Remove: visit.pdf');
    unmount();
    const file = pdf('Form.pdf');
    handReport({ file, day: '2026-02-20', siteName: 'Kingfisher Tower', title: 'Monthly preventive maintenance' });
    const { user } = await openAddTask();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(`${words} Check its site and visit date.`);
    await press(user, 'OK');
    expectFields({ Site: 'Selasih Park', Title: 'Repair', 'Visit date': '2026-03-17' });
    expect(screen.getByText('Form.pdf')).toBeVisible();
  });

  it('is restored with the task in the list', async () => {
    const { user, unmount } = await begin();
    await press(user, 'Add Task');
    unmount();
    await openAddTask();
    expect(await screen.findByRole('article', { name: 'New task, not saved yet' })).toHaveTextContent('Repair');
    expect(screen.getByRole('button', { name: 'Update' })).toBeVisible();
  });

  it('is not saved while it is empty', async () => {
    hurry();
    const { user, unmount } = await openAddTask();
    await user.type(screen.getByLabelText('Title'), 'R');
    await waitFor(() => expect(kept.size).toBe(1));
    await user.clear(screen.getByLabelText('Title'));
    await waitFor(() => expect(kept.size).toBe(0));
    unmount();
    expect(kept.size).toBe(0);
  });

  it('drops a file that is removed', async () => {
    hurry();
    const { user } = await begin();
    await waitFor(() => expect(kept.size).toBe(3));
    await press(user, 'Remove: a.jpg');
    await waitFor(() => expect(kept.size).toBe(2));
  });

  it('is discarded with its files, but only after confirmation', async () => {
    const { user } = await begin();
    await press(user, 'Discard');
    expect(dialog('Discard this task?')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await press(user, 'Keep');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
    await press(user, 'Discard');
    const [, inDialog] = screen.getAllByRole('button', { name: 'Discard' });
    if (inDialog) await user.click(inDialog);
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
    expect(queue().removed.toSorted()).toEqual(['a.jpg', 'visit.pdf']);
    await waitFor(() => expect(kept.size).toBe(0));
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('that cannot be saved is reported, and leaving the page asks first', async () => {
    kept.set('full', true);
    const { user } = await openAddTask();
    await user.type(screen.getByLabelText('Title'), 'Repair');
    expect(await screen.findByText(/^This browser keeps no drafts/u)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    expect(dialog('Leave without saving?')).toBeVisible();
    await press(user, 'Stay');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
  });
});

describe('a finished report form', () => {
  const file = pdf('Form.pdf');

  it('fills in its site, day and title, and so the kind of visit', async () => {
    handReport({ file, day: '2026-02-20', siteName: 'Selasih Park', title: 'Monthly preventive maintenance' });
    await openAddTask();
    await waitFor(() => expect(screen.getByLabelText('Site')).toHaveValue('Selasih Park'));
    expect(queue().site).toBe(1);
    expectFields({ 'Visit date': '2026-02-20', Month: 'february', Title: 'Monthly preventive maintenance' });
    expect(screen.getByLabelText('Kind of visit')).toHaveDisplayValue('Preventive maintenance');
    expect(screen.getByText('Form.pdf')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it.each(['', '2026-13-01'])('without a valid site and day (%j) starts as a visit dated now', async (day) => {
    handReport({ file, day, siteName: 'No such site', title: null });
    await openAddTask();
    expectFields({ Site: '', Title: '' });
    expect(screen.getByLabelText('Visit date')).toHaveValue(visitTime(new Date()).date);
  });
});

describe('leaving', () => {
  it('asks for confirmation only while files are uploading', async () => {
    const { user } = await begin();
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    expect(dialog('Leave while files are uploading?')).toBeVisible();
    await press(user, 'Stay');
    onQueue((files) => files.finish('visit.pdf'));
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    await waitFor(() => expect(location.pathname).toBe('/guide'));
    expect(queue().disposed).toBe(true);
  });

  it('during an upload keeps the draft', async () => {
    const { user } = await begin();
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    await press(user, 'Leave');
    await waitFor(() => expect(location.pathname).toBe('/guide'));
    expect(kept.size).toBe(3);
    expect(queue().removed).toEqual([]);
  });
});

describe('a second tab', () => {
  it.each(['typed', 'thrown away', 'saved'])('leaves the draft to the first when its own task is %s', async (end) => {
    kept.set('add-task', { value: 'of the first tab', savedAt: 0 });
    const locks = { request: () => Promise.reject(new DOMException('Taken', 'TimeoutError')) };
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }));
    try {
      const { user } = await openAddTask();
      expect(await screen.findByText(/^A task is open in another tab of this browser/u)).toBeVisible();
      await fillIn(user);
      if (end === 'typed') await new Promise((resolve) => setTimeout(resolve, 400));
      else if (end === 'thrown away') {
        await press(user, 'Discard');
        await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard' }));
        await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
      } else {
        await press(user, 'Add Task');
        await press(user, 'Update');
        await waitFor(() => expect(location.pathname).toBe('/maintenance'));
      }
      expect([...kept]).toEqual([['add-task', { value: 'of the first tab', savedAt: 0 }]]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
