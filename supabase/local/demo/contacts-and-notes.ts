import { demoDocuments, documentObjectName } from './demo-files.ts';

// What the office has saved about a site of the demo besides its record: further contacts, a note and documents.

const siteId = 1;

const contacts = [
  { name: 'Mr Kelvin Lim', role: 'Managing agent', phone: 100_000_004, email: 'lim@agent.example' },
  { name: 'Encik Hafiz', role: 'Security', phone: 100_000_005, email: null },
] as const;

const note = {
  text: 'The spare arm for P1 is in the store beside the guard house.',
  madeAt: '2026-10-06T11:20:00+08:00',
};

const quoted = (text: string | null) => (text === null ? 'null' : `'${text.replaceAll("'", "''")}'`);

/** The statements that add the demo's further contacts and its note, each only when the database has none. */
export function demoContactsSql(): string {
  const rows = contacts.map(
    ({ name, role, phone, email }) => `(${siteId}, ${quoted(name)}, ${quoted(role)}, ${phone}, ${quoted(email)})`,
  );
  return `insert into public.site_contacts (site_id, name, role, phone, email)
select * from (values ${rows.join(',\n  ')}) c
where not exists (select from public.site_contacts);

insert into public.site_notes (site_id, text, made_at)
select ${siteId}, ${quoted(note.text)}, ${quoted(note.madeAt)}::timestamptz
where not exists (select from public.site_notes);`;
}

/** The statement that adds the demo's documents when the database has none. Their files have to be in the bucket before. */
export function demoDocumentsSql(): string {
  const rows = demoDocuments.map(
    (document) =>
      `(${document.siteId}, ${quoted(document.title)}, ${quoted(document.audience)}, ${quoted(documentObjectName(document))}, 0, ${quoted(document.filedAt)}::timestamptz)`,
  );
  return `insert into private.site_documents (site_id, title, audience, file, bytes, filed_at)
select * from (values ${rows.join(', ')}) d
where not exists (select from private.site_documents);`;
}
