import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf, isNoService, RequestError, serverRefusal, type CallResult } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, throwIfRepeated, withIdempotencyKey } from '../attempt.ts';
import { batchHeader } from '../change-log/batch.ts';
import { saveWithRevision } from '../save-with-revision.ts';
import {
  documentLimits,
  documentsSchema,
  documentTitlesSchema,
  savedDocumentSchema,
  type DocumentFacts,
  type SiteDocument,
} from './document.ts';

const documentsKey = ['documents'] as const;

/** The documents of a site that the key may see; for an admin, removed documents too. Stored on the device with the site's record. */
export function documentsQuery(siteId: number) {
  return queryOptions({
    queryKey: [...documentsKey, siteId],
    meta: { saved: documentsSchema },
    queryFn: async ({ signal }) => readDocuments(siteId, signal),
  });
}

/** The documents of a site that the key may see. @throws RequestError */
export async function readDocuments(siteId: number, signal: AbortSignal): Promise<SiteDocument[]> {
  const call = supabase.rpc('list_documents', { site_id: siteId }).abortSignal(signal);
  return v.parse(documentsSchema, dataOf(await call));
}

/** A mark of the shown documents of each site (`documentsMark`), by site id. A site without documents is missing. @throws RequestError */
export async function readDocumentMarks(): Promise<Readonly<Record<string, string>>> {
  return v.parse(v.record(v.string(), v.string()), dataOf(await supabase.rpc('document_marks')));
}

/** The titles of the shown documents that the key may see, of all its sites. */
export const documentTitlesQuery = queryOptions({
  queryKey: ['document titles'],
  meta: { saved: documentTitlesSchema },
  queryFn: async ({ signal }) =>
    v.parse(documentTitlesSchema, dataOf(await supabase.rpc('document_titles').abortSignal(signal))),
});

/**
 * Files an uploaded PDF as a document. A repeated request files it once.
 * @param file the object name in the bucket
 * @param batch the id of an action with several documents in the change log (`newBatch`)
 * @throws RequestError
 */
export async function fileDocument(
  siteId: number,
  file: string,
  facts: DocumentFacts,
  batch?: string,
): Promise<SiteDocument> {
  const args = { site_id: siteId, file, title: facts.title, audience: facts.audience };
  return withIdempotencyKey(`document/${file}`, args, async (attempt) => {
    const call = supabase.rpc('file_document', args).setHeader(attemptHeader, attempt);
    const response = await (batch === undefined ? call : call.setHeader(batchHeader, batch));
    throwIfRepeated(response);
    return v.parse(savedDocumentSchema, dataOf(response));
  });
}

/** The values of a document to change. Values that are left out stay as they are. */
export type DocumentChange = Partial<Pick<SiteDocument, 'title' | 'audience' | 'shown'>>;

/** Somebody else changed the same value of a document. `current` is the present document. */
export class DocumentChanged extends Error {
  readonly current: SiteDocument;

  constructor(current: SiteDocument) {
    super('Somebody else changed the document first');
    this.name = 'DocumentChanged';
    this.current = current;
  }
}

/**
 * Changes a document under its revision. A repeated request changes it once. Other values that somebody else changed meanwhile stay.
 * @param base the document as the person saw it
 * @throws RequestError; DocumentChanged when somebody else changed the same value differently
 */
export async function changeDocument(base: SiteDocument, change: DocumentChange): Promise<SiteDocument> {
  return withIdempotencyKey(`document/${base.id}`, { ...change, revision: base.revision }, (attempt) =>
    saveWithRevision({
      base,
      read: () => readDocument(base),
      write: async (current) => {
        if (isContested(base, current, change)) throw new DocumentChanged(current);
        const args = { document_id: current.id, revision: current.revision, ...change };
        const response = await supabase.rpc('change_document', args).setHeader(attemptHeader, attempt);
        return changedDocument(response);
      },
    }),
  );
}

function changedDocument(response: CallResult<unknown>): SiteDocument | null {
  throwIfRepeated(response);
  return response.error?.code === 'PT409' ? null : v.parse(savedDocumentSchema, dataOf(response));
}

/** Whether somebody else changed a value that is to be changed, to a different value. */
function isContested(base: SiteDocument, current: SiteDocument, change: DocumentChange): boolean {
  const names = ['title', 'audience', 'shown'] as const;
  return names.some(
    (name) => change[name] !== undefined && current[name] !== base[name] && current[name] !== change[name],
  );
}

async function readDocument({ id, site_id: site }: SiteDocument): Promise<SiteDocument> {
  const documents = v.parse(documentsSchema, dataOf(await supabase.rpc('list_documents', { site_id: site })));
  const stored = documents.find((document) => document.id === id);
  if (!stored) throw new RequestError('The document cannot be read', 404, 'response');
  return stored;
}

/** Puts a saved document into the cached list of its site, and invalidates the list and the titles. */
export function documentSaved(saved: SiteDocument): void {
  const { queryKey } = documentsQuery(saved.site_id);
  queryClient.setQueryData<SiteDocument[]>(
    queryKey,
    (before) => before && [saved, ...before.filter(({ id }) => id !== saved.id)],
  );
  for (const changedKey of [queryKey, documentTitlesQuery.queryKey])
    void queryClient.invalidateQueries({ queryKey: changedKey });
}

/** Invalidates the documents of all sites. */
export function invalidateDocuments(): void {
  for (const queryKey of [documentsKey, documentTitlesQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
}

const refusals: Partial<Record<string, Message>> = {
  file: message('The file did not arrive as a PDF. Remove it here and choose it again.'),
  'filed-already': message('This document is filed already. Remove it here, and change it in the list.'),
  title: message('This title cannot be saved. Use one line of plain text.'),
};

/** The message why a document was not saved. */
export function documentProblem(error: unknown): string {
  if (isNoService(error)) return t('There is no connection. Try again when there is one: it is saved only once.');
  const { hint } = serverRefusal(error);
  if (hint === 'documents-full')
    return t('A site has at most {most} documents. Remove one first.', { most: documentLimits.site });
  const known = refusals[hint ?? ''];
  if (known) return said(known);
  if (error instanceof RequestError && error.status === 404) return t('This document does not exist any more.');
  return t('Error updating data. Try again.');
}
