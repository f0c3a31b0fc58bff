import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { serveMaintable } from '../serve-maintable.ts';

const heading = 'site,date,time,title,text,kind,photos,pdf,showing,reference';
const visit = 'Selasih Park,2025-03-17,10:05,Monthly,All posts tested,preventive,,,,V-1';
const other = 'Menara Kayangan,2025-03-18,09:00,Arm hit,Replaced,emergency,,,,V-2';
const csv = (...rows: string[]) => new File([[heading, ...rows].join('\r\n')], 'visits.csv', { type: 'text/csv' });

interface Sent {
  name: string;
  visits: { source: string }[];
}

/** A database that imports sites and keeps them. Returns what was sent. */
function serveImport() {
  const sent: Sent[] = [];
  server.use(
    http.post<never, { site: string }>(`${origin}/rest/v1/rpc/import_state`, async ({ request }) => {
      const { site } = await request.json();
      const sources = sent
        .filter(({ name }) => name === site)
        .flatMap(({ visits }) => visits.map(({ source }) => source));
      return HttpResponse.json({ site_id: 1, sources, has_counts: false, has_key: false });
    }),
    http.post<never, { site: Sent }>(`${origin}/rest/v1/rpc/import_site`, async ({ request }) => {
      const { site } = await request.json();
      sent.push(site);
      return HttpResponse.json({ site_id: 1, added: site.visits.length, key: null });
    }),
  );
  return sent;
}

async function openDialog() {
  serveMaintable(listedSite(), listedSite({ id: 3, name: 'Menara Kayangan' }));
  const { user } = renderRoute('/DataEditor/sites', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Import visits' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Import visits' }));
  return {
    user,
    dialog,
    choose: (file: File) => user.upload(screen.getByLabelText(/Choose (?:a|another) CSV/u), file),
  };
}

describe('the import of visits', () => {
  it('shows what would happen, row by row, and writes on confirmation', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit, 'Nowhere,2025-03-17,,T,X', other.replace('emergency,', 'emergency,gate.jpg')));
    expect(await dialog.findByText('2 visits to import into 2 sites. 2 remarks:')).toBeVisible();
    const remarks = within(dialog.getByRole('table', { name: 'Remarks' }));
    expect(
      remarks
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      'row 3There is no site named “Nowhere”.Left out. Correct the name, or add the site first.',
      'row 4The photo “gate.jpg” is not there.Imported without it.',
    ]);
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByText('2 visits imported into 2 sites. 2 remarks:')).toBeVisible();
    expect(sent.map(({ name }) => name)).toEqual(['Selasih Park', 'Menara Kayangan']);
    expect(sent.slice(0, 1)).toEqual([
      {
        name: 'Selasih Park',
        visits: [
          {
            source: 'reference V-1',
            visit: {
              time: '2025-03-17T10:05:00+08:00',
              year: '2025',
              month: 'mar',
              title: 'Monthly',
              tasks: 'All posts tested',
              showing: 'True',
              kind: 'preventive',
              urls: [],
              pdf: '',
            },
          },
        ],
      },
    ]);
    expect(sent[1]?.visits.map(({ source }) => source)).toEqual(['reference V-2']);
    expect(dialog.queryByRole('button', { name: /^Import/u })).toBeNull();
  });

  it('imports nothing again from a file that was imported earlier', async () => {
    const sent = serveImport();
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    await dialog.findByText('1 visit imported into 1 site.');
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    await user.click(screen.getByRole('button', { name: 'Import visits' }));
    await choose(csv(visit));
    expect(await screen.findByText('No visits to import. 1 visit imported earlier, left as they are.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import 1 visit' })).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('continues with the other sites when one failed, and keeps the chosen file', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const sent = serveImport();
    server.use(
      http.post(`${origin}/rest/v1/rpc/import_site`, () => HttpResponse.json({ message: 'no' }, { status: 500 }), {
        once: true,
      }),
    );
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit, other));
    await user.click(await dialog.findByRole('button', { name: 'Import 2 visits' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Error updating data. It is not known whether the visits of these sites were imported: Selasih Park. Press Import again; nothing is imported twice.',
    );
    expect(sent.map(({ name }) => name)).toEqual(['Menara Kayangan']);
    await user.click(dialog.getByRole('button', { name: 'Import 1 visit' }));
    expect(await dialog.findByText('1 visit imported into 1 site.')).toBeVisible();
    expect(sent.map(({ name }) => name)).toEqual(['Menara Kayangan', 'Selasih Park']);
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('reports an unknown result when a response was lost, and finds the visits stored at the next try', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const sent = serveImport();
    const network = { away: false };
    server.use(
      http.post<never, { site: Sent }>(
        `${origin}/rest/v1/rpc/import_site`,
        async ({ request }) => {
          sent.push((await request.json()).site);
          network.away = true;
          return HttpResponse.error();
        },
        { once: true },
      ),
      http.post(`${origin}/rest/v1/rpc/*`, () => (network.away ? HttpResponse.error() : undefined)),
    );
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit));
    await user.click(await dialog.findByRole('button', { name: 'Import 1 visit' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Error updating data. It is not known whether the visits of these sites were imported: Selasih Park. Press Import again; nothing is imported twice.',
    );
    network.away = false;
    await user.click(dialog.getByRole('button', { name: 'Import 1 visit' }));
    expect(
      await dialog.findByText('0 visits imported into 0 sites. 1 visit imported earlier, left as they are.'),
    ).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('explains what is wrong with a file that is not a table of visits', async () => {
    const { dialog, choose } = await openDialog();
    await choose(new File(['Date,Work\n2025-01-01,x'], 'other.csv'));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'The first row of the CSV must name its columns. Missing: site, title, text. The template has them all.',
    );
  });

  it('can be checked again when the server did not respond', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    serveImport();
    server.use(http.post(`${origin}/rest/v1/rpc/import_state`, () => HttpResponse.error(), { once: true }));
    const { user, dialog, choose } = await openDialog();
    await choose(csv(visit));
    expect(await dialog.findByText('Error fetching data.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Import 1 visit' })).toBeVisible();
  });

  it('offers a template and the remarks as files', async () => {
    serveImport();
    const saved: [string, string][] = [];
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push([this.download, this.href]);
    });
    const { user, dialog, choose } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Save a template' }));
    await waitFor(() => expect(saved.map(([name]) => name)).toEqual(['visits.csv']));
    await choose(csv('Nowhere,2025-03-17,,T,X'));
    await user.click(await dialog.findByRole('button', { name: 'Save the remarks (CSV)' }));
    expect(saved.map(([name]) => name)).toEqual(['visits.csv', 'visits_remarks.csv']);
    save.mockRestore();
  });
});
