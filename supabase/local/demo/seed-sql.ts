import { writeFile } from 'node:fs/promises';
import { suggestedPromise } from '../../../src/records/site/suggested-promise.ts';
import type { VisitKind } from '../../../src/records/task/visit.ts';
import { demoKeys } from '../demo-keys.ts';
import { callOutMembers, type CallOutMembers } from './call-outs.ts';
import { demoContactsSql } from './contacts-and-notes.ts';
import {
  readDemoData,
  type DemoData,
  type DemoSite,
  type DemoTask,
  kindOfVisit,
  visitEveryMonths,
} from './demo-data.ts';
import { identityUrl } from './demo-files.ts';
import { demoFaultsSql } from './faults.ts';
import { demoLinksSql } from './links.ts';
import { withOtherPosts } from './other-posts.ts';
import { missingPhoto, photosOfVisit } from './photos.ts';
import { reportNumbers } from './report-facts.ts';

type SqlValue = string | number | boolean | null;

function literal(value: SqlValue): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return String(value);
}

/** JSON as quoted SQL, one element per line, for readable diffs. */
function quotedJson(lines: string[], open: string, close: string): string {
  return `$json$${open}\n${lines.join(',\n')}\n${close}$json$`;
}

function storedTask(
  task: DemoTask,
  site: DemoSite,
  numbers: ReadonlyMap<number, string>,
): DemoTask & CallOutMembers & { kind?: VisitKind } {
  const urls = photosOfVisit(site, task).map((photo) => identityUrl(site.id, `${photo?.name ?? missingPhoto}.jpg`));
  const kind = kindOfVisit(task);
  const number = numbers.get(task.id);
  return {
    ...task,
    ...(kind && { kind }),
    ...callOutMembers(site, task),
    urls,
    pdf: number ? identityUrl(site.id, `${number}.pdf`) : '',
  };
}

function siteRow(site: DemoSite): string {
  const { tasks2024, token: _, ...plainColumns } = site;
  const { hours, calls } = suggestedPromise(site.emergency_visit);
  const columns = {
    ...plainColumns,
    visit_every_months: visitEveryMonths(site.preventive_maintenance),
    response_hours: hours,
    emergency_calls_a_year: calls,
  };
  const numbers = reportNumbers(site);
  const tasks = tasks2024.map((task) => JSON.stringify(storedTask(task, site, numbers)));
  return `insert into public.maintable (${Object.keys(columns).join(', ')}, tasks2024) overriding system value values
(${Object.values(columns).map(literal).join(', ')},
${quotedJson(tasks, '[', ']')})
on conflict (id) do nothing;`;
}

function carPostRow(posts: DemoData['carpost'][number], sites: DemoSite[]): string {
  const site = sites.find(({ token }) => token === posts.token);
  if (!site) throw new Error('Failure counts of a site that is not in the demo data');
  const lines = Object.entries(posts.json).map(
    ([post, failures]) => `${JSON.stringify(post)}: ${JSON.stringify(failures)}`,
  );
  return `insert into public.carpost (site_id, json) values (${site.id}, ${quotedJson(lines, '{', '}')})
on conflict (site_id) do nothing;`;
}

const keyRows = (): string =>
  demoKeys
    .map(
      ({ key, label, role, siteId, siteIds }) =>
        `  (private.key_hash(${literal(key)}), ${literal(label)}, ${literal(role)}, ${literal(siteId)}, ${literal(siteIds ? `{${siteIds.join()}}` : null)}, 'demo')`,
    )
    .join(',\n');

/** The text of supabase/seed.sql. Applying it again changes nothing. */
export function seedSql(source: DemoData): string {
  const data = withOtherPosts(source);
  return `-- Demo content: three invented sites, their tasks, failure counts, keys, reported faults, a link, contacts and a note. For the embedded backend only.
-- Written by \`npm run demo:seed\` from demo-data.json, call-outs.ts, faults.ts, links.ts and contacts-and-notes.ts in supabase/local/demo; do not edit.
-- Can be applied again: what is there already stays as it is.

-- without this the demo keys are refused
update private.settings set demo = true where not demo;

${data.maintable.map(siteRow).join('\n\n')}

select setval(pg_get_serial_sequence('public.maintable', 'id'), (select max(id) from public.maintable));

${data.carpost.map((posts) => carPostRow(posts, data.maintable)).join('\n\n')}

insert into public.main (token, label, role, site_id, site_ids, kind) values
${keyRows()}
on conflict (token) do nothing;

${demoFaultsSql()}

${demoLinksSql()}

${demoContactsSql()}
`;
}

// npm run demo:seed
if (process.argv[1] === import.meta.filename) await writeFile('supabase/seed.sql', seedSql(readDemoData('.')));
