import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { fileOf, fillIn, filesOf, open, test } from './add-task-support.ts';
import { answerUntil } from './support.ts';
import { press, uploaded } from './task-files.ts';

test('photos are dropped, pasted, sorted, removed and brought back, and discarded with all that went up', async ({
  page,
}) => {
  const siteId = await open(page, 'Add task, sorting');
  await fillIn(page, 'Repair', 'Add task, sorting');
  await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, without the rest of this file
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

  expect(await filesOf(page, siteId)).toHaveLength(6);
  await press(page, 'Discard');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(uploaded(page)).toHaveCount(0);
  await expect.poll(() => filesOf(page, siteId)).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByText(/restored/)).toHaveCount(0);
});

test.describe('with a server that refuses the first attempt', () => {
  test.use({ expectedProblem: /A file could not be uploaded|status of 500/u });

  test('a PDF that is saved again after it was chosen is uploaded as it was chosen, after a failure too', async ({
    page,
  }) => {
    const site = 'Add task, saved again';
    const siteId = await open(page, site);
    await fillIn(page, 'Repair', site);
    const folder = await mkdtemp(join(tmpdir(), 'portal-chosen-'));
    const chosen = join(folder, 'report.pdf');
    const [first, second] = ['first', 'second, and longer'].map((text) => `%PDF-1.4\n% ${text}\n%%EOF`);
    await writeFile(chosen, first ?? '');
    const sending = '**/storage/v1/object/rfidboomgatephoto/**';
    const makeRoom = await answerUntil(page, sending, (route) =>
      route.fulfill({ status: 500, json: { message: 'No room' } }),
    );
    await page.getByLabel('Choose a PDF').setInputFiles(chosen);
    const retry = page.getByRole('button', { name: /^Retry/u }).first();
    await expect(retry).toBeVisible();
    await writeFile(chosen, second ?? '');
    makeRoom();
    await retry.click();
    await expect(uploaded(page)).toHaveCount(1);
    const [name = ''] = await filesOf(page, siteId);
    expect((await fileOf(page, name)).toString()).toBe(first);
    await rm(folder, { recursive: true });
  });
});
