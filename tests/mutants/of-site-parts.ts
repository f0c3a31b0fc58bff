import { hasRole, hasSession, isAdmin, mutant, type Mutant } from './mutant.ts';

const documents = 'documents/documents';
const documentAccess = 'access/documents';
const rows = 'contacts-and-notes';
const rowAccess = 'access/contacts-and-notes';

const anybody = 'perform private.require_session();\n  ';
const adminsOnly = 'perform private.require_admin();\n  ';

/** Who sees, files and changes the documents of a site, and what stays of them. */
const ofDocuments: Mutant[] = [
  mutant(
    'documents: technicians see those of the office',
    "d.shown and d.audience in ('technicians', 'client') and d.site_id = any (sites)",
    'd.shown and d.site_id = any (sites)',
    documentAccess,
  ),
  mutant(
    'documents: technicians see those of other sites',
    "d.shown and d.audience in ('technicians', 'client') and d.site_id = any (sites)",
    "d.shown and d.audience in ('technicians', 'client')",
    documentAccess,
  ),
  mutant(
    'documents: a client sees those for technicians',
    "d.shown and d.audience = 'client' and d.site_id = own_site",
    'd.shown and d.site_id = own_site',
    documentAccess,
  ),
  mutant(
    'documents: a client sees those of other sites',
    "d.shown and d.audience = 'client' and d.site_id = own_site",
    "d.shown and d.audience = 'client'",
    documentAccess,
  ),
  mutant(
    'documents: a client sees those that were removed',
    "d.shown and d.audience = 'client' and d.site_id = own_site",
    "d.audience = 'client' and d.site_id = own_site",
    documentAccess,
  ),
  mutant(
    'documents: the titles have those that were removed',
    'from private.my_documents() d where d.shown);',
    'from private.my_documents() d);',
    documentAccess,
  ),
  mutant(
    'documents: a device does not learn of a change',
    "string_agg(d.id || '.' || d.revision, ' ' order by d.id)",
    "string_agg(d.id::text, ' ' order by d.id)",
    documents,
  ),
  ...['file_document', 'change_document'].map((name) =>
    mutant(
      `documents: everybody calls ${name}`,
      `${adminsOnly}did := private.start_attempt('${name}');`,
      `${anybody}did := private.start_attempt('${name}');`,
      documentAccess,
    ),
  ),
  mutant(
    'documents: a change of somebody else is not noticed',
    'if document.revision is distinct from base then',
    'if false then',
    documents,
  ),
  mutant(
    'documents: what is no PDF is filed',
    "and o.name = new.file and o.metadata ->> 'mimetype' = 'application/pdf');",
    'and o.name = new.file);',
    documents,
  ),
  mutant(
    'documents: the file of another site is filed',
    'if new.bytes is null or private.document_site(new.file) is distinct from new.site_id then',
    'if new.bytes is null then',
    documentAccess,
  ),
  mutant(
    'documents: a file is replaced',
    'elsif (new.site_id, new.file, new.bytes, new.filed_at) is distinct from (old.site_id, old.file, old.bytes, old.filed_at) then',
    'elsif false then',
    documents,
  ),
  mutant('documents: a site has any number', '>= private.max_documents() then', '>= 100000 then', documents),
  mutant(
    'documents: a file is that of two',
    'if exists (select from private.site_documents d where d.file = object_name) then',
    'if false then',
    documents,
  ),
  mutant(
    'documents: a title is anything',
    'if title is not null and private.is_plain_line(to_jsonb(title), 120) is not true then',
    'if false then',
    documentAccess,
  ),
  mutant(
    'documents: who may read all files of a site reads them',
    'or name in (select private.document_files())))',
    "or name like 'documents/%'))",
    documentAccess,
  ),
  mutant(
    'documents: a filed one loses its file',
    'private.document_site(object_name) is not null and not exists (select from private.site_documents d where d.file = object_name);',
    'private.document_site(object_name) is not null;',
    documentAccess,
  ),
  mutant(
    'documents: they come by a copy in the storage',
    "private.storage_operation() = 'object.upload' and coalesce(",
    'coalesce(',
    documentAccess,
  ),
  mutant('documents: a line of the log does not name its own', 'new.after := named || new.after;', '', documents),
  mutant(
    'documents: a change cannot be taken back',
    "('maintable', 'carpost', 'site_documents', 'site_contacts', 'site_notes')",
    "('maintable', 'carpost', 'site_contacts', 'site_notes')",
    documents,
  ),
];

/** Who reads and writes the further contacts of a site. */
const ofContacts: Mutant[] = [
  mutant(
    'contacts: a client reads those that were removed',
    'and not hidden and site_id = (select private.session_site()))',
    'and site_id = (select private.session_site()))',
    rowAccess,
  ),
  mutant(
    'contacts: a client reads those of other sites',
    'and not hidden and site_id = (select private.session_site()))',
    'and not hidden)',
    rowAccess,
  ),
  mutant(
    'contacts: a technician reads those of other sites',
    ' and not hidden\n      and site_id = any ((select private.session_sites())::bigint[]))));',
    ' and not hidden)));',
    rowAccess,
  ),
  mutant(
    'contacts: everybody adds them',
    `create policy admins_add on public.site_contacts for insert to anon\n  with check (${hasSession} and ${isAdmin});`,
    `create policy admins_add on public.site_contacts for insert to anon\n  with check (${hasSession});`,
    rowAccess,
  ),
  mutant(
    'contacts: everybody changes them',
    `create policy admins_change on public.site_contacts for update to anon\n  using (${hasSession} and ${hasRole('admin')})\n  with check (${isAdmin});`,
    `create policy admins_change on public.site_contacts for update to anon\n  using (${hasSession})\n  with check (${hasSession});`,
    rowAccess,
  ),
  mutant('contacts: a site has any number', 'if shown > tg_argv[0]::bigint then', 'if false then', rows),
  mutant(
    'contacts: one is added twice by an attempt',
    'create trigger attempt_once before insert or update on public.site_contacts\n  for each row execute function private.refuse_repetition();',
    '',
    'exactly-once',
  ),
  mutant(
    'contacts: the log does not have them',
    'create trigger log_change after insert or update on public.site_contacts for each row execute function private.log_change();',
    '',
    rows,
  ),
  mutant(
    'contacts: several are changed at once',
    'create trigger one_row after update on public.site_contacts referencing old table as written\n  for each statement execute function private.refuse_many();',
    '',
    rows,
  ),
  mutant(
    'contacts: a removed one is in the overview',
    'from public.site_contacts n where not n.hidden and (who',
    'from public.site_contacts n where (who',
    'contacts-and-notes',
  ),
];

/** Who reads and writes the notes of the office, and what they say of themselves. */
const ofNotes: Mutant[] = [
  mutant(
    'notes: technicians read them',
    `create policy admins_read on public.site_notes for select to anon\n  using (${hasSession} and ${hasRole('admin')});`,
    `create policy admins_read on public.site_notes for select to anon\n  using (${hasSession} and (select private.session_role()) is distinct from 'user');`,
    rowAccess,
  ),
  mutant(
    'notes: everybody adds them',
    `create policy admins_add on public.site_notes for insert to anon\n  with check (${hasSession} and ${isAdmin});`,
    `create policy admins_add on public.site_notes for insert to anon\n  with check (${hasSession});`,
    rowAccess,
  ),
  mutant(
    'notes: nobody wrote them',
    'new.author := (select m.label from public.main m where m.id = (select s.main_id from private.live_session() s));',
    'new.author := null;',
    rows,
  ),
  mutant('notes: a change has no time', 'new.edited_at := now();', 'null;', rows),
  mutant(
    'notes: they are of sites that there are not',
    'if not exists (select from public.maintable t where t.id = new.site_id) then\n    raise foreign_key_violation',
    'if false then\n    raise foreign_key_violation',
    rowAccess,
  ),
  mutant(
    'notes: several are changed at once',
    'create trigger one_row after update on public.site_notes referencing old table as written\n  for each statement execute function private.refuse_many();',
    '',
    rows,
  ),
];

/** What a site has besides its record. */
export const ofSiteParts: Mutant[] = [...ofDocuments, ...ofContacts, ...ofNotes];
