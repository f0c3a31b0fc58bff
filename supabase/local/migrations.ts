import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PgliteConnection } from '@supabase/lite/pglite';

type MigratedDatabase = PgliteConnection['driver'];

/** Versions of the applied migrations, with their text at that time. */
export async function appliedMigrations(database: MigratedDatabase): Promise<Map<string, string>> {
  const { rows } = await database.query<{ version: string; text: string | null }>(
    'select version, statements[1] as text from supabase_migrations.schema_migrations',
  );
  return new Map(rows.map(({ version, text }) => [version, text ?? '']));
}

/** Names of the migrations, in the order in which they apply. */
export async function migrationFiles(root: string): Promise<string[]> {
  const names = await readdir(path.join(root, 'supabase/migrations'));
  return names.filter((name) => /^\d{14}_\w+\.sql$/.test(name)).toSorted();
}

/** The data was written by a release with other migrations than this one. */
export class OtherRelease extends Error {}

/**
 * Applies missing migrations, each completely or not at all.
 * @throws OtherRelease, before anything is changed, when a migration was applied that this release does not have; Error
 * with the name of the file that could not be applied
 */
export async function migrate(database: MigratedDatabase, root: string, applied: Map<string, string>): Promise<void> {
  const names = await migrationFiles(root);
  const unknown = [...applied.keys()].find((version) => !names.some((name) => name.startsWith(version)));
  if (unknown !== undefined) throw new OtherRelease(`it has migration ${unknown}, which this release does not know`);
  for (const name of names) {
    const [version, title] = [name.slice(0, 14), name.slice(15, -4)];
    const text = await readFile(path.join(root, 'supabase/migrations', name), 'utf8');
    const known = applied.get(version);
    if (known !== undefined) {
      if (known !== text) console.warn(`${name} has changed since it was applied: run "npm run reset".`);
      continue;
    }
    try {
      await database.transaction(async (tx) => {
        await tx.exec(text);
        await tx.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
          [version, title, [text]],
        );
      });
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}
