import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { press, pressInDialog, type Shown } from './screens.ts';

// What a site has besides its record: documents, further contacts and notes of the office, with their forms open. Nothing is
// saved.

type KeyedShown = Omit<Shown, 'key'>;

const editor = { path: '/DataEditor/sites?site=Selasih+Park', ready: 'Building and gates' };
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const pdf = readFileSync(join(import.meta.dirname, '../support/files/plain.pdf'));
const chosenFiles = ['Pump_room_plan.pdf', 'Handover.pdf'];

/** Chooses two PDFs, which are not sent, and a file that is no PDF. */
async function chooseDocuments(page: Page): Promise<void> {
  await page.route('**/object/rfidboomgatephoto/documents/**', (route) =>
    route.fulfill({ json: { Id: '5ee1c7b4-6a3f-4a5f-9d0c-0f3a0c6b7d11', Key: 'rfidboomgatephoto/documents' } }),
  );
  const documents = part(page, 'Documents');
  await documents
    .getByLabel('Choose PDFs')
    .setInputFiles([
      ...chosenFiles.map((name) => ({ name, mimeType: 'application/pdf', buffer: pdf })),
      { name: 'gate.docx', mimeType: 'application/msword', buffer: Buffer.from('PK') },
    ]);
  await documents.getByLabel('Title').first().fill('');
  await documents.getByRole('button', { name: 'File 2 documents' }).click();
}

const documentRow = v.looseObject({ id: v.number(), title: v.string(), shown: v.boolean() });

/** Also shows a document that was removed. */
async function openRemoved(page: Page): Promise<void> {
  await page.route('**/rpc/list_documents', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = v.parse(v.array(documentRow), await response.json());
    await route.fulfill({ response, json: [{ ...first, shown: false }, ...others] });
  });
  await page.reload();
  await part(page, 'Documents')
    .getByRole('button', { name: /^Removed/u })
    .click();
}

/** The screens of an admin that leave nothing on the device. */
export const sitePartScreens: readonly KeyedShown[] = [
  {
    name: 'documents, chosen',
    ...editor,
    act: chooseDocuments,
    after: 'A document needs a title.',
    written: [...chosenFiles, 'Pump room plan', 'Handover', 'gate.docx'],
  },
  {
    name: 'document, edited',
    ...editor,
    act: async (page) => {
      await part(page, 'Documents').getByRole('button', { name: 'Edit' }).first().click();
      await page.getByRole('dialog').getByLabel('Title').fill('');
      await pressInDialog(page, 'Save');
    },
    after: 'A document needs a title.',
  },
  { name: 'documents, removed', ...editor, act: openRemoved, after: 'Bring back' },
  {
    name: 'contact, added',
    ...editor,
    act: async (page) => {
      await press('Add a contact')(page);
      await part(page, 'More contacts').getByRole('button', { name: 'Save' }).click();
    },
    after: 'Give the contact a name.',
  },
  {
    name: 'contact, edited',
    ...editor,
    act: press('Edit Mr Kelvin Lim'),
    after: 'For example managing agent or security.',
  },
  {
    name: 'note, added',
    ...editor,
    act: async (page) => {
      await press('Add a note')(page);
      await part(page, 'Office notes').getByRole('button', { name: 'Save' }).click();
    },
    after: 'Write the note first.',
  },
  {
    name: 'notes over the profile',
    path: '/profile?site=Selasih+Park',
    ready: 'System Online',
    act: async (page) => {
      await press('Office notes')(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Edit the note of/u })
        .click();
    },
  },
  {
    name: 'go to, documents',
    path: '/guide',
    ready: 'Guidelines',
    act: async (page) => {
      await press('Go to…')(page);
      await page.getByRole('dialog').getByRole('combobox').fill('drawing');
    },
    after: 'Lane drawing, P1 Main Gate',
    written: ['drawing'],
  },
];

const contactRow = v.looseObject({ id: v.number(), name: v.string(), revision: v.number() });

/** Changes each contact as somebody else would, so that no save finds the revision it is based on. */
async function changeContactsElsewhere(page: Page): Promise<void> {
  await page.route('**/rest/v1/site_contacts?*', async (route) => {
    const request = route.request();
    if (request.method() === 'PATCH') return route.fulfill({ json: [] });
    if (request.method() !== 'GET' || !new URL(request.url()).searchParams.has('id')) return route.fallback();
    const response = await route.fetch();
    const rows = v.parse(v.array(contactRow), await response.json());
    return route.fulfill({
      response,
      json: rows.map((row) => ({ ...row, name: changedName, revision: row.revision + 1 })),
    });
  });
}

const changedName = 'Ms Wong';
const note = 'Ring twice at the side gate';

/** The screens that leave a draft on the device. */
export const sitePartQuestions: readonly KeyedShown[] = [
  {
    name: 'contact, changed elsewhere',
    ...editor,
    act: async (page) => {
      await changeContactsElsewhere(page);
      await press('Edit Mr Kelvin Lim')(page);
      const contacts = part(page, 'More contacts');
      await contacts.getByLabel('Name').fill('Mr Lim');
      await contacts.getByRole('button', { name: 'Save' }).click();
    },
    after: 'Save again to put yours in its place.',
    written: [changedName, 'Mr Lim'],
  },
  {
    name: 'contact, asked about',
    ...editor,
    act: async (page) => {
      const contacts = part(page, 'More contacts');
      // the number may be of Singapore or of Malaysia, so the form asks
      await contacts.getByLabel('Telephone number').fill('6123 4567');
      await contacts.getByLabel('Email address').fill('wong at agent');
      await contacts.getByRole('button', { name: 'Save' }).click();
    },
    after: 'An address has one @ and no blanks.',
    written: ['wong at agent'],
  },
  {
    name: 'note, restored',
    ...editor,
    act: async (page) => {
      await press('Add a note')(page);
      await part(page, 'Office notes').getByRole('textbox').fill(note);
      await page.reload();
    },
    after: note,
    written: [note],
  },
];
