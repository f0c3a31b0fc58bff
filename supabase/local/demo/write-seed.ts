import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDemoData } from './demo-data.ts';
import { seedSql } from './seed-sql.ts';

const root = process.cwd();
await writeFile(join(root, 'supabase/seed.sql'), seedSql(readDemoData(root)));
