import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDocument, documentFile, rpc, serveDocuments } from '../../components/site-documents/serve-documents.ts';
import { pickSite } from '../../support/pick-site.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSigning, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { smallPdf } from '../../support/small-pdf.ts';

beforeAll(async () => {
  await import('../../../src/components/site-documents/SiteDocumentList.tsx');
});

// the browser shows a PDF by itself
beforeEach(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true }));

async function openProfile(session = userSession, url = '/profile') {
  serveSites(siteRow());
  server.use(http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])));
  const { user } = renderRoute(url, session);
  if (session.role === 'admin') await pickSite(user, 'Selasih Park');
  const part = within(await screen.findByRole('region', { name: 'Documents' }));
  return { user, part };
}

describe('the documents on a profile', () => {
  it('are listed by title with size and day, and open with their download', async () => {
    serveDocuments(aDocument({ id: 8, title: 'Handbook' }), aDocument());
    serveSigning();
    server.use(
      http.get(`${origin}/storage/v1/object/rfidboomgatephoto/*`, () => HttpResponse.text(smallPdf('handbook'))),
    );
    const { user, part } = await openProfile();
    expect((await part.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      // a client does not need to know who else sees it
      'Contract 20261.2 MB, filed on 2 November 2026',
      'Handbook1.2 MB, filed on 2 November 2026',
    ]);
    expect(part.queryByRole('link')).toBeNull();
    await user.click(part.getByRole('button', { name: 'Handbook' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Handbook' }));
    const download = await dialog.findByRole('link', { name: 'Download PDF' });
    const url = new URL(download.getAttribute('href') ?? '');
    expect(url.pathname).toContain(documentFile(8));
    expect(url.searchParams.get('download')).toBe('Handbook.pdf');
  });

  it('say so if a linked document does not exist any more, and name the open document in the URL', async () => {
    serveDocuments(aDocument());
    serveSigning();
    server.use(
      http.get(`${origin}/storage/v1/object/rfidboomgatephoto/*`, () => HttpResponse.text(smallPdf('contract'))),
    );
    const { user, part } = await openProfile(userSession, '/profile?document=99');
    expect(await part.findByText('This document does not exist any more.')).toBeVisible();
    await user.click(part.getByRole('button', { name: 'Contract 2026' }));
    expect(await screen.findByRole('dialog', { name: 'Contract 2026' })).toBeVisible();
    expect(new URLSearchParams(location.search).get('document')).toBe('7');
    expect(part.queryByText('This document does not exist any more.')).toBeNull();
  });

  it('say that there are none', async () => {
    serveDocuments();
    const { part } = await openProfile();
    expect(await part.findByText('No documents of this site have been filed for you.')).toBeVisible();
  });

  it('show the audience of each to the office, with a link to where they are filed', async () => {
    serveDocuments(aDocument({ audience: 'office' }), aDocument({ id: 8, title: 'Old', shown: false }));
    const { part } = await openProfile(adminSession);
    expect(await part.findByText('The office only')).toBeVisible();
    expect(part.queryByText('Old')).toBeNull();
    expect(part.getByRole('link', { name: 'File and change documents' })).toHaveAttribute(
      'href',
      '/DataEditor/sites?site=Selasih+Park&part=documents',
    );
  });

  it('say that they could not be loaded, and can be loaded again', async () => {
    serveDocuments(aDocument());
    let fails = true;
    server.use(
      http.post(rpc('list_documents'), () =>
        fails ? HttpResponse.json({ code: 'PT403', message: 'no' }, { status: 403 }) : undefined,
      ),
    );
    const { user, part } = await openProfile();
    expect(await part.findByRole('alert')).toHaveTextContent('The documents could not be loaded.');
    fails = false;
    await user.click(part.getByRole('button', { name: 'Try again' }));
    expect(await part.findByText('Contract 2026')).toBeVisible();
  });
});
