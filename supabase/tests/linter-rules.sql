-- What Supabase's database linter looks for, as far as it concerns this project: one query, one row a finding.
-- Written for this project after the linter's public list of rules (names, numbers and levels are its own).
-- `exposed` holds the schemas that the API serves; `ours` the schemas that the migrations fill.
with exposed (nsp) as (select unnest(string_to_array(current_setting('pgrst.db_schemas'), ','))::regnamespace),
ours (nsp) as (values ('public'::regnamespace), ('private'::regnamespace)),
api (role) as (values ('anon'::regrole), ('authenticated'::regrole)),
relation as (
  select c.*, c.relnamespace in (select nsp::oid from exposed) as is_exposed,
    exists (select from api where has_any_column_privilege(role, c.oid, 'select')) as is_readable
  from pg_class c where c.relnamespace in (select nsp::oid from ours)
),
callable as (
  select p.*, p.pronamespace in (select nsp::oid from exposed) as is_exposed from pg_proc p
  where p.pronamespace in (select nsp::oid from ours)
),
policy as (
  select p.*, pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written, c.relrowsecurity
  from pg_policy p join pg_class c on c.oid = p.polrelid
)
select 'INFO' as level, '0001_unindexed_foreign_keys' as rule, conrelid::regclass || ' ' || conname as object
from pg_constraint k where contype = 'f' and connamespace in (select nsp::oid from ours) and not exists (
  select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])
union all
select 'ERROR', '0002_auth_users_exposed', r.oid::regclass::text from relation r
where relkind in ('v', 'm') and is_exposed and is_readable and pg_get_viewdef(r.oid) ~ '\mauth\.users\M'
union all
-- The rule names auth functions; ours do the same work, so each must stand in a sub-select as well.
select 'WARN', '0003_auth_rls_initplan', polrelid::regclass || ' ' || polname from policy
where regexp_replace(coalesce(seen, '') || coalesce(written, ''), 'SELECT (ARRAY\[)?(auth|private)\.', '', 'g')
  ~ '\m(auth\.(uid|jwt|role|email)|private\.(has_session|session_role|session_site|session_unlocked|require_session))\('
union all
select 'INFO', '0004_no_primary_key', oid::regclass::text from relation r
where relkind = 'r' and not exists (select from pg_index where indrelid = r.oid and indisprimary)
union all
select 'INFO', '0005_unused_index', s.indexrelid::regclass::text from pg_stat_user_indexes s join pg_index i using (indexrelid)
where idx_scan = 0 and not indisunique and schemaname::regnamespace in (select nsp from ours)
union all
select 'WARN', '0006_multiple_permissive_policies', a.polrelid::regclass || ' ' || a.polname || ' ' || b.polname
from policy a join policy b on a.polrelid = b.polrelid and a.oid < b.oid and a.polpermissive and b.polpermissive
  and (a.polroles && b.polroles or 0 = any (a.polroles || b.polroles))
  and (a.polcmd = b.polcmd or '*' in (a.polcmd, b.polcmd))
union all
select 'ERROR', '0007_policy_exists_rls_disabled', polrelid::regclass::text from policy where not relrowsecurity
union all
select 'INFO', '0008_rls_enabled_no_policy', oid::regclass::text from relation r
where relkind = 'r' and relrowsecurity and not exists (select from policy where polrelid = r.oid)
union all
select 'WARN', '0009_duplicate_index', b.indexrelid::regclass::text from pg_index a
join pg_index b on a.indrelid = b.indrelid and a.indexrelid < b.indexrelid
  and (a.indkey, a.indclass, a.indoption)::text = (b.indkey, b.indclass, b.indoption)::text
  and coalesce(pg_get_expr(a.indexprs, a.indrelid), '') = coalesce(pg_get_expr(b.indexprs, b.indrelid), '')
  and coalesce(pg_get_expr(a.indpred, a.indrelid), '') = coalesce(pg_get_expr(b.indpred, b.indrelid), '')
where a.indrelid in (select oid from relation)
union all
select 'ERROR', '0010_security_definer_view', oid::regclass::text from relation
where relkind = 'v' and is_exposed and is_readable
  and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1']
union all
select 'WARN', '0011_function_search_path_mutable', oid::regprocedure::text from callable
where not exists (select from unnest(proconfig) setting where setting like 'search_path=%')
union all
select 'ERROR', '0013_rls_disabled_in_public', oid::regclass::text from relation
where relkind = 'r' and is_exposed and not relrowsecurity
union all
select 'WARN', '0014_extension_in_public', extname from pg_extension where extnamespace = 'public'::regnamespace
union all
select 'ERROR', '0015_rls_references_user_metadata', polrelid::regclass::text from policy
where coalesce(seen, '') || coalesce(written, '') ~ 'user_metadata'
union all
select 'WARN', case relkind when 'm' then '0016_materialized_view_in_api' else '0017_foreign_table_in_api' end, oid::regclass::text
from relation where relkind in ('m', 'f') and is_exposed and is_readable
union all
select 'WARN', '0018_unsupported_reg_types', attrelid::regclass || '.' || attname from pg_attribute
where attrelid in (select oid from relation where relkind = 'r') and atttypid in ('regproc'::regtype, 'regprocedure'::regtype,
  'regoper'::regtype, 'regoperator'::regtype, 'regcollation'::regtype, 'regnamespace'::regtype, 'regconfig'::regtype,
  'regdictionary'::regtype)
union all
select 'ERROR', '0021_fkey_to_auth_unique', conrelid::regclass || ' ' || conname from pg_constraint
where contype = 'f' and confrelid in (select oid from pg_class where relnamespace = to_regnamespace('auth'))
union all
select 'ERROR', '0023_sensitive_columns_exposed', attrelid::regclass || '.' || attname from pg_attribute
join relation r on r.oid = attrelid
where is_exposed and r.relkind = 'r' and not relrowsecurity and attname ~* '(token|secret|password|api_?key|private_?key)'
union all
select 'WARN', '0024_rls_policy_always_true', polrelid::regclass || ' ' || polname from policy
where polpermissive and polcmd <> 'r' and 'true' in (seen, written)
union all
select 'WARN', '0025_public_bucket_allows_listing', b.id from storage.buckets b
where b.public and exists (select from policy where polrelid = 'storage.objects'::regclass and polcmd in ('r', '*'))
union all
select 'WARN', '0028_security_definer_function_executable', oid::regprocedure || ' by ' || role from callable cross join api
where is_exposed and prosecdef and has_function_privilege(role, oid, 'execute')
order by 1, 2, 3;
