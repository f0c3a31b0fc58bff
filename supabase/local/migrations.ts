import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PgliteConnection } from '@supabase/lite/pglite';

type MigratedDatabase = PgliteConnection['driver'];

/** The versions of the applied migrations, each with its text at that time. */
export async function appliedMigrations(database: MigratedDatabase): Promise<Map<string, string>> {
  const { rows } = await database.query<{ version: string; text: string | null }>(
    'select version, statements[1] as text from supabase_migrations.schema_migrations',
  );
  return new Map(rows.map(({ version, text }) => [version, text ?? '']));
}

/** The names of the migration files, in the order in which they are applied. */
export async function migrationFiles(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, 'supabase/migrations'));
  return names.filter((name) => /^\d{14}_\w+\.sql$/.test(name)).toSorted();
}

/** The data was written by a release with other migrations than this release. */
export class OtherRelease extends Error {}

/**
 * Applies the missing migrations, each in a transaction.
 * @throws OtherRelease, before anything is changed, when a migration was applied that this release does not have; Error with the name of the file
 * that could not be applied
 */
export async function migrate(database: MigratedDatabase, root: string, applied: Map<string, string>): Promise<void> {
  const names = await migrationFiles(root);
  const unknownVersion = [...applied.keys()].find((version) => !names.some((name) => name.startsWith(version)));
  if (unknownVersion !== undefined)
    throw new OtherRelease(`it has migration ${unknownVersion}, which this release does not know`);
  for (const name of names) {
    const [version, title] = [name.slice(0, 14), name.slice(15, -4)];
    const text = await readFile(path.join(root, 'supabase/migrations', name), 'utf8');
    const appliedText = applied.get(version);
    if (appliedText !== undefined) {
      if (appliedText !== text) console.warn(`${name} has changed since it was applied: run "npm run reset".`);
      continue;
    }
    try {
      await database.transaction(async (transaction) => {
        await transaction.exec(text);
        await transaction.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
          [version, title, [text]],
        );
      });
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}
