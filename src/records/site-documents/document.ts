import * as v from 'valibot';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { excessText, sanitizedText, storedText } from '../../lib/text-rules.ts';

/*
 * A document is a PDF of a site: its contract, a drawing, a handbook. The office files it and says who sees it; the database decides
 * who does. A removed one stays and can be brought back, and a file is never replaced: its newer version is another document.
 */

/** Who sees a document, the narrowest first: each sees what those before it see. */
export const audiences = ['office', 'technicians', 'client'] as const;
export type Audience = (typeof audiences)[number];

const documentSchema = v.object({
  id: v.number(),
  site_id: v.number(),
  title: v.string(),
  audience: v.picklist(audiences),
  /** Its name in the bucket. */
  file: v.string(),
  bytes: v.number(),
  filed_at: v.string(),
  /** False where it was removed, which only the office sees. */
  shown: v.boolean(),
  revision: v.number(),
});
export type SiteDocument = v.InferOutput<typeof documentSchema>;

export const savedDocumentSchema = documentSchema;
export const documentsSchema = v.array(documentSchema);

/** What a search says of a document. */
export const documentTitlesSchema = v.array(v.object({ id: v.number(), site_id: v.number(), title: v.string() }));
export type DocumentTitle = v.InferOutput<typeof documentTitlesSchema>[number];

/** `site`: how many a site shows at a time; `title`: in characters. The database asks the same. */
export const documentLimits = { site: 100, title: 120 };

/** What the office says of a document. */
export interface DocumentFacts {
  title: string;
  audience: Audience;
}

const audienceLabels: Readonly<Record<Audience, Message>> = {
  office: message('The office only'),
  technicians: message('The office and technicians'),
  client: message('The client too'),
};

/** Who sees a document, in words. */
export const audienceText = (audience: Audience): string => said(audienceLabels[audience]);

/** The choices of who sees a document. */
export const audienceOptions = () => audiences.map((value) => ({ value, label: audienceText(value) }));

/** The audience that a choice names; that of a document nobody has decided about where it names none. */
export const audienceNamed = (value: string): Audience =>
  audiences.find((audience) => audience === value) ?? 'technicians';

/** The documents that are shown, by title. */
export function shownDocuments(documents: readonly SiteDocument[]): SiteDocument[] {
  return documents.filter(({ shown }) => shown).toSorted(byTitle);
}

/** The documents that may go to others, as with an export: what only the office sees stays in the portal. */
export function handedOnDocuments(documents: readonly SiteDocument[]): SiteDocument[] {
  return shownDocuments(documents).filter(({ audience }) => audience !== 'office');
}

/** The documents that were removed, by title. */
export function removedDocuments(documents: readonly SiteDocument[]): SiteDocument[] {
  return documents.filter(({ shown }) => !shown).toSorted(byTitle);
}

const byTitle = (a: SiteDocument, b: SiteDocument) =>
  a.title.localeCompare(b.title, undefined, { numeric: true }) || a.id - b.id;

/** What is the same as long as nothing changes of the documents that are shown; the database says it of each site (`document_marks`). */
export function documentsMark(documents: readonly SiteDocument[]): string {
  return documents
    .filter(({ shown }) => shown)
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, revision }) => `${id}.${revision}`)
    .join(' ');
}

/** A title as the file's name suggests it: without its ending, with blanks for underscores. */
export function suggestedTitle(fileName: string): string {
  const words = sanitizedText(fileName.replace(/\.pdf$/iu, ''), { lines: false }).text.replaceAll(/[\s_]+/gu, ' ');
  return Array.from(words.trim().normalize('NFC')).slice(0, documentLimits.title).join('').trim();
}

/** What is wrong with a typed title; null where nothing is. */
export function titleProblem(title: string): string | null {
  const stored = storedTitle(title);
  return stored === '' ? t('A document needs a title.') : excessText(stored, documentLimits.title);
}

/** A typed title as it is stored. */
export function storedTitle(title: string): string {
  return storedText(sanitizedText(title, { lines: false }).text);
}
