import { createBackend } from '../../../supabase/local/backend.ts';
import { openDataFolder } from '../../../supabase/local/data-folder.ts';

/**
 * A portal that writes into the folder of its first argument until it is killed. Each write is a file, and two sites in one
 * transaction. It prints lines of JSON: first what it found in the folder, then the number of each write once that is stored.
 */
const [folder = ''] = process.argv.slice(2);
const { pg, blobs } = await createBackend({ folder: await openDataFolder(folder), seed: false });
const tell = (what: unknown) => process.stdout.write(`${JSON.stringify(what)}\n`);

const { rows } = await pg.query<{ name: string }>('select name from public.maintable order by id');
const names = rows.map(({ name }) => name);
const writes = new Set(names.map((name) => Number(name.split(' ')[1])));
const broken: number[] = [];
let next = 1 + Math.max(0, ...writes);
for (let number = 1; number <= next; number += 1) {
  const file = await blobs.get('bucket', `${number}.bin`);
  // an existing file must be complete: 200,000 times the same byte
  if (file && (file.length !== 200_000 || file.some((byte) => byte !== number % 256))) broken.push(number);
}
// a file is stored before its two sites
for (const number of writes) if (!(await blobs.get('bucket', `${number}.bin`))) broken.push(number);
tell({ names, broken });

for (;;) {
  const number = next;
  next += 1;
  // the file first, as a photo is uploaded before its visit is saved
  await blobs.put('bucket', `${number}.bin`, new Uint8Array(200_000).fill(number % 256));
  await pg.transaction(async (tx) => {
    for (const half of ['first', 'second'])
      await tx.query('insert into public.maintable (name, address) values ($1, $2)', [
        `Write ${number} ${half}`,
        'x'.repeat(400),
      ]);
  });
  tell({ stored: number });
}
