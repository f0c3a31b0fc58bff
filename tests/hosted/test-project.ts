import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import * as v from 'valibot';
import { bucket } from '../../src/lib/file-names.ts';
import { apiListener } from '../../supabase/local/api-listener.ts';
import { createBackend } from '../../supabase/local/backend.ts';
import { readDemoData } from '../../supabase/local/demo/demo-data.ts';
import { listDemoFiles } from '../../supabase/local/demo/demo-files.ts';
import { callFunction, memberOf, type RawApi } from '../../supabase/operations/place/raw-api.ts';
import { hostedGateway } from '../support/hosted-gateway.ts';
import { closeServer, openServer } from '../support/local-server.ts';

const named = v.array(v.object({ id: v.number(), name: v.string() }));
const changes = v.array(v.object({ id: v.number(), operation: v.string(), access_id: v.nullable(v.number()) }));

/** Logs in. @throws Error with the server's words. */
export async function openSession(ask: RawApi, key: string): Promise<string> {
  const response = await callFunction(ask, 'login', { secret_key: key });
  const session = memberOf(response.body, 'session');
  if (typeof session !== 'string')
    throw new Error(`The login was refused: ${response.status} ${response.text.slice(0, 200)}`);
  return session;
}

/** Ends the sessions of every key but that of the device to which the given session belongs. */
export async function endSessions(ask: RawApi, session: string): Promise<void> {
  const { body } = await ask('/rest/v1/main?select=id&order=id', { session });
  for (const { id } of v.parse(v.array(v.object({ id: v.number() })), body))
    await callFunction(ask, 'end_sessions', { key_id: id }, session);
}

/** The access record that added a site, as the change log has it; null for the owner of the database, undefined if the log does not say. */
async function whoAdded(ask: RawApi, session: string, siteId: number): Promise<number | null | undefined> {
  let oldest: v.InferOutput<typeof changes>[number] | undefined;
  for (;;) {
    const { body } = await callFunction(
      ask,
      'list_changes',
      { of_site: siteId, of_kind: 'site', page_size: 200, ...(oldest && { older_than: oldest.id }) },
      session,
    );
    const page = v.parse(changes, body);
    oldest = page.at(-1) ?? oldest;
    if (page.length < 200) return oldest?.operation.toLowerCase() === 'insert' ? oldest.access_id : undefined;
  }
}

/**
 * Why a project must not be tested, as a sentence; undefined for one that was made for tests. It has the three sites of
 * supabase/seed.sql and, beside them, only what a demo key added: such keys work where that file was applied and nowhere
 * else, and people who work with a portal have keys of their own.
 */
export async function whyNotTested(ask: RawApi, session: string): Promise<string | undefined> {
  const demo = readDemoData('.').maintable;
  const seed = 'fill one that was made for testing with: psql "$DB_URL" -f supabase/seed.sql';
  const keys = await ask('/rest/v1/main?select=id&kind=eq.demo', { session });
  if (keys.status !== 200) return 'The migrations are not applied: npx supabase db push.';
  const demoKeys = v.parse(v.array(v.object({ id: v.number() })), keys.body).map(({ id }) => id);
  for (let after = 0; ;) {
    const { body } = await ask(`/rest/v1/maintable?select=id,name&id=gt.${after}&order=id&limit=500`, { session });
    const sites = v.parse(named, body);
    for (const { id, name } of sites) {
      const demoSite = demo.find((site) => site.id === id);
      const addedBy = demoSite ? null : await whoAdded(ask, session, id);
      const isByDemoKey = typeof addedBy === 'number' && demoKeys.includes(addedBy);
      const isOfTests = demoSite ? demoSite.name === name : isByDemoKey;
      if (!isOfTests)
        return `The site “${name}” (${id}) was not made by these tests, which change what they find: ${seed}.`;
    }
    if (after === 0 && sites.length < demo.length) return `The demo data is not there: ${seed}.`;
    const last = sites.at(-1);
    if (!last || sites.length < 500) return undefined;
    after = last.id;
  }
}

/**
 * Uploads the demo's photos and PDFs to the bucket; existing ones stay. Returns how many were new.
 * @param folder in which they are put; all by default.
 */
export async function putDemoFiles(ask: RawApi, session: string, folder = 'sites/'): Promise<number> {
  let added = 0;
  const files = (await listDemoFiles('.')).filter(({ name }) => name.startsWith(folder));
  for (const { path, name, type } of files) {
    const response = await ask(`/storage/v1/object/${bucket}/${name}`, {
      method: 'POST',
      session,
      headers: { 'content-type': type },
      body: await readFile(path),
    });
    if (response.status < 300) added += 1;
    else if (!/duplicate|already exists/iu.test(response.text))
      throw new Error(`${name} was not stored: ${response.status} ${response.text.slice(0, 200)}`);
  }
  return added;
}

/** The embedded backend alone, at an origin of its own, with the demo data, in memory. */
export async function startEmbeddedProject(): Promise<{ url: string; stop: () => Promise<void> }> {
  process.env['DO_NOT_TRACK'] = '1';
  const backend = await createBackend();
  const listen = await apiListener(hostedGateway(backend.fetch));
  const server = createServer((request, response) => void listen(request, response));
  server.keepAliveTimeout = 120_000;
  const url = await openServer(server);
  const stop = async () => {
    closeServer(server);
    await backend.close();
  };
  return { url, stop };
}
