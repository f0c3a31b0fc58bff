import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aDocument, bucketUrl, rpc, serveDocuments } from '../../../components/site-documents/serve-documents.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { smallPdf } from '../../../support/small-pdf.ts';
import { closeToasts } from '../open-site.ts';
import { serveMaintable, servePosts } from '../serve-maintable.ts';

beforeAll(async () => {
  await import('../../../../src/features/sites/documents/SiteDocuments.tsx');
});
afterEach(closeToasts);

async function openPart(query = '') {
  serveMaintable(listedSite());
  servePosts();
  const view = renderRoute(`/DataEditor/sites?site=Selasih+Park${query}`, adminSession);
  const part = within(await screen.findByRole('region', { name: 'Documents' }));
  return { ...view, part };
}

const pdfNamed = (name: string, text = smallPdf(name)) => new File([text], name, { type: 'application/pdf' });
type Part = Awaited<ReturnType<typeof openPart>>['part'];
const pick = async (user: Awaited<ReturnType<typeof openPart>>['user'], part: Part, ...files: File[]) =>
  user.upload(await part.findByLabelText('Choose PDFs'), files);
const chosen = (part: Part) => within(part.getByRole('list', { name: 'Chosen documents' })).getAllByRole('listitem');
/** Closes the screen, which removes chosen but unfiled documents from the bucket. */
async function closeScreen({ stored, removed }: ReturnType<typeof serveDocuments>): Promise<void> {
  cleanup();
  await waitFor(() => expect(removed).toContain(stored.at(-1)));
}
const rowOf = (part: Part, title: string) => {
  const row = part.getByRole('button', { name: title }).closest('li');
  if (!row) throw new Error(`${title} is in no row`);
  return within(row);
};

describe('choosing documents', () => {
  it('uploads them at once and files them with their titles and audiences, as one action', async () => {
    const served = serveDocuments();
    const { user, part } = await openPart();
    expect(await part.findByText('No documents yet.')).toBeVisible();
    await pick(user, part, pdfNamed('AMC_contract_2026.pdf'), pdfNamed('Drawing.pdf'));
    await waitFor(() => expect(part.getAllByText('Uploaded')).toHaveLength(2));
    expect(served.stored.every((name) => /^documents\/1\/\d{13}-[\da-f-]{36}\.pdf$/u.test(name))).toBe(true);
    const [contract, drawing] = chosen(part).map((row) => within(row));
    expect(contract?.getByRole('textbox', { name: 'Title' })).toHaveValue('AMC contract 2026');
    // the audience is not decided yet, so a client sees nothing by mistake
    expect(contract?.getByRole('combobox', { name: 'Who sees it' })).toHaveValue('technicians');
    await user.selectOptions(contract?.getByRole('combobox', { name: 'Who sees it' }) ?? document.body, 'office');
    await user.clear(drawing?.getByRole('textbox', { name: 'Title' }) ?? document.body);
    await user.type(drawing?.getByRole('textbox', { name: 'Title' }) ?? document.body, ' Lane drawing ');
    await user.click(part.getByRole('button', { name: 'File 2 documents' }));
    expect(await screen.findByText('2 documents filed.')).toBeVisible();
    expect(served.filed).toEqual([
      { site_id: 1, file: served.stored[0], title: 'AMC contract 2026', audience: 'office' },
      { site_id: 1, file: served.stored[1], title: 'Lane drawing', audience: 'technicians' },
    ]);
    expect(new Set(served.batches).size).toBe(1);
    expect(served.batches[0]).toMatch(/^[\da-f-]{36}$/u);
    expect(await part.findByRole('button', { name: 'Lane drawing' })).toBeVisible();
    expect(part.queryByRole('list', { name: 'Chosen documents' })).toBeNull();
    expect(served.removed).toEqual([]);
  });

  it('asks for a missing title, and moves the focus there', async () => {
    const served = serveDocuments();
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('Handbook.pdf'));
    await part.findByText('Uploaded');
    const title = part.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.click(part.getByRole('button', { name: 'File 1 document' }));
    expect(part.getByText('A document needs a title.')).toBeVisible();
    await waitFor(() => expect(title).toHaveFocus());
    expect(served.filed).toEqual([]);
    await user.type(title, 'Handbook');
    await user.click(part.getByRole('button', { name: 'File 1 document' }));
    expect(await screen.findByText('1 document filed.')).toBeVisible();
    expect(served.batches).toEqual([null]);
  });

  it('refuses a file that is no PDF with a message, and sends nothing of it', async () => {
    const served = serveDocuments();
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('photo.pdf', 'a picture'), pdfNamed('half.pdf', '%PDF-1.4 half'));
    expect(await part.findByText('photo.pdf is not a PDF. Save or print it as a PDF first.')).toBeVisible();
    expect(part.getByText(/^half\.pdf is not whole/u)).toBeVisible();
    expect(served.stored).toEqual([]);
    await user.click(part.getByRole('button', { name: 'Dismiss: photo.pdf' }));
    expect(part.queryByText(/^photo\.pdf/u)).toBeNull();
  });

  it('leaves out more documents than a site may have', async () => {
    const served = serveDocuments(
      ...Array.from({ length: 99 }, (_, index) => aDocument({ id: index + 1, title: `Nr ${index + 1}` })),
    );
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('a.pdf'), pdfNamed('b.pdf'), pdfNamed('c.pdf'));
    expect(await part.findByText('A site has at most 100 documents: 2 left out.')).toBeVisible();
    expect(chosen(part)).toHaveLength(1);
    await part.findByText('Uploaded');
    await closeScreen(served);
  });

  it('removes one again, from the bucket too, and restores it by Undo', async () => {
    const served = serveDocuments();
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('Old.pdf'));
    await part.findByText('Uploaded');
    await user.click(part.getByRole('button', { name: 'Remove: Old.pdf' }));
    await waitFor(() => expect(served.removed).toEqual(served.stored));
    await user.click(part.getByRole('button', { name: 'Undo' }));
    await part.findByText('Uploaded');
    expect(served.stored).toHaveLength(2);
    await closeScreen(served);
  });

  it('keeps what was not filed, says why, and files it once when pressed again', async () => {
    const served = serveDocuments();
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    let fails = true;
    server.use(
      http.post(rpc('file_document'), () =>
        fails
          ? HttpResponse.json({ code: 'PT422', message: 'no', hint: 'documents-full' }, { status: 422 })
          : undefined,
      ),
    );
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('Contract.pdf'));
    await part.findByText('Uploaded');
    await user.click(part.getByRole('button', { name: 'File 1 document' }));
    expect(await part.findByText('A site has at most 100 documents. Remove one first.')).toBeVisible();
    fails = false;
    await user.click(part.getByRole('button', { name: 'File 1 document' }));
    expect(await screen.findByText('1 document filed.')).toBeVisible();
    expect(served.filed).toHaveLength(1);
  });

  it.each([
    ['file', 'The file did not arrive as a PDF. Remove it here and choose it again.'],
    ['title', 'This title cannot be saved. Use one line of plain text.'],
    ['other', 'Error updating data. Try again.'],
  ])('says what to do where the database refuses its %s', async (hint, words) => {
    serveDocuments();
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    server.use(
      http.post(rpc('file_document'), () => HttpResponse.json({ code: 'PT422', message: 'no', hint }, { status: 422 })),
    );
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('Contract.pdf'));
    await part.findByText('Uploaded');
    await user.click(part.getByRole('button', { name: 'File 1 document' }));
    expect(await part.findByText(words)).toBeVisible();
  });

  it('offers to upload again what the storage refused', async () => {
    const served = serveDocuments();
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    let fails = true;
    server.use(
      http.post(`${bucketUrl}/*`, () =>
        fails ? HttpResponse.json({ statusCode: '403', error: 'Error', message: 'no' }, { status: 400 }) : undefined,
      ),
    );
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('Contract.pdf'));
    expect(await part.findByText('File upload failed. Please try again.')).toBeVisible();
    fails = false;
    await user.click(part.getByRole('button', { name: 'Retry: Contract.pdf' }));
    expect(await part.findByText('Uploaded')).toBeVisible();
    await closeScreen(served);
  });

  it('asks before it is left, and unfiled documents are removed from the bucket', async () => {
    const served = serveDocuments();
    const { user, part } = await openPart();
    await pick(user, part, pdfNamed('Contract.pdf'));
    await part.findByText('Uploaded');
    await user.click(screen.getByRole('link', { name: 'All sites' }));
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    expect(question.getByText('1 chosen document is not filed yet.')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(served.removed).toEqual(served.stored));
  });
});

describe('filed documents', () => {
  it('are listed by title with size, day and audience, and get the focus from a link of the profile', async () => {
    serveDocuments(aDocument(), aDocument({ id: 8, title: 'AMC', audience: 'office', bytes: 900 }));
    const { part } = await openPart('&part=documents');
    expect(await part.findByText('1 KB, filed on 2 November 2026')).toBeVisible();
    expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'AMC1 KB, filed on 2 November 2026The office onlyEditRemove',
      'Contract 20261.2 MB, filed on 2 November 2026The client tooEditRemove',
    ]);
    expect(screen.getByRole('region', { name: 'Documents' })).toHaveFocus();
  });

  it('get another title and audience, under their revision', async () => {
    const served = serveDocuments(aDocument());
    const { user, part } = await openPart();
    await part.findByText('Contract 2026');
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the document' }));
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('A document needs a title.')).toBeVisible();
    await user.type(title, 'Contract 2027');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Who sees it' }), 'office');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(served.changed).toEqual([{ document_id: 7, revision: 1, title: 'Contract 2027', audience: 'office' }]);
    expect(await part.findByText('Contract 2027')).toBeVisible();
  });

  it('keep what somebody else changed meanwhile, and ask if it is the same value', async () => {
    const served = serveDocuments(aDocument());
    const { user, part } = await openPart();
    await part.findByText('Contract 2026');
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the document' }));
    served.changeElsewhere(7, { title: 'AMC 2026', audience: 'office' });
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' (signed)');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findByText('Somebody else has changed it: “AMC 2026”, The office only. Save again to replace that.'),
    ).toBeVisible();
    expect(served.changed).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(served.changed).toHaveLength(1));
    // the audience was not changed here, so theirs stays
    expect(served.changed).toEqual([{ document_id: 7, revision: 2, title: 'Contract 2026 (signed)' }]);
  });

  it.each([
    [
      'the service refuses',
      () => HttpResponse.json({ code: 'P0001', message: 'no' }, { status: 400 }),
      'Error updating data. Try again.',
    ],
    [
      'nobody answers',
      () => HttpResponse.error(),
      'There is no connection. Try again when there is one: it is saved only once.',
    ],
  ])('keep what was typed where %s, and are saved by the next press', async (_, fault, text) => {
    const served = serveDocuments(aDocument());
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { user, part } = await openPart();
    await part.findByText('Contract 2026');
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the document' }));
    await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' (signed)');
    server.use(http.post(rpc('change_document'), fault, { once: true }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Contract 2026 (signed)');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(served.changed).toHaveLength(1);
  });

  it('are removed and restored by Undo, or from the removed ones', async () => {
    const served = serveDocuments(aDocument());
    const { user, part } = await openPart();
    await part.findByText('Contract 2026');
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Contract 2026 removed.')).toBeVisible();
    expect(await part.findByText('No documents yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Contract 2026 is back among the documents.')).toBeVisible();
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Remove' }));
    await user.click(await part.findByRole('button', { name: 'Removed 1' }));
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Bring back' }));
    await waitFor(() => expect(served.changed.map(({ shown }) => shown)).toEqual([false, true, false, true]));
    expect(await part.findByRole('button', { name: 'Edit' })).toBeVisible();
  });

  it('that cannot be removed say why, and stay', async () => {
    serveDocuments(aDocument());
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    server.use(
      http.post(rpc('change_document'), () => HttpResponse.json({ code: 'PT404', message: 'no' }, { status: 404 })),
    );
    const { user, part } = await openPart();
    await part.findByText('Contract 2026');
    await user.click(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('This document does not exist any more.')).toBeVisible();
    expect(rowOf(part, 'Contract 2026').getByRole('button', { name: 'Edit' })).toBeVisible();
  });
});
