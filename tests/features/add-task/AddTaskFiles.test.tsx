import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getMessages } from '../../../src/lib/notify.ts';
import { pickSite } from '../../support/pick-site.ts';
import { importScreen, onQueue, openAddTask, pdf, photo, press, queue, serveFakeFiles } from './open-add-task.ts';

beforeAll(importScreen);
beforeEach(serveFakeFiles);

const photos = () => screen.getByRole('region', { name: /^Photos/u });
const report = () => screen.getByRole('region', { name: 'PDF report' });
const names = () =>
  within(photos())
    .queryAllByRole('button', { name: /^Remove: / })
    .map((button) => button.getAttribute('aria-label')?.slice('Remove: '.length));

async function openWith(...files: string[]) {
  const { user } = await openAddTask();
  await user.upload(
    screen.getByLabelText('Add photos'),
    files.map((name) => photo(name)),
  );
  return user;
}

describe('photos', () => {
  it('show the progress of each, and of all together', async () => {
    const user = await openWith('a.jpg', 'b.jpg');
    const [a] = within(photos()).getAllByRole('listitem');
    expect(a).toHaveTextContent('Preparing…');
    onQueue((files) => files.becomes('a.jpg', { state: 'waiting', sizeBefore: 3_800_000, sizeAfter: 410_000 }));
    expect(a).toHaveTextContent('3.8 MB → 410 KB');
    expect(a).toHaveTextContent('Waiting for the site');
    await pickSite(user, 'Selasih Park');
    expect(queue().site).toBe(1);
    expect(a).not.toHaveTextContent('for the site');
    onQueue((files) => files.becomes('a.jpg', { state: 'uploading', progress: 0.62 }));
    expect(a).toHaveTextContent('Uploading 62 %');
    expect(screen.getByRole('progressbar', { name: 'Upload of a.jpg' })).toHaveAttribute('aria-valuenow', '62');
    expect(screen.getByRole('progressbar', { name: 'All files, 0 of 2 uploaded' })).toHaveAttribute(
      'aria-valuenow',
      '31',
    );
    expect(document.title).toBe('(0/2) Uploading');
    onQueue((files) => files.finish('a.jpg'));
    expect(a).toHaveTextContent('Uploaded');
    expect(document.title).toBe('(1/2) Uploading');
    onQueue((files) => files.finish('b.jpg'));
    expect(document.title).toBe('Add New Task | RFID Boom Gate Portal');
    expect(screen.getByText('File uploaded successfully!')).toBeVisible();
    expect(getMessages().toasts).toEqual([]);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('are reported together and individually when they fail, and can be retried individually', async () => {
    const user = await openWith('a.jpg', 'b.jpg');
    await pickSite(user, 'Selasih Park');
    const failed = { state: 'failed', reason: () => 'File upload failed. Please try again.' } as const;
    onQueue((files) => {
      files.becomes('a.jpg', failed);
      files.becomes('b.jpg', failed);
    });
    expect(screen.getByRole('alert')).toHaveTextContent('2 photos not uploaded: retry or remove.');
    expect(within(photos()).getAllByText('File upload failed. Please try again.')).toHaveLength(2);
    await press(user, 'Retry: b.jpg');
    expect(queue().retried).toEqual([queue().uploads.get()[1]?.id]);
    onQueue((files) => files.becomes('b.jpg', failed));
    // the message covers nothing, because it is no toast
    expect(getMessages().toasts).toEqual([]);
  });

  it('can be retried all at once when they have failed', async () => {
    const user = await openWith('a.jpg', 'b.jpg', 'c.jpg');
    await pickSite(user, 'Selasih Park');
    onQueue((files) => {
      files.finish('a.jpg');
      files.becomes('b.jpg', { state: 'failed' });
      files.becomes('c.jpg', { state: 'failed' });
    });
    await press(user, 'Retry all');
    expect(queue().retried).toEqual(
      queue()
        .uploads.get()
        .slice(1)
        .map(({ id }) => id),
    );
    expect(screen.getByText('1 of 3 uploaded. You can keep working.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('wait for the network, and show it for each and for all together', async () => {
    const user = await openWith('a.jpg', 'b.jpg', 'c.jpg');
    await pickSite(user, 'Selasih Park');
    onQueue((files) => {
      files.finish('a.jpg');
      files.becomes('b.jpg', { state: 'paused', progress: 0.4 });
      files.becomes('c.jpg', { state: 'waiting' });
    });
    expect(screen.getByText('Waiting for the network: 1 of 3 uploaded. You can keep working.')).toBeVisible();
    expect(within(photos()).getAllByText('Waiting for the network')).toHaveLength(2);
    onQueue((files) => files.becomes('b.jpg', { state: 'uploading' }));
    expect(screen.getByText('1 of 3 uploaded. You can keep working.')).toBeVisible();
  });

  it('count as failed if they were uploaded but have no URL', async () => {
    const user = await openWith('a.jpg');
    await pickSite(user, 'Selasih Park');
    onQueue((files) => files.becomes('a.jpg', { state: 'done', progress: 1, url: null }));
    expect(within(photos()).getByText('File upload was successful, but no URL was returned.')).toBeVisible();
    expect(screen.getByText('1 photo not uploaded: retry or remove.')).toBeVisible();
  });

  it('are listed separately if they are refused, until they are dismissed', async () => {
    const user = await openWith('a.jpg', 'notes.jpg');
    onQueue((files) => files.becomes('notes.jpg', { state: 'refused', reason: () => 'notes.jpg: It is not a photo.' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Not added. notes.jpg: It is not a photo.');
    expect(names()).toEqual(['a.jpg']);
    await press(user, 'Dismiss: notes.jpg');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be reordered with buttons, which keep the focus', async () => {
    const user = await openWith('a.jpg', 'b.jpg', 'c.jpg');
    expect(screen.getByRole('button', { name: 'Move earlier: a.jpg' })).toBeDisabled();
    await press(user, 'Move later: a.jpg');
    expect(names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
    expect(screen.getByRole('button', { name: 'Move later: a.jpg' })).toHaveFocus();
    expect(screen.getByText('a.jpg is now photo 2 of 3.')).toBeInTheDocument();
    await press(user, 'Move later: a.jpg');
    expect(names()).toEqual(['b.jpg', 'c.jpg', 'a.jpg']);
    // the last file has no enabled button to move it later
    expect(screen.getByRole('button', { name: 'Move earlier: a.jpg' })).toHaveFocus();
  });

  it('can be removed, which moves the focus to the next file, and restored to their position', async () => {
    const user = await openWith('a.jpg', 'b.jpg', 'c.jpg');
    await press(user, 'Remove: b.jpg');
    expect(names()).toEqual(['a.jpg', 'c.jpg']);
    expect(queue().removed).toEqual(['b.jpg']);
    expect(screen.getByRole('button', { name: 'Remove: c.jpg' })).toHaveFocus();
    expect(screen.getByText('b.jpg removed.')).toBeVisible();
    await press(user, 'Undo');
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(screen.getByRole('button', { name: 'Remove: b.jpg' })).toHaveFocus();
    expect(screen.queryByText('b.jpg removed.')).toBeNull();
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await press(user, `Remove: ${name}`);
    expect(screen.getByLabelText('Add photos')).toHaveFocus();
  });

  it('can be turned, which is shown at once; a photo that could not be turned is named beside them', async () => {
    const user = await openWith('a.jpg', 'b.jpg');
    const button = screen.getByRole('button', { name: 'Turn clockwise: b.jpg' });
    const turns = () =>
      within(photos())
        .getAllByRole('listitem')
        .map((item) => item.querySelector('[data-turn]')?.getAttribute('data-turn'));
    button.focus();
    await user.keyboard('{Enter} ');
    expect(turns()).toEqual(['0', '2']);
    expect(screen.getByText('b.jpg: turned by 180 degrees clockwise.')).toBeInTheDocument();
    expect(button).toHaveFocus();
    onQueue((files) => files.fail('b.jpg', 'b.jpg could not be turned: it could not be read. It is as it was.'));
    expect(turns()).toEqual(['0', '0']);
    expect(within(photos()).getByRole('alert')).toHaveTextContent('b.jpg could not be turned');
    await press(user, 'Dismiss this message');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are limited to 60', async () => {
    await openWith(...Array.from({ length: 62 }, (_, index) => `${index}.jpg`));
    expect(names()).toHaveLength(60);
    expect(screen.getByRole('alert')).toHaveTextContent('A visit takes at most 60 photos: 2 left out.');
  });

  it('can be dropped and pasted, and a PDF among them becomes the report', async () => {
    await openAddTask();
    const dropped = { types: ['Files'], files: [photo('a.jpg'), pdf('visit.pdf')] };
    fireEvent.dragOver(document.body, { dataTransfer: dropped });
    expect(screen.getByText('Drop them anywhere.')).toBeVisible();
    fireEvent.drop(document.body, { dataTransfer: dropped });
    fireEvent.paste(document.body, { clipboardData: { types: ['Files'], files: [photo('b.jpg')] } });
    // text that was copied together with an image of it
    fireEvent.paste(document.body, { clipboardData: { types: ['text/plain', 'Files'], files: [photo('c.jpg')] } });
    expect(names()).toEqual(['a.jpg', 'b.jpg']);
    expect(within(report()).getByText('visit.pdf')).toBeVisible();
  });

  it('are reported missing when nothing was dropped', async () => {
    await openAddTask();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [] } });
    expect(screen.getByRole('alert')).toHaveTextContent('No file provided');
  });
});

describe('the PDF report', () => {
  it('is a single file, which is replaced by another once that is uploaded', async () => {
    const { user } = await openAddTask();
    await user.upload(screen.getByLabelText('Choose a PDF'), pdf('old.pdf'));
    onQueue((files) => files.finish('old.pdf'));
    await user.upload(screen.getByLabelText('Replace'), pdf('wrong.pdf'));
    onQueue((files) => files.becomes('wrong.pdf', { state: 'refused', reason: () => 'wrong.pdf is not a PDF.' }));
    expect(within(report()).getByText('old.pdf')).toBeVisible();
    expect(within(report()).getByRole('alert')).toHaveTextContent('Not added. wrong.pdf is not a PDF.');
    expect(within(photos()).queryByRole('alert')).toBeNull();
    expect(queue().removed).toEqual([]);
    await press(user, 'Dismiss: wrong.pdf');
    expect(within(report()).queryByRole('alert')).toBeNull();
    queue().removed.length = 0;
    await user.upload(screen.getByLabelText('Replace'), pdf('new.pdf'));
    onQueue((files) => files.becomes('new.pdf', { state: 'waiting' }));
    expect(within(report()).getByText('new.pdf')).toBeVisible();
    expect(queue().removed).toEqual([]);
    // a file that is not uploaded yet is abandoned for the next
    await user.upload(screen.getByLabelText('Replace'), pdf('newer.pdf'));
    onQueue((files) => files.becomes('newer.pdf', { state: 'waiting' }));
    expect(queue().removed).toEqual(['new.pdf']);
    onQueue((files) => files.finish('newer.pdf'));
    expect(within(report()).getByText('newer.pdf')).toBeVisible();
    expect(queue().removed).toEqual(['new.pdf', 'old.pdf']);
  });

  it('is only the first of several dropped files, with a message beside it', async () => {
    await openAddTask();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [pdf('a.pdf'), pdf('b.pdf')] } });
    expect(within(report()).getByRole('alert')).toHaveTextContent('A visit takes only one PDF report: 1 left out.');
    expect(within(report()).getByText('a.pdf')).toBeVisible();
  });

  it('can be removed and restored', async () => {
    const { user } = await openAddTask();
    await user.upload(screen.getByLabelText('Choose a PDF'), pdf('visit.pdf'));
    await press(user, 'Remove: visit.pdf');
    expect(queue().removed).toEqual(['visit.pdf']);
    expect(screen.getByLabelText('Choose a PDF')).toBeVisible();
    await press(user, 'Undo');
    expect(within(report()).getByText('visit.pdf')).toBeVisible();
  });
});
