import { writeFile } from 'node:fs/promises';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { createBackend, type Backend } from './backend.ts';

/** The `Database` type for supabase-js, from the generator of `supabase gen types`, without the helper types. */
export async function databaseTypes({ pg }: Backend): Promise<string> {
  const metadata = await introspect(pg, { includedSchemas: ['public'] });
  const text = await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' });
  const [types = ''] = text.replace('export type Json', 'type Json').split('type DatabaseWithoutInternals');
  return `// Generated from supabase/migrations by "npm run types".\n${types.trimEnd()}\n`;
}

// `npm run types`, to be run after every change of the migrations
if (process.argv[1] === import.meta.filename) {
  const backend = await createBackend({ seed: false });
  await writeFile('src/lib/database.types.ts', await databaseTypes(backend));
  await backend.close();
}
