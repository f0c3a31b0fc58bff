import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { migrationFiles } from '../../supabase/local/migrations.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';

interface Finding {
  level: string;
  rule: string;
  object: string;
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

async function findings(): Promise<Finding[]> {
  await backend.sql(`select set_config('pgrst.db_schemas', 'public', false)`);
  return backend.sql<Finding>(await readFile('supabase/tests/linter-rules.sql', 'utf8'));
}

/** Only unused indexes: a database without traffic has used none yet. Each has its purpose here. */
const explained = {
  main_site_id_idx: 'the keys of one site, and the foreign key to it',
  'private.sessions_unlocked_by_idx': 'finds the grants that an admin key gave',
  'private.sessions_main_id_idx': 'ends the sessions of a withdrawn key, and counts those of a key',
  'private.change_log_site_idx': 'pages of the change log of one site',
  'private.change_log_main_idx': 'pages of the change log of one key',
  'private.change_log_batch_idx': 'the lines of one action in the change log',
  main_successor_of_idx: 'the key that replaced another, and the foreign key to it',
  'private.attempts_at_idx': 'attempts of more than 30 days ago',
  'private.attempts_id_idx': 'an attempt of any key',
  'private.visits_shown_idx': 'what the overview asks of every shown visit',
  'private.door_counts_window_idx': 'counts of earlier hours',
  'private.visits_moved_idx': 'the copies of a moved visit',
  'private.imports_at_idx': 'the newest imports',
  'private.faults_open_idx': 'the open faults of a post, and how many there are',
  'private.faults_ended_idx': 'the faults that the office closed',
  'private.faults_sticker_idx': 'the faults of a sticker, and the foreign key to it',
  'private.fault_voices_fault_idx': 'the reports of a fault, and the foreign key to it',
  'private.fault_voices_sticker_idx': 'the reports of a sticker, and the foreign key to it',
  'private.fault_voices_known_idx': 'reports of a year ago that are to be forgotten',
  'private.fault_answers_task_idx': 'what a visit answered',
  'private.stickers_site_idx': 'the stickers of a site, and the foreign key to it',
  'private.stickers_replaces_idx': 'the sticker that replaced another, and the foreign key to it',
  'private.site_documents_site_idx': 'the documents of a site, and the foreign key to it',
  'private.share_links_site_idx': 'the links of a site, and the foreign key to it',
  'private.visit_words_idx': 'the visits with the words of a search',
  'private.visit_words_time_idx': 'the newest visits of all sites, and how many there are',
};

/** Foreign keys without an index, with the reason: it would reveal to a caller without a session which rows exist. */
const unindexed = { 'site_contacts site_contacts_site_id_fkey': 'no site is deleted or gets another number' };

test('the database linter reports no error and no warning, and each remark is explained', async () => {
  const found = await findings();
  expect(found.filter(({ level }) => level !== 'INFO')).toEqual([]);
  const reasons: Record<string, object> = { '0005_unused_index': explained, '0001_unindexed_foreign_keys': unindexed };
  const unexplained = found.filter(({ rule, object }) => !(object in (reasons[rule] ?? {})));
  expect(unexplained).toEqual([]);
});

test('the document names every index that the linter names', async () => {
  const document = await readFile('supabase/README.md', 'utf8');
  for (const name of Object.keys(explained)) expect(document).toContain(`\`${name.replace('private.', '')}\``);
});

test.each([
  ['0003', 'create policy slow on public.carpost for delete to anon using (private.session_role() is not null)'],
  ['0006', `create policy second on public.main for select to anon using ((select private.session_role()) = 'x')`],
  ['0007', 'alter table public.main disable row level security'],
  ['0008', 'drop policy admins_read on public.main'],
  ['0009', 'create index again on public.main (site_id)'],
  ['0010', 'create view public.open as select label from public.main; grant select on public.open to anon'],
  ['0011', `create function public.loose() returns int language sql as 'select 1'`],
  ['0013', 'create table public.bare (id int primary key)'],
  ['0023', 'create table public.bare (id int primary key, api_key text)'],
  ['0024', 'create policy open on public.main for delete to anon using (true)'],
  ['0025', 'update storage.buckets set public = true'],
  [
    '0028',
    `create function public.strong() returns int language sql security definer set search_path = '' as 'select 1'; grant execute on function public.strong() to anon`,
  ],
])('rule %s notices: %s', async (number, statement) => {
  await backend.exclusive(() => backend.pg.exec(`begin; ${statement}`));
  const found = await findings();
  await backend.exclusive(() => backend.pg.exec('rollback'));
  expect(found.map(({ rule }) => rule.slice(0, 4))).toContain(number);
});

// `supabase db push` may send the statements of a file in one pipeline, which PostgreSQL does not count as a transaction block
const needsBlock = /^\s*(?:lock|declare|savepoint)\b/imu;
const outsideBodies = (text: string) => text.replaceAll(/(\$\w*\$)[\s\S]*?\1/gu, '');

test('no migration has a statement that needs a transaction block', async () => {
  const texts = await Promise.all(
    (await migrationFiles('.')).map(async (name) => readFile(`supabase/migrations/${name}`, 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(8);
  expect(texts.filter((text) => needsBlock.test(outsideBodies(text)))).toEqual([]);
  expect(needsBlock.test(outsideBodies('do $$ begin\nlock table a; end $$;'))).toBe(false);
  expect(needsBlock.test(outsideBodies('set local a = 1;\nlock table a;'))).toBe(true);
});
