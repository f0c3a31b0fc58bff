import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { beforeAll, expect, test, vi } from 'vitest';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { keyIn, sessionIn } from './shapes.ts';
import { bootBackend, origin, type TestBackend } from './support/backend.ts';
import { keys, objectName } from './support/base-rows.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

/** Every row of every table of the portal, as text. */
async function everything(): Promise<string> {
  const tables = await backend.sql<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind = 'r'
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace)`);
  const rows = [];
  for (const { name } of tables) rows.push(await backend.sql(`select to_jsonb(t)::text as row from ${name} t`));
  return JSON.stringify(rows);
}

/** The key as typed, and in the spellings in which it might have been stored. */
const spellings = (secret: string) => [
  secret,
  secret.toLowerCase(),
  secret.replaceAll('-', ''),
  secret.replaceAll(/.{4}(?=.)/gu, '$&-'),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
];

test('no key, no session and no code of a sticker or a link is in any table, URL, answer or line of the console', async () => {
  const printed: string[] = [];
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation(
      (...values) => void printed.push(values.map((value) => inspect(value, { depth: 9 })).join(' ')),
    );
  }
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    printed.push(String(chunk));
    return true;
  });
  const urls: string[] = [];
  const recording: typeof fetch = (input, init) => {
    urls.push(input instanceof Request ? input.url : String(input));
    return backend.fetch(input, init);
  };
  const clientFor = (session?: string) =>
    createClient(origin, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: recording, ...(session && { headers: { 'x-portal-session': session } }) },
    });
  const login = async (secret_key: string) => {
    const response = await clientFor().rpc('login', { secret_key });
    return response.error ? '' : sessionIn(response.data).session;
  };

  const session = await login(keys.admin);
  const admin = clientFor(session);
  const issued = keyIn((await admin.rpc('issue_key', { role: 'user', label: 'New', site_id: 1 })).data);
  const rotated = keyIn((await admin.rpc('rotate_key', { key_id: issued.id })).data);
  const client = await login(rotated.key);
  const wrong = 'WRONG-KEY-4711-ABCD';
  await login(wrong);
  await clientFor(client).rpc('unlock_analytics', { secret_key: keys.admin });
  await clientFor(client).rpc('unlock_analytics', { secret_key: wrong });
  // errors, whose statements and parameters must not be printed
  await clientFor(client).rpc('login', { secret_key: { a: wrong } });
  await clientFor(client).rpc('login', { secret_key: `${wrong}\u0000` });
  await clientFor(client).rpc('no_such_function', { secret_key: wrong });
  await admin
    .from('maintable')
    .update({ tasks2024: [1], revision: 2 })
    .eq('id', 1);
  await admin.from('maintable').insert({ name: 'One' });
  await admin.storage.from('rfidboomgatephoto').upload('bad name', new Uint8Array(1), { contentType: 'image/jpeg' });
  await admin.storage.from('rfidboomgatephoto').createSignedUrls([objectName(1)], 60);
  await clientFor(`${session.slice(1)}0`)
    .from('main')
    .select('id');
  // a sticker: shown once, opened, used for a report, mistyped, and in an error that a browser sends
  const made = v.parse(
    v.object({ id: v.number(), secret: v.string() }),
    (await admin.rpc('make_sticker', { site_id: 1, post: 'Exit' })).data,
  );
  const report = { attempt: randomUUID(), what: 'Does not open', photos: 1, age: 0 };
  await clientFor().rpc('open_sticker', { secret: made.secret });
  await clientFor().rpc('report_from_sticker', { secret: made.secret, report });
  await clientFor().rpc('report_from_sticker', { secret: made.secret, report: { ...report, what: '' } });
  await clientFor().rpc('open_sticker', { secret: `${made.secret}\u0000` });
  await clientFor().rpc('no_such_door', { secret: made.secret });
  const message = `Failed to open http://portal.test/report#${made.secret} and ${made.secret}`;
  await clientFor().rpc('report_client_error', { message, screen: '/report', release: 'x' });
  await admin.rpc('end_sticker', { sticker_id: made.id });
  await clientFor().rpc('open_sticker', { secret: made.secret });
  // a link: shown once, opened, used for files, mistyped, and in an error that a browser sends
  const link = v.parse(
    v.object({ id: v.number(), secret: v.string() }),
    (await admin.rpc('make_link', { site_id: 1, task_ids: [1], label: 'Insurer', days: 7 })).data,
  );
  await clientFor().rpc('open_link', { secret: link.secret });
  await clientFor().rpc('open_link', { secret: `${link.secret}\u0000` });
  await clientFor().rpc('no_such_door', { secret: link.secret });
  for (const name of [objectName(1), 'bad name'])
    await backend.fetch(`${origin}/storage/v1/object/authenticated/rfidboomgatephoto/${name}`, {
      headers: { apikey: anonKey, 'x-portal-link': link.secret },
    });
  const opened = `Failed to open http://portal.test/shared#${link.secret} and ${link.secret}`;
  await clientFor().rpc('report_client_error', { message: opened, screen: '/shared', release: 'x' });
  await admin.rpc('list_links');
  await admin.rpc('end_link', { link_id: link.id });
  await clientFor().rpc('open_link', { secret: link.secret });
  const changes = JSON.stringify((await admin.rpc('list_changes')).data);
  const readable = JSON.stringify((await admin.from('main').select('id, label, role, kind')).data);
  write.mockRestore();
  vi.restoreAllMocks();

  const dump = await everything();
  expect(dump).toContain('"label\\": \\"New');
  for (const secret of [keys.admin, issued.key, rotated.key, session, client, wrong, made.secret, link.secret]) {
    expect(secret.length).toBeGreaterThan(10);
    for (const spelling of spellings(secret)) {
      const outputs = { dump, changes, readable, urls: urls.join('\n'), printed: printed.join('\n') };
      const found = Object.entries(outputs).filter(([, text]) => text.includes(spelling));
      expect(found.map(([output]) => output)).toEqual([]);
    }
  }
});

test('a refusal says nothing of the row that was refused', async () => {
  const admin = backend.clientFor(await backend.loginAs(keys.admin));
  const { error } = await admin
    .from('maintable')
    .update({ tasks2024: [{ id: 1 }], revision: 2 })
    .eq('id', 1);
  expect(error).toMatchObject({ details: null, hint: null });
});
