import * as v from 'valibot';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { excessText, sanitizedText, storedText } from '../../lib/text-rules.ts';

/*
 * A document is a PDF of a site, such as its contract, a drawing or a handbook. The office files it and chooses who can see it; the database
 * enforces this. A removed document stays in the database and can be brought back. A file is never replaced: a newer version is another document.
 */

/** Who can see a document, the smallest audience first. Each audience includes those before it. */
export const audiences = ['office', 'technicians', 'client'] as const;
export type Audience = (typeof audiences)[number];

const documentSchema = v.object({
  id: v.number(),
  site_id: v.number(),
  title: v.string(),
  audience: v.picklist(audiences),
  /** Its object name in the bucket. */
  file: v.string(),
  bytes: v.number(),
  filed_at: v.string(),
  /** False for a removed document, which only the office can see. */
  shown: v.boolean(),
  revision: v.number(),
});
export type SiteDocument = v.InferOutput<typeof documentSchema>;

export const savedDocumentSchema = documentSchema;
export const documentsSchema = v.array(documentSchema);

/** The data of documents for searches. */
export const documentTitlesSchema = v.array(v.object({ id: v.number(), site_id: v.number(), title: v.string() }));
export type DocumentTitle = v.InferOutput<typeof documentTitlesSchema>[number];

/** `site`: how many shown documents a site has at most. `title`: the longest title, in characters. The database has the same limits. */
export const documentLimits = { site: 100, title: 120 };

/** The values of a document that the office chooses. */
export interface DocumentFacts {
  title: string;
  audience: Audience;
}

const audienceLabels: Readonly<Record<Audience, Message>> = {
  office: message('The office only'),
  technicians: message('The office and technicians'),
  client: message('The client too'),
};

/** The label of an audience. */
export const audienceText = (audience: Audience): string => said(audienceLabels[audience]);

/** The options for choosing an audience. */
export const audienceOptions = () => audiences.map((value) => ({ value, label: audienceText(value) }));

/** The audience with this name; for any other text, `technicians`, which is the default of a new document. */
export const audienceNamed = (value: string): Audience =>
  audiences.find((audience) => audience === value) ?? 'technicians';

/** The shown documents, sorted by title. */
export function shownDocuments(documents: readonly SiteDocument[]): SiteDocument[] {
  return documents.filter(({ shown }) => shown).toSorted(byTitle);
}

/** The shown documents that an export may contain. Documents of the office stay in the portal. */
export function handedOnDocuments(documents: readonly SiteDocument[]): SiteDocument[] {
  return shownDocuments(documents).filter(({ audience }) => audience !== 'office');
}

/** The removed documents, sorted by title. */
export function removedDocuments(documents: readonly SiteDocument[]): SiteDocument[] {
  return documents.filter(({ shown }) => !shown).toSorted(byTitle);
}

const byTitle = (a: SiteDocument, b: SiteDocument) =>
  a.title.localeCompare(b.title, undefined, { numeric: true }) || a.id - b.id;

/** A text that changes whenever the shown documents change. The SQL function `document_marks` returns the same text for each site. */
export function documentsMark(documents: readonly SiteDocument[]): string {
  return documents
    .filter(({ shown }) => shown)
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, revision }) => `${id}.${revision}`)
    .join(' ');
}

/** The suggested title of a file: its name without `.pdf`, and with blanks instead of underscores. */
export function suggestedTitle(fileName: string): string {
  const words = sanitizedText(fileName.replace(/\.pdf$/iu, ''), { lines: false }).text.replaceAll(/[\s_]+/gu, ' ');
  return Array.from(words.trim().normalize('NFC')).slice(0, documentLimits.title).join('').trim();
}

/** The message about a typed title that is not allowed; null for an allowed title. */
export function titleProblem(title: string): string | null {
  const stored = storedTitle(title);
  return stored === '' ? t('A document needs a title.') : excessText(stored, documentLimits.title);
}

/** A typed title in the stored form. */
export function storedTitle(title: string): string {
  return storedText(sanitizedText(title, { lines: false }).text);
}
