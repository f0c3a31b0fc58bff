import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';

const archive = 'PK\u0003\u0004 and more';
const zip = (name = 'firmware-2.4.zip', content = archive) => new File([content], name, { type: 'application/zip' });
const noFileText = 'Please select a file before uploading.';
const drop = (...files: File[]) => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });

async function open() {
  const view = renderRoute('/UploadZip', adminSession);
  const input = await screen.findByLabelText<HTMLInputElement>('Choose a .zip file');
  // with `accept`, user-event itself would filter out other files before the page sees them
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } });
  const upload = () => view.user.click(screen.getByRole('button', { name: 'Upload' }));
  return { ...view, input, choose, upload };
}

describe('the update archive', () => {
  it('is only open to admins', async () => {
    renderRoute('/UploadZip', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('is required', async () => {
    const { upload } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
    await upload();
    expect(screen.getByRole('alert')).toHaveTextContent(noFileText);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is only named in a dialog, and no server is called', async () => {
    const calls: string[] = [];
    server.events.on('request:start', ({ request }) => calls.push(request.url));
    const beacon = vi.fn(() => true);
    Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
    const { user, input, upload } = await open();
    await user.upload(input, zip());
    expect(await screen.findByText('firmware-2.4.zip')).toBeVisible();
    expect(screen.getByText('1 KB')).toBeVisible();
    calls.length = 0;
    await upload();
    expect(await screen.findByRole('alertdialog', { name: 'Selected file: firmware-2.4.zip' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(calls).toEqual([]);
    expect(beacon).not.toHaveBeenCalled();
    expect(screen.getByText('Demonstration only. The file stays on this device.')).toBeVisible();
    server.events.removeAllListeners();
  });

  it.each([
    ['empty archive', 'PK\u0005\u0006'],
    ['archive split into parts', 'PK\u0007\u0008'],
  ])('can be an %s', async (_, content) => {
    const { choose } = await open();
    choose(zip('A.ZIP', content));
    expect(await screen.findByText('A.ZIP')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['photo.jpg', archive, '“photo.jpg” is not a .zip file. Choose a .zip file.'],
    ['firmware.zip.exe', archive, '“firmware.zip.exe” is not a .zip file. Choose a .zip file.'],
    ['notes.zip', 'Not an archive', '“notes.zip” ends in .zip but is not a ZIP archive. Choose another file.'],
    ['half.zip', 'PK', '“half.zip” ends in .zip but is not a ZIP archive. Choose another file.'],
    ['empty.zip', '', '“empty.zip” ends in .zip but is not a ZIP archive. Choose another file.'],
  ])('is refused with an explanation: %s containing %j', async (name, content, words) => {
    const { choose, upload } = await open();
    choose(zip(name, content));
    expect(await screen.findByText(words)).toBeVisible();
    await upload();
    expect(screen.getByRole('alert')).toHaveTextContent(noFileText);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('stays chosen if the next file is refused, and a valid file clears the message', async () => {
    const { choose } = await open();
    choose(zip('first.zip'));
    expect(await screen.findByText('first.zip')).toBeVisible();
    choose(zip('second.txt'));
    expect(await screen.findByRole('alert')).toHaveTextContent('second.txt');
    expect(screen.getByText('first.zip')).toBeVisible();
    choose(zip('third.zip'));
    expect(await screen.findByText('third.zip')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText('first.zip')).toBeNull();
  });

  it('is refused when it cannot be read', async () => {
    const { choose } = await open();
    const gone = zip('gone.zip');
    // simulates a file that was moved after it was chosen, which a file in memory cannot be
    gone.slice = () => {
      throw new DOMException('Gone', 'NotFoundError');
    };
    choose(gone);
    expect(await screen.findByText('“gone.zip” could not be read. Choose it again.')).toBeVisible();
  });

  it('can be dropped anywhere, one at a time', async () => {
    await open();
    drop(zip('one.zip'), zip('two.zip'));
    expect(await screen.findByText('Choose one file only.')).toBeVisible();
    drop(zip('dropped.zip'));
    expect(await screen.findByText('dropped.zip')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'], files: [] } });
    expect(screen.getByText('Drop it anywhere.')).toBeVisible();
    expect(await screen.findByText('Or drop it here.')).toBeVisible();
  });
});
