import { expect, type Locator, type Page } from '@playwright/test';
import { fileOf, openAddTask, tasksOf, uploaded } from './add-task-support.ts';
import { savedBy } from './report-support.ts';
import { sign } from './signing.ts';
import { pickSite } from './sites.ts';
import { keys, logIn, test } from './support.ts';

async function openForm(page: Page, client = 'Residensi Selasih Park'): Promise<void> {
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Maintenance Report form' }).click();
  await choose(page, client);
}

async function choose(page: Page, client: string): Promise<void> {
  await pickSite(page, client, 'Select Client');
  await expect(page.getByRole('textbox', { name: 'Client', exact: true })).not.toHaveValue('');
}

/** How many pixels of the box are drawn on. */
const inkIn = (box: Locator) =>
  box.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    // from a copy, because Chromium warns of reading the same canvas repeatedly
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    context?.drawImage(canvas, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    return data.filter((value, index) => index % 4 === 3 && value > 100).length;
  });

const anywayButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /anyway$/ });

/** Saves the PDF of an incomplete form. */
const downloadPdf = (page: Page, press = () => page.getByRole('button', { name: 'Download PDF' }).click()) =>
  savedBy(page, async () => {
    await press();
    await anywayButton(page).click();
  });

test('the form is filled in, signed, left and found again, and the last words typed are in its PDF too', async ({
  page,
}) => {
  await openForm(page);
  await page.getByLabel('Date').fill('2026-03-26');
  await page
    .getByRole('radiogroup', { name: /^Visual inspection/ })
    .getByLabel('Pass')
    .check();
  await page.getByRole('textbox', { name: 'RFID reader test: what was found' }).fill('天线插头进水, reads from 2.1 m');
  await page.getByRole('textbox', { name: 'Issue details' }).fill('Palang tersekat separuh terbuka');
  await page.getByRole('textbox', { name: 'Name of the client' }).fill('Noraini Ismail');
  const box = page.getByRole('img', { name: /^Signature of the client/ });
  await sign(page, box);
  await expect(page.getByRole('img', { name: 'Signature of the client, drawn' })).toBeVisible();
  const ink = await inkIn(box);
  expect(ink).toBeGreaterThan(200);
  // leaving at once must not lose the last letters
  const post = page.getByRole('textbox', { name: 'P1 Main Gate' });
  await post.fill('In order');
  await page.getByRole('link', { name: 'Guide' }).click();
  await page.goBack();
  await expect(post).toHaveValue('In order');

  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d restored\./)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Issue details' })).toHaveValue('Palang tersekat separuh terbuka');
  await expect.poll(() => inkIn(box)).toBeGreaterThan(ink / 2);

  const button = page.getByRole('button', { name: 'Download PDF' });
  await button.hover();
  await expect.poll(() => page.workers()).toHaveLength(1);
  await post.fill('Greased');
  // the test waits for the message already now, because it disappears while the PDF is being read
  const message = page
    .getByText('Report saved: Residensi-Selasih-Park-JMB_Maintenance-Report_2026-03-26.pdf')
    .waitFor();
  // the pointer has not moved, so only the click itself can include the new text
  const { name, read } = await downloadPdf(page, () =>
    button.evaluate((downloadButton: HTMLButtonElement) => downloadButton.click()),
  );
  expect(name).toBe('Residensi-Selasih-Park-JMB_Maintenance-Report_2026-03-26.pdf');
  const text = read.pages.map((pdfPage) => pdfPage.text).join('\n');
  for (const part of [
    '26 March 2026',
    'KBG-600S boom gate set, 4 lanes',
    '天线插头进水',
    'Palang tersekat',
    'Noraini Ismail',
    'Greased',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('In order');
  await message;
});

test('the second form of a site starts empty, with the equipment that the first form saved', async ({ page }) => {
  await openForm(page, 'Menara Kayangan');
  const equipment = page.getByRole('textbox', { name: 'Barrier gate' });
  await equipment.fill('KBG-700, 24 V DC');
  await page.getByRole('button', { name: "Keep as this site's equipment" }).click();
  await expect(page.getByText('This is the equipment that the site record keeps.')).toBeVisible();
  const check = page.getByRole('radiogroup', { name: /^Gate cycle test/ });
  await check.getByLabel('Fail').check();
  const findingField = page.getByRole('textbox', { name: 'Gate cycle test: what was found' });
  await page.getByRole('textbox', { name: 'ID number of the client' }).fill('800101-10-5566');
  const box = page.getByRole('img', { name: /^Signature of the client/ });
  await sign(page, box);
  await page.getByRole('button', { name: 'Download PDF' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click();
  await expect(findingField).toBeFocused();
  await page.keyboard.type('Stops half way');
  await downloadPdf(page);

  await page.reload();
  await expect(equipment).toHaveValue('KBG-700, 24 V DC');
  await expect(page.getByRole('img', { name: 'Signature of the client, not drawn' })).toBeVisible();
  await expect(check.getByLabel('Fail')).not.toBeChecked();
  await expect(findingField).toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'ID number of the client' })).toHaveValue('');

  // the last form can be continued, and nothing of it remains after the session in any tab
  await page.getByRole('button', { name: 'Go on with the last form' }).click();
  await expect(findingField).toHaveValue('Stops half way');
  await expect.poll(() => inkIn(box)).toBeGreaterThan(100);
  const opening = page.waitForEvent('popup');
  await page.evaluate(() => window.open('/DataEditor/report'));
  const other = await opening;
  await expect(other.getByRole('textbox', { name: 'ID number of the client' })).toHaveValue('800101-10-5566');
  await page.getByRole('button', { name: 'End Session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByLabel('Secret Key')).toBeVisible();
  await expect(other.getByLabel('Secret Key')).toBeVisible();
  await other.close();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('800101');
});

test('on a phone the checks come first, a signature keeps its shape, and the form goes into a new task of the same day', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, keys.admin, '/DataEditor/report');
  await pickSite(page, 'Selasih Park', 'Select Client');
  await expect(page.getByText('0 of 4 filled in')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_600);
  const groups = page.getByRole('heading', { level: 2 });
  await expect(groups).toHaveText([
    'Tasks Performed',
    'Findings',
    'Conclusion',
    'Signatures',
    'General Information',
    'Equipment',
  ]);
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeInViewport();
  const posts = page.getByRole('textbox', { name: 'P4 Basement B1' });
  await expect(posts).toBeHidden();
  const leadTo = async (section: string) => {
    await page.getByRole('button', { name: /sections of the form/ }).click();
    await page.getByRole('navigation', { name: 'Sections of the form' }).getByRole('button', { name: section }).click();
  };
  await leadTo('Conclusion');
  await expect(posts).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Conclusion' })).toBeInViewport();

  await leadTo('Signatures');
  const box = page.getByRole('img', { name: /^Signature of the sales engineer/ });
  await sign(page, box);
  await expect(page.getByRole('img', { name: 'Signature of the sales engineer, drawn' })).toBeVisible();
  await page.setViewportSize({ width: 740, height: 360 });
  await expect.poll(() => inkIn(box)).toBeGreaterThan(100);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => inkIn(box)).toBeGreaterThan(100);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Clear: Signature of the sales engineer' }).click();
  await expect.poll(() => inkIn(box)).toBe(0);

  await leadTo('General');
  await page.getByLabel('Date').fill('2026-02-20');
  await page.getByRole('button', { name: 'Attach to a new task' }).click();
  await anywayButton(page).click();
  await expect(page).toHaveURL(/\/DataEditor$/);
  const file = page.getByText('Residensi-Selasih-Park_Maintenance-Report_2026-02-20.pdf');
  await expect(file).toBeVisible();
  await expect(page.getByLabel('Visit date')).toHaveValue('2026-02-20');
  await expect(page.getByLabel('Month')).toHaveValue('february');
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('Selasih Park');
  await expect(page.getByLabel('Title')).toHaveValue('Preventive maintenance');
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  // discards the task, so that nothing remains for other tests
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(file).toHaveCount(0);
});

/** The size of a picture of the bucket, and the red components at its top and at its bottom. */
const readPicture = (page: Page, file: Buffer) =>
  page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))]),
    );
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d', { willReadFrequently: true });
    context?.drawImage(picture, 0, 0);
    const redAt = (y: number) => context?.getImageData(picture.width / 2, y, 1, 1).data[0] ?? -1;
    return { size: [picture.width, picture.height], top: redAt(8), bottom: redAt(picture.height - 9) };
  }, file.toString('base64'));

test('a form in which all checks pass leads to the signatures, and begins a visit whose photo is turned', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const site = 'Form, all passes';
  const id = await openAddTask(page, site);
  await page.getByRole('link', { name: 'Maintenance Report form' }).click();
  await pickSite(page, site, 'Select Client');
  await page.getByRole('button', { name: 'All pass' }).click();
  // instead of scrolling
  await page.getByRole('button', { name: 'Go to signatures' }).click();
  const box = page.getByRole('img', { name: /^Signature of the sales engineer/ });
  await expect(page.getByRole('textbox', { name: 'Name of the sales engineer' })).toBeInViewport();
  await sign(page, box);
  await expect(page.getByRole('img', { name: 'Signature of the sales engineer, drawn' })).toBeVisible();

  const attach = page.getByRole('button', { name: 'Attach to a new task' });
  const bar = await attach.locator('xpath=../..').boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(72);
  await page.getByRole('heading', { name: 'Conclusion' }).click();
  await page.getByRole('textbox', { name: 'Post 1' }).fill('天线干燥');
  await attach.click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([
    'Name of the sales engineer',
    'Name of the client',
    'Signature of the client',
  ]);
  await anywayButton(page).click();

  const text = 'All 6 checks passed.\nConclusion, Post 1: 天线干燥';
  await expect(page.getByLabel('Task text')).toHaveValue(text);
  // red on the left, so that red is on top after the photo is turned
  await page.getByLabel('Add photos').evaluate(async (input: HTMLInputElement) => {
    const canvas = new OffscreenCanvas(1_600, 1_200);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.fillStyle = '#00f';
    context.fillRect(0, 0, 1_600, 1_200);
    context.fillStyle = '#f00';
    context.fillRect(0, 0, 800, 1_200);
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'sideways.jpg'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(uploaded(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Turn clockwise: sideways.jpg' }).click();
  await expect(uploaded(page)).toHaveCount(1);
  await expect(uploaded(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page).toHaveURL(/\/maintenance/);
  const [task] = await tasksOf(page, id);
  expect(task).toMatchObject({ title: 'Preventive maintenance', tasks: text, pdf: expect.stringContaining('.pdf') });
  const name = task?.urls[0]?.split('/').slice(-3).join('/') ?? '';
  const largePhoto = await fileOf(page, name);
  expect(largePhoto.includes('Exif')).toBe(false);
  for (const [file, size] of [
    [largePhoto, [1_200, 1_600]],
    [await fileOf(page, name.replace('.jpg', '.small.jpg')), [399, 532]],
  ] as const) {
    const look = await readPicture(page, file);
    expect(look.size).toEqual(size);
    expect(look.top).toBeGreaterThan(200);
    expect(look.bottom).toBeLessThan(60);
  }
});
