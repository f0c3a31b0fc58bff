import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { siteColumns } from '../../../../src/records/site/site-columns.ts';
import { adminSession, renderRoute } from '../../../support/render-route.tsx';
import { listedSite } from '../../../support/rows.ts';
import { origin, server } from '../../../support/server.ts';
import { serveMaintable, serveTasks, tableUrl } from '../serve-maintable.ts';

export const empty = Object.fromEntries(siteColumns.map(({ column }) => [column, null]));
/** A site of which only these values are known. */
export const bare = (id: number, name: string, values: object = {}) => ({
  ...listedSite({ id, name }),
  ...empty,
  id,
  name,
  ...values,
});
export const park = () =>
  bare(1, 'Selasih Park', { address: '18 Jalan Selasih', contract_until: '2027-12-31', status: true });
export const north = () => bare(2, 'Menara Kayangan', { address: '1 Jalan Kerinchi' });

/** A request that writes: its method and its headers. */
interface Written {
  verb: string;
  batch: string | null;
  attempt: string | null;
}

/** Opens the import of sites in a portal with these sites. */
export async function openSiteImport(...rows: ReturnType<typeof listedSite>[]) {
  const table = serveMaintable(...rows);
  serveTasks();
  const writes: Written[] = [];
  const steps: string[] = [];
  server.use(
    http.all(`${origin}/rest/v1/*`, ({ request }) => {
      const { method, headers, url } = request;
      const isWrite = ['POST', 'PATCH'].includes(method) && /\/(?:maintable|(?:un)?archive_site)(?:\?|$)/u.test(url);
      if (isWrite)
        writes.push({ verb: method, batch: headers.get('x-portal-batch'), attempt: headers.get('x-portal-attempt') });
      return undefined;
    }),
    ...(['archive_site', 'unarchive_site'] as const).map((step) =>
      http.post<never, { site_id: number; revision: number }>(`${origin}/rest/v1/rpc/${step}`, async ({ request }) => {
        const { site_id: id, revision } = await request.json();
        const site = table.rows.find((row) => row.id === id);
        if (site?.revision !== revision)
          return HttpResponse.json({ code: 'PT409', message: 'Somebody else changed the site first' }, { status: 409 });
        steps.push(`${step} ${id}`);
        site.revision += 1;
        site.archived_at = step === 'archive_site' ? '2026-11-22T12:00:00+08:00' : null;
        const { archived_at } = site;
        return HttpResponse.json({
          revision: site.revision,
          ...(archived_at !== null && { archived_at, ended: { keys: 0, stickers: 0, links: 0 } }),
        });
      }),
    ),
  );
  const { user } = renderRoute('/DataEditor/sites', adminSession);
  await user.click(await screen.findByRole('button', { name: 'Import sites' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import sites' }));
  return {
    user,
    ...table,
    dialog,
    writes,
    /** The sites that were archived and brought back, in order. */
    steps,
    choose: (file: File) => user.upload(screen.getByLabelText(/Choose (?:a|another) table/u), file),
    press: async (name: string | RegExp) => user.click(await dialog.findByRole('button', { name })),
    /** The rows of a list, each as the texts of its cells. */
    cellsOf: (name: string | RegExp) =>
      within(dialog.getByRole('table', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        ),
  };
}

export const sitesFile = (...rows: string[]) => new File([rows.join('\r\n')], 'customers.csv', { type: 'text/csv' });

/** Answers requests that add the site with this name. Where `answer` returns undefined, the site is added as usual. */
export function answerAdding(
  name: string,
  answer: (headers: Headers) => Response | undefined | Promise<Response | undefined>,
): void {
  server.use(
    http.post<never, { name?: string }>(tableUrl, async ({ request }) =>
      (await request.clone().json()).name === name ? await answer(request.headers) : undefined,
    ),
  );
}
