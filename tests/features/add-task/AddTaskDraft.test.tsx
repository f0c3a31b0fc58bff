import { configure, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handReport } from '../../../src/records/task/handed-report.ts';
import { visitTime } from '../../../src/records/task/visit.ts';
import { queues } from '../../records/upload/fake-queue.ts';
import { storedDrafts, taskDraftNames } from '../../support/fake-drafts.ts';
import { hurry } from '../../support/waiting.ts';
import {
  fillIn,
  importScreen,
  onQueue,
  openAddTask,
  pdf,
  photo,
  press,
  queue,
  serveFakeFiles,
} from './open-add-task.ts';

beforeAll(importScreen);
beforeEach(serveFakeFiles);

/** The texts of a finished report form. */
const lines = [
  { label: '', text: 'All 6 checks passed.' },
  { label: 'Issue details', text: 'Palang bengkok' },
];

const dialog = (name: string) => screen.queryByRole('dialog', { name });

/** Starts a task with an uploaded photo and a report that is not uploaded yet. */
async function begin() {
  const { user, unmount } = await openAddTask();
  await fillIn(user);
  await user.upload(screen.getByLabelText('Add photos'), photo('a.jpg'));
  await user.upload(screen.getByLabelText('Choose a PDF'), pdf('visit.pdf'));
  onQueue((files) => files.finish('a.jpg'));
  return { user, unmount };
}

/** The values of fields, by their labels. */
function expectFields(values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) expect(screen.getByLabelText(label)).toHaveValue(value);
}

describe('a draft', () => {
  it('is stored while typing, and restored with its files', async () => {
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

  it('gets the PDF and the text of a finished report form of its site, if it has no PDF', async () => {
    const { user: before, unmount } = await begin();
    await press(before, 'Remove: visit.pdf');
    unmount();
    handReport({
      file: pdf('Form.pdf'),
      day: '2026-02-20',
      siteName: 'Selasih Park',
      title: 'Monthly',
      lines,
      by: '',
      about: 'all passed',
      failed: [],
    });
    const { user, unmount: leave } = await openAddTask();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'The PDF was added to the visit you had started for this site, and what the form says to its text. Check its visit date.',
    );
    await press(user, 'OK');
    // the text that was typed there comes first
    const text = 'Arm replaced\n\nAll 6 checks passed.\nIssue details: Palang bengkok';
    expectFields({ Site: 'Selasih Park', Title: 'Repair', 'Visit date': '2026-03-17', 'Task text': text });
    expect(screen.getByText('Form.pdf')).toBeVisible();
    // and is stored on the device with it
    leave();
    await openAddTask();
    expectFields({ 'Task text': text });
  });

  it.each([
    ['of another site', 'Kingfisher Tower'],
    ['with a PDF of its own', 'Selasih Park'],
  ])('a draft %s is not touched by a finished report form, which starts a task', async (_, siteName) => {
    const { unmount } = await begin();
    unmount();
    handReport({
      file: pdf('Form.pdf'),
      day: '2026-02-20',
      siteName,
      title: 'Monthly preventive maintenance',
      lines,
      by: '',
      about: '',
      failed: [],
    });
    const { user } = await openAddTask();
    await waitFor(() => expect(screen.getByLabelText('Site')).toHaveValue(siteName));
    expectFields({ Title: 'Monthly preventive maintenance', 'Visit date': '2026-02-20' });
    expectFields({ 'Task text': 'All 6 checks passed.\nIssue details: Palang bengkok' });
    expect(screen.getByText('Form.pdf')).toBeVisible();
    expect(screen.queryByText('visit.pdf')).toBeNull();
    // the other draft still exists
    const list = await screen.findByRole('region', { name: 'Visits on this device' });
    expect(list).toHaveTextContent(/Selasih Park, 17 March 2026 at 10:05, Repair, 1 photo/u);
    await user.click(within(list).getByRole('link', { name: /^Open: Selasih Park/u }));
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Repair'));
    expect(screen.getByText('visit.pdf')).toBeVisible();
  });

  it('is restored with the preview of the task after Add Task', async () => {
    const { user, unmount } = await begin();
    await press(user, 'Add Task');
    unmount();
    await openAddTask();
    expect(await screen.findByRole('article', { name: 'New visit, not saved yet' })).toHaveTextContent('Repair');
    expect(screen.getByRole('button', { name: 'Update' })).toBeVisible();
  });

  it('is not stored while it is empty', async () => {
    hurry();
    const { user, unmount } = await openAddTask();
    await user.type(screen.getByLabelText('Title'), 'R');
    await waitFor(() => expect(storedDrafts.size).toBe(1));
    await user.clear(screen.getByLabelText('Title'));
    await waitFor(() => expect(storedDrafts.size).toBe(0));
    unmount();
    expect(storedDrafts.size).toBe(0);
  });

  it('drops a file that is removed', async () => {
    hurry();
    const { user } = await begin();
    // the form and its two files
    await waitFor(() => expect(storedDrafts.size).toBe(3));
    await press(user, 'Remove: a.jpg');
    await waitFor(() => expect(storedDrafts.size).toBe(2));
  });

  it('is discarded with its files, but only after confirmation', async () => {
    const { user } = await begin();
    await press(user, 'Discard');
    expect(dialog('Discard this visit?')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await press(user, 'Keep');
    expect(screen.getByLabelText('Title')).toHaveValue('Repair');
    await press(user, 'Discard');
    const [, inDialog] = screen.getAllByRole('button', { name: 'Discard' });
    if (inDialog) await user.click(inDialog);
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(''));
    expect(queues[0]?.removed.toSorted()).toEqual(['a.jpg', 'visit.pdf']);
    await waitFor(() => expect(storedDrafts.size).toBe(0));
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  it('is reported if it cannot be stored, and leaving the page then asks first', async () => {
    storedDrafts.set('full', true);
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
    handReport({
      file,
      day: '2026-02-20',
      siteName: 'Selasih Park',
      title: 'Monthly preventive maintenance',
      lines: [],
      by: '',
      about: '',
      failed: [],
    });
    await openAddTask();
    await waitFor(() => expect(screen.getByLabelText('Site')).toHaveValue('Selasih Park'));
    expect(queue().site).toBe(1);
    expectFields({ 'Visit date': '2026-02-20', Month: 'february', Title: 'Monthly preventive maintenance' });
    expect(screen.getByLabelText('Kind of visit')).toHaveDisplayValue('Preventive maintenance');
    expect(screen.getByText('Form.pdf')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is not lost if React mounts the screen twice, as in development', async () => {
    configure({ reactStrictMode: true });
    try {
      handReport({
        file,
        day: '2026-02-20',
        siteName: 'Selasih Park',
        title: 'Monthly preventive maintenance',
        lines: [],
        by: '',
        about: '',
        failed: [],
      });
      await openAddTask();
      expect(await screen.findByText('Form.pdf')).toBeVisible();
    } finally {
      configure({ reactStrictMode: false });
    }
  });

  it.each(['', '2026-13-01'])('starts with the current time without a valid site and day: %j', async (day) => {
    handReport({ file, day, siteName: 'No such site', title: null, lines: [], by: '', about: '', failed: [] });
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

  it('during an upload removes neither the draft nor its files', async () => {
    const { user } = await begin();
    await user.click(screen.getByRole('link', { name: 'Guide' }));
    await press(user, 'Leave');
    await waitFor(() => expect(location.pathname).toBe('/guide'));
    expect(storedDrafts.size).toBe(3);
    expect(queue().removed).toEqual([]);
  });
});

describe('a second tab', () => {
  it('leaves the draft to the first, and begins a task of its own', async () => {
    const { unmount } = await begin();
    unmount();
    const before = [...storedDrafts];
    const [first = ''] = taskDraftNames();
    const locks = {
      request: (name: string, _: object, whileOpen: () => unknown) =>
        name.includes(first) ? Promise.reject(new DOMException('Taken', 'TimeoutError')) : whileOpen(),
    };
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { locks: { value: locks }, onLine: { value: true }, userAgent: { value: '' } }),
    );
    try {
      const { user } = await openAddTask();
      expect(screen.getByLabelText('Title')).toHaveValue('');
      await fillIn(user);
      await waitFor(() => expect(taskDraftNames()).toHaveLength(2));
      expect(await screen.findByText(/^You started another visit for this site at/u)).toBeVisible();
      expect([...storedDrafts].filter(([name]) => name.startsWith(first))).toEqual(before);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
