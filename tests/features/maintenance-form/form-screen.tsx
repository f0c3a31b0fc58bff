import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { endSession } from '../../../src/lib/device/session.ts';
import { presetOf } from '../../../src/records/maintenance-form/form-presets.ts';
import type { SiteRecord } from '../../../src/records/site/site-queries.ts';
import FakeSignaturePad from '../../support/drawing/signature_pad.ts';
import { fakeWorkers, watchSavedFiles, type FakeWorker } from '../../support/fake-worker.ts';
import { pasteInto } from '../../support/pick-site.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { listedSite } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { smallPdf } from '../../support/small-pdf.ts';

export const pads = FakeSignaturePad.all;

export const selasih =
  presetOf('selasih-park') ??
  (() => {
    throw new Error('There is such a preset');
  })();

/** The storage key of the draft of a client. */
export const draftPath = (client: string, kind = 'maintenance-form') =>
  `portal.draft/key-${adminSession.keyId}/${kind}/${client}`;

/** Collects the stored entries that are removed from now on while no other entry contains these words. */
export function watchLosses(words: string): string[] {
  const lost: string[] = [];
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, entry) {
    const holding = Object.keys(this).filter((key) => this.getItem(key)?.includes(words));
    if (holding.join() === entry) lost.push(entry);
    Reflect.deleteProperty(this, entry);
  });
  return lost;
}

/** The calls and results that the tests of the form check. They are reset before each test. */
export const seen: { workers: readonly FakeWorker[]; saved: ReturnType<typeof watchSavedFiles> } = {
  workers: [],
  saved: [],
};

/** Mocks for the files that open the form: jsdom can neither draw nor start a worker. */
export function preparePage(): void {
  beforeEach(() => {
    pads.length = 0;
    seen.workers = fakeWorkers();
    seen.saved = watchSavedFiles();
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
    // jsdom logs that it cannot draw
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });
  afterEach(() => {
    act(() => endSession('logout'));
    vi.unstubAllGlobals();
    localStorage.clear();
  });
}

/** A site whose name is not that of a preset. */
export const orchard = { id: 7, name: 'Orchard', sitename: 'Orchard Point', address: '1 Orchard Road\nSingapore' };

interface Served {
  equipment: Record<string, string> | null;
  revision: number;
  posts: Record<string, unknown[]>;
}

/** Serves this site, and changes it as the form saves it. Returns its row. */
export function serveSite(values: Partial<Served> = {}, site: Partial<SiteRecord> = orchard) {
  const row: Served = { equipment: null, revision: 4, posts: {}, ...values };
  server.use(
    http.get(`${origin}/rest/v1/maintable`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('select')?.includes('equipment')
          ? [{ equipment: row.equipment, revision: row.revision }]
          : [listedSite(site)],
      ),
    ),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([{ json: row.posts, revision: 1 }])),
    http.patch(`${origin}/rest/v1/maintable`, async ({ request }) => {
      const asked = new URL(request.url).searchParams;
      const body: unknown = await request.json();
      if (asked.get('revision') !== `eq.${row.revision}`) return HttpResponse.json([]);
      expect(body).toMatchObject({ revision: row.revision + 1 });
      Object.assign(row, body);
      return HttpResponse.json([{ equipment: row.equipment, revision: row.revision }]);
    }),
  );
  return row;
}

/** Holds these requests back until they are released. Then they are served as usual. */
export function hold(method: 'get' | 'patch', table: string): () => void {
  let release: (() => void) | undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(http[method](`${origin}/rest/v1/${table}`, () => released));
  return () => act(() => release?.());
}

/** Opens the form. Call `serveSite` first. */
export async function openForm(session = adminSession) {
  const view = renderRoute('/DataEditor/report', session);
  await screen.findByRole('heading', { level: 1, name: 'Maintenance Report Form' });
  return view;
}

type User = Awaited<ReturnType<typeof openForm>>['user'];

export const field = (name: string) => screen.getByRole('textbox', { name });

export const fill = (user: User, name: string, text: string): Promise<void> => pasteInto(user, field(name), text);

export const clientField = () => screen.getByRole('combobox', { name: 'Select Client' });

/** The text in the field for a client. @param client the id of a template, the orchard, or '' for none */
export function clientShown(client: string): string {
  if (client === '') return 'No client selected';
  return presetOf(client)?.name ?? orchard.name;
}

/** Waits for the list of sites, which the choice may need. */
export async function pickClient(user: User, client: string): Promise<void> {
  await user.click(clientField());
  await screen.findByRole('option', { name: orchard.name });
  // a template is marked as one
  await user.click(screen.getByRole('option', { name: new RegExp(`^${clientShown(client)}(?: Template)?$`, 'u') }));
}

export async function choose(user: User, client: string): Promise<void> {
  await pickClient(user, client);
  await screen.findByRole('textbox', { name: 'Issue details' });
}

export async function press(user: User, name: string): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

/** Answers the question about what is missing, if it is asked. */
export async function goOnAnyway(user: User): Promise<void> {
  const anyway = screen.queryByRole('button', { name: /anyway$/u });
  if (anyway) await user.click(anyway);
}

/** Presses a button that makes the PDF, whatever is missing in the form, and answers instead of the worker. */
export async function makePdf(user: User, button: string, name = 'Form.pdf'): Promise<void> {
  const before = seen.workers.flatMap(({ asked }) => asked).length;
  await press(user, button);
  await goOnAnyway(user);
  await waitFor(() => expect(seen.workers.flatMap(({ asked }) => asked)).toHaveLength(before + 1));
  const file = new Blob([smallPdf()], { type: 'application/pdf' });
  const worker = seen.workers.findLast(({ asked }) => asked.length > 0);
  act(() => worker?.answer({ type: 'done', file, fileName: name, missing: 0 }));
  await waitFor(() => expect(worker?.terminated).toBe(true));
}
