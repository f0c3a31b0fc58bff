import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteColumns } from '../../src/records/site/site-columns.ts';
import { databaseTypes } from '../../supabase/local/database-types.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';

let backend: TestBackend;

/** Columns that only the database writes. */
const ownColumns = ['id', 'revision', 'updated_at', 'archived_at'];

/** Columns that other screens write, not the site editor. */
const elsewhere = ['tasks2024', 'equipment', 'promised_before'];

async function columnsOf(relation: 'maintable' | 'maintables'): Promise<string[]> {
  const rows = await backend.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [relation],
  );
  return rows.map(({ name }) => name).toSorted();
}

async function granted(right: 'INSERT' | 'UPDATE'): Promise<string[]> {
  const rows = await backend.sql<{ name: string }>(
    `select column_name as name from information_schema.column_privileges
     where table_schema = 'public' and table_name = 'maintable' and grantee = 'anon' and privilege_type = $1`,
    [right],
  );
  return rows.map(({ name }) => name).toSorted();
}

describe('the columns of a site', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  beforeEach(() => backend.reset());

  describe('a column of the site record', () => {
    test('is in the view and can be written, unless the database sets it', async () => {
      const all = await columnsOf('maintable');
      const written = all.filter((name) => !ownColumns.includes(name));
      expect(await columnsOf('maintables')).toEqual(all);
      expect(await granted('INSERT')).toEqual(written);
      expect(await granted('UPDATE')).toEqual([...written, 'revision'].toSorted());
    });

    test('has a line in the table of columns, from which editor, profile and queries are made', async () => {
      const shown = (await columnsOf('maintable')).filter((name) => ![...ownColumns, ...elsewhere].includes(name));
      expect(siteColumns.map(({ column }) => column).toSorted()).toEqual(shown);
    });

    test('accepts as many characters as its line allows, and no more', async () => {
      for (const line of siteColumns) {
        if (!('limit' in line)) continue;
        const write = (length: number) =>
          backend.sql(
            `update public.maintable set "${line.column}" = repeat('x', $1), revision = revision + 1 where id = 1`,
            [length],
          );
        await write(line.limit);
        await expect(write(line.limit + 1), line.column).rejects.toThrow('check constraint');
      }
    });

    test('is in the types of the client', async () => {
      const types = await readFile('src/lib/database.types.ts', 'utf8');
      const row = /maintable: \{\s+Row: \{([^}]*)\}/u.exec(types)?.[1] ?? '';
      expect(Array.from(row.matchAll(/^\s*(\w+):/gmu), ([, name = '']) => name).toSorted()).toEqual(
        await columnsOf('maintable'),
      );
    });

    test('can be restored, whichever it is', async () => {
      const admin = backend.clientFor(await backend.sessionFor(keys.admin));
      // another value for each type of column, which its check accepts
      const others: Record<string, string> = {
        text: `'9'`,
        boolean: 'true',
        bigint: '9',
        smallint: '9',
        'double precision': '9',
        jsonb: `jsonb_set(tasks2024, '{0,title}', '"New"')`,
      };
      const otherObjects: Record<string, string> = {
        equipment: `'{"avr": "9"}'`,
        promised_before: `'[{"until": "2026-06-30", "hours": 4, "calls": null}]'`,
      };
      const columns = await backend.sql<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name = 'maintable' and not column_name = any ($1)`,
        [ownColumns],
      );
      for (const { name, type } of columns) {
        const savedValue = async () => (await backend.sql(`select "${name}" from public.maintable where id = 2`))[0];
        const before = await savedValue();
        const other = otherObjects[name] ?? others[type] ?? 'null';
        await backend.sql(`update public.maintable set "${name}" = ${other}, revision = revision + 1 where id = 2`);
        expect(await savedValue(), name).not.toEqual(before);
        const { data } = await admin.rpc('list_changes', { page_size: 1 });
        expect((await admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 })).error, name).toBeNull();
        expect(await savedValue(), name).toEqual(before);
      }
    });
  });

  describe('a new column', () => {
    test('needs two statements to be read, added, changed and restored', async () => {
      await backend.sql(
        'alter table public.maintable add column added_in_test text check (private.text_ok(added_in_test, 80))',
      );
      await backend.sql(`select private.publish_site_column('added_in_test')`);
      const written = (await columnsOf('maintable')).filter((name) => !ownColumns.includes(name));
      expect(written).toContain('added_in_test');
      expect(await columnsOf('maintables')).toEqual(await columnsOf('maintable'));
      expect([await granted('INSERT'), await granted('UPDATE')]).toEqual([
        written,
        [...written, 'revision'].toSorted(),
      ]);

      await backend.sql(`update public.maintable set added_in_test = '4', revision = 2 where id = 1`);
      await backend.sql('set role anon');
      const seen = backend.sql('select added_in_test from public.maintables');
      await expect(seen).rejects.toThrow('Session expired');
      await backend.sql('reset role');

      await backend.sql(`update public.maintable set added_in_test = '5', revision = 3 where id = 1`);
      const admin = backend.clientFor(await backend.sessionFor(keys.admin));
      const { data } = await admin.rpc('list_changes', { page_size: 1 });
      expect(data?.[0]).toMatchObject({ before: { added_in_test: '4' }, after: { added_in_test: '5' } });
      await admin.rpc('restore_change', { change_id: data?.[0]?.id ?? 0 });
      expect(await backend.sql('select added_in_test from public.maintable where id = 1')).toEqual([
        { added_in_test: '4' },
      ]);
    });
  });
});

describe('the generated types', () => {
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });

  test('src/lib/database.types.ts is what "npm run types" would write', async () => {
    expect(await databaseTypes(backend)).toBe(await readFile('src/lib/database.types.ts', 'utf8'));
  });
});
