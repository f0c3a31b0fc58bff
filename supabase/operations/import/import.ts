import { randomUUID } from 'node:crypto';
import { appendFile, chmod, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { dayMs, dayStart, singaporeOffsetMs } from '../../../src/lib/calendar/day.ts';
import { readDate } from '../../../src/lib/calendar/read-date.ts';
import { countedNoun } from '../../../src/records/counted.ts';
import type { KeyChoice } from '../../../src/records/import/apply-site.ts';
import { importsSchema, undoneSchema, undoWholeImport } from '../../../src/records/import/import-calls.ts';
import { quoted, type ImportPlan } from '../../../src/records/import/import-plan.ts';
import { momentText } from '../../../src/records/time.ts';
import type { AdminApi } from '../place/admin-api.ts';
import { adminHelp, adminSwitches, openAsAdmin } from '../place/choose-place.ts';
import { runCommand } from '../run-command.ts';
import { readOldExport } from './old-export.ts';
import { filesByUrl, filesInFolder, type OldFiles } from './old-files.ts';
import { readTable, tableHelp, tableSwitches } from './read-table.ts';
import { importTarget, runImport, withoutSameDay } from './run-import.ts';

const help = `npm run import -- --from FILE [switches]

Imports the records of the old portal, or a table of visits. Without --apply it only says, row by row, what is wrong and what
would be done about it. Run it again to import what is new; nothing is imported twice.

npm run import -- --imports        lists the imports so far, with their ids
npm run import -- --undo ID        undoes one: its visits are deleted at all sites, and what it updated is as before. What was
                                   changed since stays and is named. Importing the file again brings the visits back.

  --from FILE         old.json: an object with the rows of the tables main, maintable and carpost;
                      or visits.csv or visits.xlsx: a row names the columns site, date, time, title, text, kind, photos,
                      pdf, showing, reference, by, reported, arrived, left, follow (a date, and a title or a text, are
                      needed)
${tableHelp}
  --photos FOLDER     take photos and PDFs from there by their names; without it an old.json has them fetched
                      from their URLs in the old public bucket
  --keys old|new|none what becomes of the keys of old.json. old (default): they keep working, marked old, until the day
                      below, and should be rotated; new: each site without a key gets one; none
  --old-keys-until D  a day such as 2027-01-31; by default 90 days from now
  --keys-to FILE      where new keys are written, site by site; only you can read it (default imported-keys.txt)
  --update            a visit that was imported earlier and is other in the file becomes as the file says, unless a person
                      changed it here since
  --apply             write it; a site is imported completely or not at all
${adminHelp}
`;

async function readPlan(
  file: string,
  api: AdminApi,
  values: Parameters<typeof readTable>[2],
  files: OldFiles,
): Promise<ImportPlan> {
  const content = await readFile(file).catch((cause: unknown) => {
    throw new Error(`The file ${file} cannot be read.`, { cause });
  });
  const bytes = new Uint8Array(content);
  const sites = await api.sites();
  const isJson = /\.json$/iu.test(file) || /^\s*[[{]/u.test(new TextDecoder().decode(bytes.subarray(0, 100)));
  if (!isJson) {
    const { plan } = await readTable(bytes, sites, values, console.log, files.finder);
    return values['same-day'] === 'add' ? plan : withoutSameDay(plan, api);
  }
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
  const plan = await readOldExport(data, new Date());
  // names that differ only in case are the same site
  const storedNames = new Map(sites.map(({ name }) => [name.toLowerCase(), name]));
  return {
    ...plan,
    sites: plan.sites.map((site) => ({ ...site, name: storedNames.get(site.name.toLowerCase()) ?? site.name })),
  };
}

function keyChoice(kind: string | undefined, until: string | undefined): KeyChoice {
  if (kind === 'new' || kind === 'none') return { kind };
  if (kind !== undefined && kind !== 'old') throw new Error(`--keys is old, new or none, not ${kind}.`);
  const expiryDate = until === undefined ? null : readDate(until);
  if (until !== undefined && expiryDate?.names !== 'day')
    throw new Error(`--old-keys-until ${until} is not a day such as 2027-01-31.`);
  // the keys are valid until the end of that day in Singapore
  const end = expiryDate ? dayStart(expiryDate.last) + dayMs - 1_000 - singaporeOffsetMs : Date.now() + 90 * dayMs;
  if (end <= Date.now()) throw new Error(`--old-keys-until ${until} has passed: old keys would end at once.`);
  return { kind: 'old', until: new Date(end).toISOString() };
}

/** Lists the imports, or undoes one of them and prints what was done with its visits. */
async function pastImports({
  undo: id,
  ...values
}: Parameters<typeof openAsAdmin>[0] & { undo?: string }): Promise<void> {
  const api = await openAsAdmin(values);
  try {
    if (id === undefined) {
      const imports = await api.rpc('list_imports', {}, importsSchema);
      for (const pastImport of imports)
        console.log(
          `${pastImport.id}  ${momentText(pastImport.at)}  ${pastImport.file ?? ''}: ${countedNoun(pastImport.added, 'visit')} imported, ${pastImport.updated} updated, ` +
            `${countedNoun(pastImport.sites, 'site')}${pastImport.undone_at === null ? '' : ', undone'}`,
        );
      return;
    }
    const undone = await undoWholeImport(
      () => api.rpc('undo_import', { import_id: id }, undoneSchema),
      (remaining) => console.log(`${countedNoun(remaining, 'site')} to go.`),
    );
    for (const { site, time, title } of undone.stayed)
      console.log(`${site}, ${momentText(time)}, ${quoted(title)}: changed since, stays as it is.`);
    console.log(
      `${countedNoun(undone.sites, 'site')}: ${countedNoun(undone.hidden, 'visit')} deleted, ${undone.reverted} as before, ${undone.stayed.length} changed since.`,
    );
    for (const [what, sites] of [
      ['sites', undone.made_sites],
      ['failure counts of', undone.made_counts],
      ['keys of', undone.made_keys],
    ] as const)
      if (sites.length > 0) console.log(`The import also made the ${what} ${sites.join(', ')}, which stay.`);
  } finally {
    await api.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...adminSwitches,
      ...tableSwitches,
      from: { type: 'string' },
      photos: { type: 'string' },
      keys: { type: 'string' },
      'old-keys-until': { type: 'string' },
      'keys-to': { type: 'string' },
      update: { type: 'boolean' },
      imports: { type: 'boolean' },
      undo: { type: 'string' },
      apply: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  if (values.imports || values.undo !== undefined) return pastImports(values);
  const { from, photos, apply = false, update = false, 'keys-to': keysTo = 'imported-keys.txt' } = values;
  if (!from) throw new Error('Name the file: --from old.json, or --from visits.csv. --help lists the switches.');
  const keys = keyChoice(values.keys, values['old-keys-until']);
  const files = photos === undefined ? filesByUrl : await filesInFolder(photos);
  const api = await openAsAdmin(values);
  try {
    const plan = await readPlan(from, api, values, files);
    // the file is created before the first key is issued, because a key that cannot be written is lost
    if (apply && keys.kind === 'new') {
      await writeFile(keysTo, '', { flag: 'a', mode: 0o600 });
      await chmod(keysTo, 0o600);
    }
    // the database stores at most 200 characters of the file's name
    const run = { id: randomUUID(), file: Array.from(basename(from)).slice(0, 200).join('') };
    const { defects, added, updated, known, failed, keysLost } = await runImport(plan, {
      target: importTarget(api, files),
      keys,
      run,
      update,
      apply,
      print: console.log,
      storeKey: (site, key) => appendFile(keysTo, `${site}\t${key}\n`),
    });
    const done = apply ? 'imported' : 'to be imported';
    console.log(
      `\n${countedNoun(plan.sites.length, 'site')}, ${countedNoun(added, 'visit')} ${done}, ${update ? `${updated} updated, ` : ''}${known} imported earlier, ${countedNoun(defects.length, 'remark')}.`,
    );
    if (!apply) console.log('Nothing was written. Use --apply to import this.');
    else if (added + updated > 0) console.log(`To undo this import as a whole: --undo ${run.id}`);
    if (failed.length > 0) {
      console.log(`Nothing was written of: ${failed.join(', ')}. Fix the cause and run it again.`);
    }
    if (failed.length + keysLost.length > 0) process.exitCode = 1;
  } finally {
    await api.close();
  }
  return undefined;
}

await runCommand(main);
