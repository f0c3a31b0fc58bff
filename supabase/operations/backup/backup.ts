import { parseArgs } from 'node:util';
import { fileSize } from '../../../src/lib/file-names.ts';
import { openAsOwner, ownerHelp, ownerSwitches } from '../place/choose-place.ts';
import { runCommand } from '../run-command.ts';
import { makeBackup } from './make-backup.ts';

const help = `npm run backup -- --to DIR [switches]

Copies every record and file of a portal into a folder. The portal is not changed.

  --to DIR           an empty folder, or one with an interrupted backup, which is then continued
${ownerHelp}

Sessions are not included. The folder holds personal data and the hashes of all access keys: keep it where nobody else can read it.`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' }, ...ownerSwitches },
  });
  if (values.help) return console.log(help);
  if (!values.to) throw new Error(`Name the folder: --to DIR.\n\n${help}`);
  const place = await openAsOwner(values, 'refused');
  try {
    const { tables, files } = await makeBackup(place, values.to, (line) => console.log(line));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${values.to} holds a backup of ${place.name}: ${rows} rows, ${files.count} files (${fileSize(files.bytes)}).`,
    );
    if (files.missing.length > 0) {
      console.error(`${files.missing.length} files are missing because the portal itself has lost them:`);
      for (const name of files.missing) console.error(`  ${name}`);
      process.exitCode = 2;
    }
  } finally {
    await place.close();
  }
}

await runCommand(run);
