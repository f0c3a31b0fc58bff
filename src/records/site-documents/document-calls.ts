import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf, isNoService, RequestError, serverRefusal, type CallResult } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, refuseRepetition, withIdempotencyKey } from '../attempt.ts';
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

/** The documents of a site that the key may see, an admin's with those that were removed. Stored on the device beside the site's record. */
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

/** By site id, what the documents that are shown are now (`documentsMark`); a site without any is not in it. @throws RequestError */
export async function readDocumentMarks(): Promise<Readonly<Record<string, string>>> {
  return v.parse(v.record(v.string(), v.string()), dataOf(await supabase.rpc('document_marks')));
}

/** The titles of the documents that the key may see and are shown, of all its sites. */
export const documentTitlesQuery = queryOptions({
  queryKey: ['document titles'],
  meta: { saved: documentTitlesSchema },
  queryFn: async ({ signal }) =>
    v.parse(documentTitlesSchema, dataOf(await supabase.rpc('document_titles').abortSignal(signal))),
});

/**
 * Files an uploaded PDF, once however often it is sent.
 * @param file its name in the bucket
 * @param batch of several at once, the action's id in the change log (`newBatch`)
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
    refuseRepetition(response);
    return v.parse(savedDocumentSchema, dataOf(response));
  });
}

/** What of a document is to be changed; what is left out stays as it is. */
export type DocumentChange = Partial<Pick<SiteDocument, 'title' | 'audience' | 'shown'>>;

/** Somebody else changed the same of a document. `current` is how it is now. */
export class DocumentChanged extends Error {
  readonly current: SiteDocument;

  constructor(current: SiteDocument) {
    super('Somebody else changed the document first');
    this.name = 'DocumentChanged';
    this.current = current;
  }
}

/**
 * Changes a document under its revision, once however often it is sent. What others changed of it meanwhile stays.
 * @param base as it was when somebody decided it
 * @throws RequestError; DocumentChanged where others changed the same otherwise
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
  refuseRepetition(response);
  return response.error?.code === 'PT409' ? null : v.parse(savedDocumentSchema, dataOf(response));
}

/** Whether somebody else changed what is to be changed, and to something else. */
function isContested(base: SiteDocument, current: SiteDocument, change: DocumentChange): boolean {
  const names = ['title', 'audience', 'shown'] as const;
  return names.some(
    (name) => change[name] !== undefined && current[name] !== base[name] && current[name] !== change[name],
  );
}

async function readDocument({ id, site_id: site }: SiteDocument): Promise<SiteDocument> {
  const found = v.parse(documentsSchema, dataOf(await supabase.rpc('list_documents', { site_id: site })));
  const stored = found.find((document) => document.id === id);
  if (!stored) throw new RequestError('The document cannot be read', 404, 'response');
  return stored;
}

/** Shows a document as saved, and has the list of its site read again. */
export function documentSaved(saved: SiteDocument): void {
  const { queryKey } = documentsQuery(saved.site_id);
  queryClient.setQueryData<SiteDocument[]>(
    queryKey,
    (before) => before && [saved, ...before.filter(({ id }) => id !== saved.id)],
  );
  for (const changed of [queryKey, documentTitlesQuery.queryKey])
    void queryClient.invalidateQueries({ queryKey: changed });
}

/** Has the documents of all sites read again. */
export function invalidateDocuments(): void {
  for (const queryKey of [documentsKey, documentTitlesQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
}

const refusals: Partial<Record<string, Message>> = {
  file: message('The file did not arrive as a PDF. Remove it here and choose it again.'),
  'filed-already': message('This document is filed already. Remove it here, and change it in the list.'),
  title: message('This title cannot be saved. Use one line of plain text.'),
};

/** Why a document was not saved, in words. */
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
