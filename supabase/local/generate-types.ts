import { writeFile } from 'node:fs/promises';
import { createBackend } from './backend.ts';
import { databaseTypes } from './database-types.ts';

// npm run types: after every change of the migrations.
const backend = await createBackend({ seed: false });
await writeFile('src/lib/database.types.ts', await databaseTypes(backend));
await backend.close();
