import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { migrationFiles } from '../../supabase/local/migrations.ts';
import type { Mutant } from './mutant.ts';
import { ofArchive } from './of-archive.ts';
import { ofCallOuts } from './of-call-outs.ts';
import { ofDoors } from './of-doors.ts';
import { ofFaults } from './of-faults.ts';
import { ofImports } from './of-imports.ts';
import { ofKeys } from './of-keys.ts';
import { ofLinks } from './of-links.ts';
import { ofRights } from './of-rights.ts';
import { ofSearch } from './of-search.ts';
import { ofSessions } from './of-sessions.ts';
import { ofSiteParts } from './of-site-parts.ts';
import { ofStored } from './of-stored.ts';

/** All weakenings of the migrations. */
export const mutants: readonly Mutant[] = [
  ...ofArchive,
  ...ofCallOuts,
  ...ofDoors,
  ...ofFaults,
  ...ofImports,
  ...ofKeys,
  ...ofLinks,
  ...ofRights,
  ...ofSearch,
  ...ofSessions,
  ...ofSiteParts,
  ...ofStored,
];

/** The last migration with a mutant's text, and that migration weakened. @throws Error unless the text is there once */
export async function weakened({
  name,
  from,
  to,
}: Mutant): Promise<{ file: string; text: string; weakenedText: string }> {
  const texts = await Promise.all(
    (await migrationFiles('.')).map(async (each) => {
      const file = path.join('supabase/migrations', each);
      return { file, text: await readFile(file, 'utf8') };
    }),
  );
  const found = texts.findLast(({ text }) => text.includes(from));
  if (!found) throw new Error(`${name}: no migration has the text to weaken:\n${from}`);
  const { file, text } = found;
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${name}: ${file} has the text to weaken ${count} times, not once:\n${from}`);
  return { file, text, weakenedText: text.replace(from, () => to) };
}
