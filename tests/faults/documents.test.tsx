import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { aDocument, rpc, serveDocuments } from '../components/site-documents/serve-documents.ts';
import { serveMaintable, servePosts } from '../features/sites/serve-maintable.ts';
import { adminSession } from '../support/render-route.tsx';
import { listedSite } from '../support/rows.ts';
import { smallPdf } from '../support/small-pdf.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

beforeAll(async () => void (await import('../../src/features/sites/documents/SiteDocuments.tsx')));

let served: ReturnType<typeof serveDocuments>;

/** A call of the documents in the editor of a site. */
const ofDocuments = (name: string, call: Omit<Call, 'request' | 'as' | 'at' | 'serve'>): Call => ({
  request: { method: 'post', url: rpc(name) },
  as: adminSession,
  at: '/DataEditor/sites?site=Selasih+Park',
  serve: () => {
    serveMaintable(listedSite());
    servePosts();
    served = serveDocuments(aDocument());
  },
  ...call,
});

const part = () => within(screen.getByRole('region', { name: 'Documents' }));
const noService = 'There is no connection. Try again when there is one: it is saved only once.';
const refused = 'Error updating data. Try again.';
const ofWrite = { other: noService, '403': refused, '409': refused };

testFaults({
  'the documents of a site': ofDocuments('list_documents', {
    from: ['records/site-documents/document-calls.ts: rpc list_documents'],
    press: () => {
      for (const button of part().queryAllByRole('button', { name: 'Try again' })) button.click();
    },
    limit: 45,
    expected: 'The documents could not be loaded.',
    done: () => void expect(part().getByText('Contract 2026')).toBeVisible(),
  }),
  'a new document': ofDocuments('file_document', {
    from: ['records/site-documents/document-calls.ts: rpc file_document'],
    begin: async (user) => {
      const pdf = new File([smallPdf('handbook')], 'Handbook.pdf', { type: 'application/pdf' });
      await user.upload(await screen.findByLabelText('Choose PDFs'), pdf);
      await waitFor(() => expect(part().getByText('Uploaded')).toBeVisible());
    },
    press: pressAll('File 1 document'),
    expected: ofWrite,
    kept: () => void expect(part().getByRole('textbox', { name: 'Title' })).toHaveValue('Handbook'),
    done: () => void expect(part().getByRole('button', { name: 'Handbook' })).toBeVisible(),
    logs: /A document was not filed/u,
    written: () => served.filed.length,
  }),
});
