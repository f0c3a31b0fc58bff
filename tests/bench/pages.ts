import { cpus, loadavg } from 'node:os';
import * as v from 'valibot';
import { createBackend } from '../../supabase/local/backend.ts';
import { demoKeys } from '../../supabase/local/demo-keys.ts';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { median } from '../support/median.ts';
import { openBrowser } from './bench-browser.ts';
import { buildFloor, buildPortal } from './pages/builds.ts';
import { Host } from './pages/host.ts';
import { openMeasuringBrowser, type PageLoad } from './pages/lighthouse.ts';
import { warmUp } from './pages/return-visits.ts';
import { described } from './tables.ts';

const runs = 3;
/** Of each screen on a return visit. */
const returns = 5;
type Reader = 'user' | 'admin';
/** `word`: one that only the screen's records bring. */
const pages: { name: string; path: string; reader?: Reader; floor?: true; sticker?: true; word?: string }[] = [
  { name: 'floor', path: '/', floor: true },
  { name: 'login', path: '/' },
  { name: 'sticker', path: '/report', sticker: true },
  { name: 'profile', path: '/profile?site=Selasih+Park', reader: 'user', word: 'Jalan Selasih' },
  {
    name: 'dashboard of a month',
    path: '/maintenance?year=2026&month=mar&site=Selasih+Park',
    reader: 'user',
    word: 'View Photos',
  },
  { name: 'analytics', path: '/charts?year=2026&site=Selasih+Park', reader: 'user', word: 'failures' },
  {
    name: 'Service History',
    path: '/data-fetcher?site=Selasih+Park',
    reader: 'user',
    word: 'Monthly preventive maintenance',
  },
  { name: 'guide', path: '/guide', reader: 'user' },
  { name: 'overview', path: '/DataEditor/overview', reader: 'admin', word: 'Menara Kayangan' },
  { name: 'Add New Task', path: '/DataEditor', reader: 'admin' },
];

/** Logs in with the first demo key of a role. Returns what a tab stores as its session. */
async function sessionOf(api: typeof fetch, url: string, reader: Reader): Promise<string> {
  const response = await api(
    new Request(`${url}/rest/v1/rpc/login`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ secret_key: demoKeys.find(({ role }) => role === reader)?.key }),
    }),
  );
  if (!response.ok) throw new Error(`login as ${reader}: ${await response.text()}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object, whatever its members are
  const session = (await response.json()) as Record<string, unknown>;
  const { session: token, key_id: keyId, expires_at: expiresAt, ...rest } = session;
  return JSON.stringify({ token, keyId, ...rest, expiresAt });
}

/** The secret of a new sticker, with which its page is opened. */
async function stickerSecret(api: typeof fetch, url: string, session: string): Promise<string> {
  const { token } = v.parse(v.object({ token: v.string() }), JSON.parse(session));
  const response = await api(
    new Request(`${url}/rest/v1/rpc/make_sticker`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json', 'x-portal-session': token },
      body: JSON.stringify({ site_id: 1, post: 'Exit' }),
    }),
  );
  return v.parse(v.object({ secret: v.string() }), await response.json()).secret;
}

function row(name: string, loads: readonly PageLoad[]): string {
  const middle = (list: (load: PageLoad) => number[]) =>
    list(loads[0] ?? { scores: [], figures: [], faults: [] }).map((_, at) =>
      median(loads.map((load) => list(load)[at] ?? NaN)),
    );
  const [fcp = NaN, lcp = NaN, tbt = NaN, cls = NaN, bytes = NaN] = middle(({ figures }) => figures);
  const scores = middle((load) => load.scores).join(' / ');
  const ms = [fcp, lcp, tbt].map((value) => `${Math.round(value)} ms`);
  return `| ${[name, scores, ...ms, cls.toFixed(3), `${Math.round(bytes)} KB`].join(' | ')} |`;
}

// how busy the machine was: the times depend on it
const [before = 0] = loadavg();
const portal = await buildPortal();
const floor = await buildFloor(portal);
const backend = await createBackend();
const [portalHost, floorHost] = [new Host(), new Host()];
const browser = await openMeasuringBrowser();
const returning = await openBrowser();
try {
  await portalHost.open(portal, backend.fetch);
  await floorHost.open(floor);
  const sessions: Record<Reader, string> = {
    user: await sessionOf(backend.fetch, portalHost.url, 'user'),
    admin: await sessionOf(backend.fetch, portalHost.url, 'admin'),
  };
  const secret = await stickerSecret(backend.fetch, portalHost.url, sessions.admin);
  const loads = new Map<string, PageLoad[]>();
  // in rotation, so that a busy moment of the machine affects all of them
  for (let run = 1; run <= runs; run += 1) {
    for (const { name, path, reader, floor: isFloor, sticker: isSticker } of pages) {
      const { url } = isFloor ? floorHost : portalHost;
      const load = await browser.load(
        `${url}${path}${isSticker ? `#${secret}` : ''}`,
        `${name} ${run}`,
        reader && sessions[reader],
      );
      loads.set(name, [...(loads.get(name) ?? []), load]);
    }
  }
  const [after = 0] = loadavg();
  console.log(
    `${browser.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${before.toFixed(1)} before the run, ${after.toFixed(1)} at its end.\n`,
  );
  console.log('| Page | performance / accessibility / best practices / SEO | FCP | LCP | TBT | CLS | Bytes |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, list] of loads) console.log(row(name, list));
  const faults = new Set(
    Array.from(loads, ([name, list]) => list.flatMap((load) => load.faults.map((id) => `${name}: ${id}`))).flat(),
  );
  console.log(`\nFailed checks: ${Array.from(faults).join(', ') || 'none'}.`);

  const openAgain = await warmUp(returning, portalHost.url);
  const visits = pages.flatMap(({ name, path, reader, word }) =>
    reader && word ? [{ name, path, reader, word }] : [],
  );
  const times = new Map<string, number[]>();
  for (let run = 1; run <= returns; run += 1) {
    for (const { name, path, word, reader } of visits) {
      const time = await openAgain({ path, word, session: sessions[reader] });
      times.set(name, [...(times.get(name) ?? []), time]);
    }
  }
  console.log('\n| Return visit | until its records are shown, in ms |\n| --- | --- |');
  for (const [name, list] of times) console.log(`| ${name} | ${described(list)} |`);
} finally {
  await browser.close();
  await returning.close();
  portalHost.close();
  floorHost.close();
  await backend.close();
}
