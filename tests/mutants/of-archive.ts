import { mutant, type Mutant } from './mutant.ts';

const adminsOnly = 'perform private.require_admin();\n  ';

/** Who archives sites, on what revision, and what is left of an archived one. */
export const ofArchive: Mutant[] = [
  ...['archive_site', 'unarchive_site'].map((name) =>
    mutant(
      `archive: everybody calls ${name}`,
      `${adminsOnly}did := private.start_attempt('${name}');`,
      `perform private.require_session();\n  did := private.start_attempt('${name}');`,
      'access/archive',
    ),
  ),
  mutant(
    'archive: everybody reads what works at sites',
    `${adminsOnly}if cardinality(of_sites) > private.max_keys_at_once()`,
    'perform private.require_session();\n  if cardinality(of_sites) > private.max_keys_at_once()',
    'access/archive',
  ),
  mutant(
    'archive: the moment is written by hand',
    'revoke insert (archived_at), update (archived_at) on public.maintable from anon;',
    '',
    'access/archive',
  ),
  mutant(
    'archive: a change of somebody else is not noticed',
    'if site.revision is distinct from base then',
    'if false then',
    'archive/archived-sites',
  ),
  mutant(
    'archive: technicians go on at an archived site',
    'where t.archived_at is null and (chosen is null',
    'where (chosen is null',
    'archive/archived-sites',
  ),
  mutant(
    'archive: keys outlive what ends them',
    'foreach ended in array keys loop perform private.revoke_key(ended); end loop;',
    '',
    'archive/archived-sites',
  ),
  mutant(
    'archive: open faults of archived sites are counted',
    'where case when sites is null then t.archived_at is null or f.reported_at > t.archived_at else',
    'where case when sites is null then true else',
    'archive/archived-sites',
  ),
  mutant(
    'archive: what is reported at an archived site is not counted',
    'where case when sites is null then t.archived_at is null or f.reported_at > t.archived_at else',
    'where case when sites is null then t.archived_at is null else',
    'archive/archived-sites',
  ),
  mutant(
    'archive: visits of archived sites are found among the others',
    'else of_sites is not null or t.archived_at is null end);',
    'else true end);',
    'archive/archived-sites',
  ),
];
