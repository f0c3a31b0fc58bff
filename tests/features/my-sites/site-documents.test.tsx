import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeFileCopy, storeResultCopy } from '../../../src/lib/device/copies.ts';
import { aDocument, documentFile, rpc, serveDocuments } from '../../components/site-documents/serve-documents.ts';
import { faults } from '../../faults/faults.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { renderRoute, technicianSession } from '../../support/render-route.tsx';
import { overviewRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { smallPdf } from '../../support/small-pdf.ts';

const rest = `${origin}/rest/v1`;
/** Another key in each test, so that no test finds the copies of an earlier one. */
let keyId = 4_900;
const rows = [overviewRow({ site_id: 1, name: 'Bayu' })];

beforeAll(async () => {
  await import('../../../src/features/my-sites/DocumentsDialog.tsx');
});
beforeEach(() => {
  // the browser shows a PDF by itself
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  keyId += 1;
});

async function openDocuments() {
  const { user } = renderRoute('/DataEditor/my-sites', { ...technicianSession, keyId });
  const bayu = within(await screen.findByRole('article', { name: 'Bayu' }));
  await user.click(bayu.getByRole('button', { name: /^More/u }));
  await user.click(await screen.findByRole('menuitem', { name: 'Documents' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Documents of Bayu' })) };
}

describe('the documents of a site for a technician', () => {
  it('are under More, with who sees them', async () => {
    server.use(http.post(rpc('site_overview'), () => HttpResponse.json(rows)));
    serveDocuments(aDocument({ title: 'Drawing', audience: 'technicians' }));
    const { dialog } = await openDocuments();
    expect(await dialog.findByRole('button', { name: 'Drawing' })).toBeVisible();
    expect(dialog.getByText('The office and technicians')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('come from the copy on this device without a connection, and open there', async () => {
    await fakeStorage();
    const owner = `${keyId}.technician`;
    const at = Date.parse('2026-11-21T23:40:00Z');
    await storeResultCopy(owner, '["maintable","overview"]', { value: rows, at });
    await storeResultCopy(owner, '["documents",1]', { value: [aDocument({ title: 'Drawing' })], at });
    await storeFileCopy(owner, documentFile(7), new Blob([smallPdf('drawing')]), true);
    server.use(http.post(`${rest}/rpc/:name`, faults.offline), http.get(`${rest}/*`, faults.offline));
    server.use(http.post(`${origin}/storage/*`, faults.offline), http.get(`${origin}/storage/*`, faults.offline));
    const { user, dialog } = await openDocuments();
    await user.click(await dialog.findByRole('button', { name: 'Drawing' }));
    const opened = within(await screen.findByRole('dialog', { name: 'Drawing' }));
    // the file is on this device, so it can be saved without a link
    expect(await opened.findByRole('button', { name: 'Download PDF' })).toBeVisible();
    expect(opened.queryByText(/not kept on this device/u)).toBeNull();
  });

  it('say so without a connection if there is no copy', async () => {
    await fakeStorage();
    const at = Date.parse('2026-11-21T23:40:00Z');
    await storeResultCopy(`${keyId}.technician`, '["maintable","overview"]', { value: rows, at });
    server.use(http.post(`${rest}/rpc/:name`, faults.offline), http.get(`${rest}/*`, faults.offline));
    const { dialog } = await openDocuments();
    expect(
      await dialog.findByText('There is no connection, and the documents of this site are not kept on this device.'),
    ).toBeVisible();
  });
});
