-- Why: the contract, the drawings and the handbooks of a site are asked for at every dispute and in front of every gate, and were in somebody's
-- mailbox. The office files them as PDFs and says of each who sees it: the office only, technicians too, or the client as well. They are in
-- the bucket of visits under a folder of their own, so that no rule about the files of visits opens one.
set local lock_timeout = '5s';

-- The site whose document an object name belongs to; NULL when the name is not one of a document.
-- Names: documents/<site id>/<13-digit time>-<uuid v4>.pdf
create function private.document_site(object_name text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(object_name) <= 100 and object_name ~
     '^documents/[1-9][0-9]{0,9}/[0-9]{13}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.pdf$'
  then
    return split_part(object_name, '/', 2)::bigint;
  end if;
  return null;
end $$;

create table private.site_documents (
  id bigint generated always as identity primary key,
  site_id bigint not null references public.maintable (id) on delete restrict,
  title text not null check (private.is_plain_line(to_jsonb(title), 120)),
  audience text not null check (audience in ('office', 'technicians', 'client')),   -- each sees what those before it see
  file text not null unique,                                                        -- its name in the bucket
  bytes bigint not null,
  filed_at timestamptz not null default now(),
  shown boolean not null default true,                                              -- false: removed, and can be brought back
  revision bigint not null default 1,
  updated_at timestamptz not null default now(),
  constraint site_documents_own_file check (private.document_site(file) is not distinct from site_id)
);
comment on table private.site_documents is 'Contract, drawings and other PDFs of a site, and who sees them. A removed one stays and can be brought back';
create index site_documents_site_idx on private.site_documents (site_id);
alter table private.site_documents enable row level security;
create policy nobody on private.site_documents using (false);
create trigger keep_rows before delete on private.site_documents for each row execute function private.refuse_change();
create trigger keep_all before truncate on private.site_documents for each statement execute function private.refuse_change();
create trigger raise_revision before insert or update on private.site_documents for each row execute function private.raise_revision();

-- How many documents of a site may be shown at a time.
create function private.max_documents() returns integer
language sql immutable parallel safe set search_path = '' return 100;

-- What holds for every writer, a restored change too: the file of a new document is a PDF in the bucket, whose size the storage knows, and it stays
-- that of this document; a site shows no more documents than it may. Of two at once at a site the second counts the first.
create function private.check_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.bytes := (select (o.metadata ->> 'size')::bigint from storage.objects o
      where o.bucket_id = 'rfidboomgatephoto' and o.name = new.file and o.metadata ->> 'mimetype' = 'application/pdf');
    if new.bytes is null or private.document_site(new.file) is distinct from new.site_id then
      raise sqlstate 'PT422' using message = 'The file is not a stored PDF of this site', hint = 'file';
    end if;
  elsif (new.site_id, new.file, new.bytes, new.filed_at) is distinct from (old.site_id, old.file, old.bytes, old.filed_at) then
    raise sqlstate 'PT422' using message = 'The file of a document stays as it is', hint = 'file';
  end if;
  if new.shown and (tg_op = 'INSERT' or not old.shown) then
    perform pg_advisory_xact_lock(hashtextextended('documents of ' || new.site_id, 0));
    if (select count(*) from private.site_documents d where d.site_id = new.site_id and d.shown) >= private.max_documents() then
      raise sqlstate 'PT422' using message = format('A site has at most %s documents', private.max_documents()), hint = 'documents-full';
    end if;
  end if;
  return new;
end $$;
create trigger check_document before insert or update on private.site_documents for each row execute function private.check_document();

-- The documents that the session may see: an admin's all, removed ones too; a technician's those for technicians of the given sites; a client's those
-- for the client of its own. The rule stands here only.
create function private.my_documents() returns setof private.site_documents
language plpgsql stable security definer rows 20 set search_path = '' as $$
declare
  who constant text := private.session_role();
  sites constant bigint[] := private.session_sites();
  own_site constant bigint := private.session_site();
begin
  return query
    select d.* from private.site_documents d
    where case who
      when 'admin' then true
      when 'technician' then d.shown and d.audience in ('technicians', 'client') and d.site_id = any (sites)
      when 'user' then d.shown and d.audience = 'client' and d.site_id = own_site
      else false end;
end $$;

-- A document as the API has it.
create function private.document_facts(document private.site_documents) returns json
language sql stable set search_path = ''
return json_build_object('id', document.id, 'site_id', document.site_id, 'title', document.title, 'audience', document.audience,
  'file', document.file, 'bytes', document.bytes, 'filed_at', private.stored_time(document.filed_at), 'shown', document.shown,
  'revision', document.revision);

-- The documents of a site that the caller may see, newest first; of a site that is not the caller's none.
create function private.list_documents(of_site bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (select coalesce(json_agg(private.document_facts(d) order by d.id desc), '[]') from private.my_documents() d where d.site_id = of_site);
end $$;

-- By which a device knows whether the documents that it has of a site are still those: { site: 'id.revision id.revision' } of all that the caller sees and
-- are shown. A site without any is not in it.
create function private.document_marks() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (
    select coalesce(json_object_agg(m.site_id, m.mark), '{}') from (
      select d.site_id, string_agg(d.id || '.' || d.revision, ' ' order by d.id) as mark
      from private.my_documents() d where d.shown group by d.site_id) m);
end $$;

-- The titles of the documents that the caller sees and are shown, of all its sites, for the search that leads to one of them.
create function private.document_titles() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return (
    select coalesce(json_agg(json_build_object('id', d.id, 'site_id', d.site_id, 'title', d.title) order by d.id), '[]')
    from private.my_documents() d where d.shown);
end $$;

-- 422 with a hint for a title or an audience that cannot be, before the table says so with the row. NULL is "as it is".
create function private.refuse_odd_document(title text, audience text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if title is not null and private.is_plain_line(to_jsonb(title), 120) is not true then
    raise sqlstate 'PT422' using message = 'A title is 1 to 120 characters of plain text in one line', hint = 'title';
  end if;
  if audience is not null and audience not in ('office', 'technicians', 'client') then
    raise sqlstate 'PT422' using message = 'A document is for the office, for technicians or for the client', hint = 'audience';
  end if;
end $$;

-- The document of an earlier request of this attempt, or 409 where it has been changed since.
create function private.document_of_attempt(did jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  document private.site_documents;
begin
  select d.* into document from private.site_documents d
  where d.id = (did ->> 'id')::bigint and d.revision = (did ->> 'revision')::bigint;
  if document.id is null then perform private.refuse_outdated_attempt(); end if;
  return private.document_facts(document);
end $$;

-- Files an uploaded PDF at its site. 404 for no such site, 422 with the hint title, audience, file, filed-already or documents-full.
create function private.file_document(of_site bigint, object_name text, named text, for_whom text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  document private.site_documents;
begin
  perform private.require_admin();
  did := private.start_attempt('file_document');
  if did is not null then return private.document_of_attempt(did); end if;
  if not exists (select from public.maintable t where t.id = of_site) then
    raise sqlstate 'PT404' using message = 'No such site';
  end if;
  perform private.refuse_odd_document(coalesce(btrim(named), ''), coalesce(for_whom, ''));
  if object_name is null then raise sqlstate 'PT422' using message = 'A document has a file', hint = 'file'; end if;
  if exists (select from private.site_documents d where d.file = object_name) then
    raise sqlstate 'PT422' using message = 'The file is that of another document', hint = 'filed-already';
  end if;
  insert into private.site_documents (site_id, title, audience, file, bytes) values (of_site, btrim(named), for_whom, object_name, 0)
  returning * into document;
  perform private.record_attempt(jsonb_build_object('id', document.id, 'revision', document.revision));
  return private.document_facts(document);
end $$;

-- Changes the title of a document, who sees it, and whether it is shown, under its revision; NULL leaves each as it is. 404, 409 where somebody
-- else was faster, 422 as file_document.
create function private.change_document(document_id bigint, base bigint, named text, for_whom text, is_shown boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  document private.site_documents;
begin
  perform private.require_admin();
  did := private.start_attempt('change_document');
  if did is not null then return private.document_of_attempt(did); end if;
  perform private.refuse_odd_document(btrim(named), for_whom);
  select d.* into document from private.site_documents d where d.id = document_id for update;
  if document.id is null then raise sqlstate 'PT404' using message = 'No such document'; end if;
  if document.revision is distinct from base then raise sqlstate 'PT409' using message = 'Somebody else changed the document first'; end if;
  update private.site_documents d set title = coalesce(btrim(named), d.title), audience = coalesce(for_whom, d.audience),
    shown = coalesce(is_shown, d.shown), revision = d.revision + 1
  where d.id = document_id returning * into document;
  perform private.record_attempt(jsonb_build_object('id', document.id, 'revision', document.revision));
  return private.document_facts(document);
end $$;

create function public.list_documents(site_id bigint) returns json
  language sql stable set search_path = '' return private.list_documents(site_id);
create function public.document_marks() returns json
  language sql stable set search_path = '' return private.document_marks();
create function public.document_titles() returns json
  language sql stable set search_path = '' return private.document_titles();
create function public.file_document(site_id bigint, file text, title text, audience text) returns json
  language sql volatile set search_path = '' return private.file_document(site_id, file, title, audience);
create function public.change_document(document_id bigint, revision bigint, title text default null, audience text default null,
    shown boolean default null) returns json
  language sql volatile set search_path = '' return private.change_document(document_id, revision, title, audience, shown);

revoke all on private.site_documents from public, anon, authenticated, service_role;
revoke all on all sequences in schema private from public, anon, authenticated, service_role;
revoke all on function private.document_site, private.max_documents, private.check_document, private.my_documents, private.document_facts,
  private.list_documents, private.document_marks, private.document_titles, private.refuse_odd_document, private.document_of_attempt,
  private.file_document, private.change_document, public.list_documents, public.document_marks, public.document_titles, public.file_document,
  public.change_document from public, anon, authenticated, service_role;
grant execute on function private.list_documents, private.document_marks, private.document_titles, private.file_document, private.change_document,
  public.list_documents, public.document_marks, public.document_titles, public.file_document, public.change_document to anon;
