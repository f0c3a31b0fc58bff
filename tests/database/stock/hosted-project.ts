/** The roles of a hosted project, made by its superuser. `postgres` is no superuser, and applies the migrations. */
export const hostedRoles = `
  create role postgres login createdb createrole bypassrls;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  create role supabase_storage_admin login noinherit createrole;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_realtime_admin nologin noinherit;
  create role supabase_replication_admin login replication;
  create role supabase_read_only_user login bypassrls;
  create role dashboard_user createrole createdb replication;
  create role pgbouncer login;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role authenticator set statement_timeout = '8s';
  alter role authenticator set lock_timeout = '8s';
  grant pg_read_all_data to supabase_read_only_user;
  grant anon, authenticated, service_role to authenticator, postgres;
  grant supabase_storage_admin to postgres;`;

/** The database of a hosted project before the first migration, with default rights that allow everything. */
export const hostedSchemas = `
  create schema extensions;
  create schema storage authorization supabase_storage_admin;
  create schema auth authorization supabase_auth_admin;
  create schema graphql_public;
  create publication supabase_realtime;
  grant all on schema public to postgres;
  grant usage on schema public, extensions to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role supabase_admin in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role supabase_admin in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role supabase_admin in schema public grant all on sequences to anon, authenticated, service_role;
  set role supabase_storage_admin;
  create table storage.buckets (id text primary key, name text not null, public boolean default false,
    file_size_limit bigint, allowed_mime_types text[]);
  create table storage.objects (id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets,
    name text, metadata jsonb, owner uuid, created_at timestamptz default now(), unique (bucket_id, name));
  alter table storage.objects enable row level security;
  alter table storage.buckets enable row level security;
  grant usage on schema storage to postgres, anon;
  grant all on storage.objects, storage.buckets to postgres, anon;
  reset role;`;
