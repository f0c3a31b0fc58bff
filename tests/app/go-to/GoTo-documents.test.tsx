import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { SiteDocument } from '../../../src/records/site-documents/document.ts';
import { aDocument, serveDocuments } from '../../components/site-documents/serve-documents.ts';
import { technicianSession, userSession } from '../../support/render-route.tsx';
import { serveSigning } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { smallPdf } from '../../support/small-pdf.ts';
import { dialog, field, group, marked, open, pressKeys, refuse, remember, serveGoTo } from './go-to-screen.tsx';

serveGoTo();

describe('a document', () => {
  const titles = `${origin}/rest/v1/rpc/document_titles`;
  const lane = aDocument({ id: 31, site_id: 1, title: 'Lane drawing', audience: 'technicians' });
  const agreement = aDocument({ id: 32, site_id: 1, title: 'Service agreement 2026' });
  let reads = 0;

  function serveTitles(...documents: SiteDocument[]) {
    reads = 0;
    serveDocuments(...documents);
    serveSigning();
    server.use(
      http.post(titles, () => {
        reads += 1;
        return HttpResponse.json(documents.map(({ id, site_id, title }) => ({ id, site_id, title })));
      }),
      http.get(`${origin}/storage/v1/object/rfidboomgatephoto/*`, () => HttpResponse.text(smallPdf('paper'))),
    );
  }

  it('is found by a client by its title, requested once something is typed, and opens as from its list', async () => {
    serveTitles(agreement);
    const { user } = await open(userSession);
    expect(reads).toBe(0);
    await user.type(field(), 'agreement');
    await waitFor(() => expect(group('Documents')).toHaveLength(1));
    expect(reads).toBe(1);
    expect(marked()).toEqual(['Service agreement 2026 ']);
    await user.keyboard('{Enter}');
    const documentDialog = within(await screen.findByRole('dialog', { name: 'Service agreement 2026' }));
    expect(await documentDialog.findByRole('link', { name: 'Download PDF' })).toBeVisible();
    expect(location.pathname).toBe('/profile');
    await user.click(documentDialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    expect(new URLSearchParams(location.search).has('document')).toBe(false);
    // the document that was opened comes first
    pressKeys();
    await dialog();
    await waitFor(() => expect(group('Opened last')[0]).toHaveTextContent('Service agreement 2026'));
  });

  it('is found by a technician with its site, and opens above the list of that site', async () => {
    serveTitles(lane, agreement);
    const { user } = await open(technicianSession);
    await user.type(field(), 'selasih lane');
    await waitFor(() =>
      expect(group('Documents').map((line) => line.textContent)).toEqual(['Lane drawing Selasih Park']),
    );
    await user.click(group('Documents')[0] ?? document.body);
    const documentDialog = await screen.findByRole('dialog', { name: 'Lane drawing' });
    await user.click(within(documentDialog).getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    const list = within(screen.getByRole('dialog', { name: 'Documents of Selasih Park' }));
    expect(list.getByRole('button', { name: 'Service agreement 2026' })).toBeVisible();
    await user.click(list.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.pathname + location.search).toBe('/DataEditor/my-sites');
  });

  it('of the office leads an admin to the profile of its site', async () => {
    serveTitles(aDocument({ id: 33, title: 'Price list', audience: 'office' }));
    const { user } = await open();
    await user.type(field(), 'price');
    await waitFor(() => expect(group('Documents')).toHaveLength(1));
    expect(group('Documents')[0]).toHaveAttribute('href', '/profile?site=Selasih+Park&document=33');
  });

  it('is left out if it was opened last and is removed', async () => {
    serveTitles(agreement);
    remember(userSession, { kind: 'document', document: 99 }, { kind: 'document', document: 32 });
    await open(userSession);
    await waitFor(() =>
      expect(group('Opened last').map((line) => line.textContent)).toEqual(['Service agreement 2026 ']),
    );
    expect(reads).toBe(1);
  });

  it('that cannot be loaded causes a message, and is requested again', async () => {
    serveTitles(agreement);
    let refused = true;
    server.use(http.post(titles, () => (refused ? refuse() : undefined)));
    const { user } = await open(userSession);
    await user.type(field(), 'agreement');
    expect(await screen.findByText('Could not be read: the documents.')).toBeVisible();
    refused = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(group('Documents')).toHaveLength(1));
  });
});
