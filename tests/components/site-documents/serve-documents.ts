import { http, HttpResponse } from 'msw';
import type { SiteDocument } from '../../../src/records/site-documents/document.ts';
import { origin, server } from '../../support/server.ts';

export const rpc = (name: string) => `${origin}/rest/v1/rpc/${name}`;
export const bucketUrl = `${origin}/storage/v1/object/rfidboomgatephoto`;

export const documentFile = (number: number) =>
  `documents/1/1700000000000-00000000-0000-4000-8000-${String(number).padStart(12, '0')}.pdf`;

export function aDocument(values: Partial<SiteDocument> = {}): SiteDocument {
  const { id = 7 } = values;
  return {
    id,
    site_id: 1,
    title: 'Contract 2026',
    audience: 'client',
    file: documentFile(id),
    bytes: 1_234_567,
    filed_at: '2026-11-02T10:00:00+08:00',
    shown: true,
    revision: 1,
    ...values,
  };
}

interface Filing {
  site_id: number;
  file: string;
  title: string;
  audience: SiteDocument['audience'];
}

interface Change extends Partial<Pick<SiteDocument, 'title' | 'audience' | 'shown'>> {
  document_id: number;
  revision: number;
}

/**
 * Serves the documents of a site and its bucket. Files new documents, once for each attempt, and changes documents under their
 * revision.
 */
export function serveDocuments(...documents: SiteDocument[]) {
  const live = [...documents];
  const filings: Filing[] = [];
  const changes: Change[] = [];
  const batches: (string | null)[] = [];
  const storedNames: string[] = [];
  const removedNames: string[] = [];
  const byAttempt = new Map<string, SiteDocument>();
  const oncePerAttempt = (request: Request, make: () => SiteDocument | null) => {
    const attempt = request.headers.get('x-portal-attempt') ?? '';
    const document = byAttempt.get(attempt) ?? make();
    if (!document) return HttpResponse.json({ code: 'PT409', message: 'Somebody else was faster' }, { status: 409 });
    byAttempt.set(attempt, document);
    return HttpResponse.json(document);
  };
  server.use(
    http.post(rpc('list_documents'), () => HttpResponse.json(live)),
    http.post<never, Filing>(rpc('file_document'), async ({ request }) => {
      const body = await request.json();
      batches.push(request.headers.get('x-portal-batch'));
      return oncePerAttempt(request, () => {
        filings.push(body);
        const document = aDocument({ ...body, id: 100 + filings.length });
        live.push(document);
        return document;
      });
    }),
    http.post<never, Change>(rpc('change_document'), async ({ request }) => {
      const { document_id: id, revision, ...change } = await request.json();
      return oncePerAttempt(request, () => {
        const index = live.findIndex((document) => document.id === id);
        const before = live[index];
        if (before?.revision !== revision) return null;
        changes.push({ document_id: id, revision, ...change });
        const after = { ...before, ...change, revision: revision + 1 };
        live[index] = after;
        return after;
      });
    }),
    http.post(`${bucketUrl}/*`, ({ request }) => {
      storedNames.push(new URL(request.url).pathname.split('/rfidboomgatephoto/')[1] ?? '');
      return HttpResponse.json({ Id: '5ee1c7b4-6a3f-4a5f-9d0c-0f3a0c6b7d11', Key: storedNames.at(-1) });
    }),
    http.delete<never, { prefixes: string[] }>(bucketUrl, async ({ request }) => {
      const { prefixes } = await request.json();
      removedNames.push(...prefixes);
      return HttpResponse.json(prefixes.map((name) => ({ name })));
    }),
  );
  return {
    live,
    filed: filings,
    changed: changes,
    batches,
    stored: storedNames,
    removed: removedNames,
    /** Changes a document as somebody else would. */
    changeElsewhere: (id: number, change: Partial<SiteDocument>) => {
      const index = live.findIndex((document) => document.id === id);
      const before = live[index];
      if (before) live[index] = { ...before, ...change, revision: before.revision + 1 };
    },
  };
}
