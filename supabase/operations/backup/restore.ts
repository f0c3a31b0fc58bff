import { parseArgs } from 'node:util';
import { openAsOwner, ownerHelp, ownerSwitches } from '../place/choose-place.ts';
import { runCommand } from '../run-command.ts';
import { checkBackup } from './backup-folder.ts';
import { restoreBackup } from './restore-backup.ts';

const help = `npm run restore -- --from DIR [switches]

Returns a portal to the state of a backup. The backup is checked first; a broken one is refused.

  --from DIR         the folder of a backup
  --replace          even if there are records: they and their files are lost
${ownerHelp}

Everybody is logged out. Access keys work as they did when the backup was made, including those revoked since.`;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
      ...ownerSwitches,
    },
  });
  if (values.help) return console.log(help);
  if (!values.from) throw new Error(`Name the folder of the backup: --from DIR.\n\n${help}`);
  // the backup is checked before the portal is opened
  const backup = await checkBackup(values.from);
  const { manifest } = backup;
  console.log(`The backup of ${manifest.madeAt} is complete.`);
  const place = await openAsOwner(values, 'empty');
  try {
    const options = { replace: values.replace, say: (line: string) => console.log(line) };
    const removed = await restoreBackup(place, backup, options);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${place.name} is as it was on ${manifest.madeAt}: ${rows} rows, ${manifest.files.count} files.`);
    if (removed > 0) console.log(`${removed} files that are not in the backup were removed.`);
    console.log('Everybody is logged out.');
  } finally {
    await place.close();
  }
}

await runCommand(run);
