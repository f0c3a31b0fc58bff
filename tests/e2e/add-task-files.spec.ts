import { expect } from '@playwright/test';
import { fillIn, open, test } from './add-task-support.ts';
import { pickSite } from './sites.ts';
import { keys, logIn, test as strict } from './support.ts';
import { bucket, press, uploaded } from './task-files.ts';
import { expectWellMade } from './well-made.ts';

strict('files that cannot be used are refused by name, and nothing is sent', async ({ page }) => {
  await logIn(page, keys.admin);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/object/${bucket}/`)) sent.push(request.url());
  });
  await pickSite(page, 'Kingfisher Rise');
  await page.getByLabel('Add photos').setInputFiles([
    { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('0000ftypheic0000') },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a photo at all') },
    { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ]);
  await page.getByLabel('Add photos').evaluate((input: HTMLInputElement) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(60 * 1_048_576)], 'huge.jpg', { type: 'image/jpeg' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page
    .getByLabel('Choose a PDF')
    .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>no</html>') });
  const refusals = page.getByRole('alert');
  await expect(refusals).toHaveCount(5);
  for (const said of [
    'IMG_0001.HEIC: This HEIC photo cannot be read. Send it as JPEG',
    'notes.jpg: It is not a photo that this browser can read. Choose a JPEG, PNG or WebP.',
    'nothing.jpg is empty. Choose it again, or another one.',
    'huge.jpg has 60.0 MB; a photo may have 50 MB.',
    'page.pdf is not a PDF. Save or print it as a PDF first.',
  ])
    await expect(refusals.filter({ hasText: said })).toHaveCount(1);
  // beside the field that it was meant for
  await expect(page.getByRole('region', { name: 'PDF report' }).getByRole('alert')).toHaveText(/page\.pdf/);
  await expect(page.getByRole('region', { name: /^Photos/ }).getByRole('alert')).toHaveCount(4);
  await press(page, 'Add Task');
  await press(page, 'OK');
  await expectWellMade(page);
  await page.getByRole('button', { name: 'Dismiss: notes.jpg' }).click();
  await expect(page.getByText('Not added.')).toHaveCount(4);
  expect(sent).toEqual([]);
});

test('photos are dropped, pasted, sorted, removed and brought back', async ({ page }) => {
  await open(page, 'Add task, sorting');
  await fillIn(page, 'Repair', 'Add task, sorting');
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing of this file
    const draw = async (name: string) => {
      const canvas = new OffscreenCanvas(800, 600);
      canvas.getContext('2d')?.fillRect(0, 0, 400, 300);
      return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
    };
    const dropped = new DataTransfer();
    for (const name of ['a.png', 'b.png']) dropped.items.add(await draw(name));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }));
    const pasted = new DataTransfer();
    pasted.items.add(await draw('c.png'));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
    );
  });
  const order = () => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove: / }) });
  await expect(order()).toHaveText([/^a\.png/, /^b\.png/, /^c\.png/]);
  await expect(uploaded(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Move later: a.png' }).click();
  await expect(order()).toHaveText([/^b\.png/, /^a\.png/, /^c\.png/]);
  await expect(page.getByRole('button', { name: 'Move later: a.png' })).toBeFocused();
  await expect(page.getByText('a.png is now photo 2 of 3.')).toBeAttached();
  await order().nth(2).dragTo(order().nth(0));
  await expect(order()).toHaveText([/^c\.png/, /^b\.png/, /^a\.png/]);

  await page.getByRole('button', { name: 'Remove: b.png' }).click();
  await expect(order()).toHaveText([/^c\.png/, /^a\.png/]);
  await expect(page.getByRole('button', { name: 'Remove: a.png' })).toBeFocused();
  await press(page, 'Undo');
  await expect(order()).toHaveText([/^c\.png/, /^b\.png/, /^a\.png/]);
  await expect(uploaded(page)).toHaveCount(3);
});
