import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { createBackend } from '../../supabase/local/backend.ts';
import { demoKeys } from '../../supabase/local/demo-keys.ts';
import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { median } from '../support/median.ts';
import { openBrowser } from './bench-browser.ts';
import { buildFloor, buildPortal } from './pages/builds.ts';
import { Host } from './pages/host.ts';
import { openMeasuringBrowser, throttlings, type PageLoad, type Throttling } from './pages/lighthouse.ts';
import { warmUp } from './pages/return-visits.ts';
import { medianText } from './tables.ts';

const { values: chosen } = parseArgs({
  options: {
    page: { type: 'string', multiple: true },
    before: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
});
const runs = Number(chosen.runs);
/** How often each screen is measured on a return visit. */
const returns = 5;
type Reader = 'user' | 'admin';
/** `word`: one that only the screen's records bring. */
interface BenchPage {
  name: string;
  path: string;
  reader?: Reader;
  floor?: true;
  sticker?: true;
  word?: string;
}
const allPages: BenchPage[] = [
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

const pages = allPages.filter(({ name, floor: isFloor }) => isFloor || (chosen.page?.includes(name) ?? true));

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

/** `0.59 (0.47 to 0.62)`: how long the loads of a page took, each as a part of the floor's load of the same round. */
function ratioToFloor(loads: readonly PageLoad[], floorLoads: readonly PageLoad[], figure: number): string {
  const ratios = loads.map(
    (load, round) => (load.figures[figure] ?? NaN) / (floorLoads[round]?.figures[figure] ?? NaN),
  );
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

type Loads = Record<Throttling, PageLoad[]>;

function ratioRow(name: string, loads: Loads, floorLoads: Loads): string {
  const cells = throttlings.flatMap((throttling) =>
    [0, 1].map((figure) => ratioToFloor(loads[throttling], floorLoads[throttling], figure)),
  );
  return `| ${[name, ...cells].join(' | ')} |`;
}

// how busy the machine was: the times depend on it
const [before = 0] = loadavg();
const portal = await buildPortal();
const floor = await buildFloor(portal);
const backend = await createBackend();
const [portalHost, floorHost, beforeHost] = [new Host(), new Host(), new Host()];
const browser = await openMeasuringBrowser();
const returning = await openBrowser();
try {
  await portalHost.open(portal, backend.fetch);
  await floorHost.open(floor);
  if (chosen.before !== undefined) await beforeHost.open(chosen.before, backend.fetch);
  const sessions: Record<Reader, string> = {
    user: await sessionOf(backend.fetch, portalHost.url, 'user'),
    admin: await sessionOf(backend.fetch, portalHost.url, 'admin'),
  };
  const secret = await stickerSecret(backend.fetch, portalHost.url, sessions.admin);
  const loads = new Map<string, Loads>();
  // in rotation, so that a busy moment of the machine affects all of them
  for (let run = 1; run <= runs; run += 1) {
    for (const throttling of throttlings) {
      for (const { name, path, reader, floor: isFloor, sticker: isSticker } of pages) {
        const tried = isFloor
          ? [[name, floorHost.url] as const]
          : [[name, portalHost.url] as const, [`${name}, before`, beforeHost.url] as const].filter(
              ([, url]) => url !== '',
            );
        for (const [label, url] of tried) {
          const load = await browser.load(
            `${url}${path}${isSticker ? `#${secret}` : ''}`,
            `${label} ${throttling} ${run}`,
            reader && sessions[reader],
            throttling,
          );
          const known = loads.get(label) ?? { simulate: [], devtools: [] };
          known[throttling].push(load);
          loads.set(label, known);
        }
      }
    }
  }
  const [after = 0] = loadavg();
  console.log(
    `${browser.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${before.toFixed(1)} before the run, ${after.toFixed(1)} at its end.\n`,
  );
  console.log('| Page | performance / accessibility / best practices / SEO | FCP | LCP | TBT | CLS | Bytes |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, { simulate }] of loads) console.log(row(name, simulate));
  const floorLoads = loads.get('floor');
  console.log('\n| Of the floor | FCP | LCP | FCP, slowed down | LCP, slowed down |\n| --- | --- | --- | --- | --- |');
  if (floorLoads) for (const [name, each] of loads) console.log(ratioRow(name, each, floorLoads));
  const faults = new Set(
    Array.from(loads, ([name, { simulate }]) =>
      simulate.flatMap((load) => load.faults.map((id) => `${name}: ${id}`)),
    ).flat(),
  );
  console.log(`\nFailed checks: ${Array.from(faults).join(', ') || 'none'}.`);

  const visits = (chosen.page ? [] : pages).flatMap(({ name, path, reader, word }) =>
    reader && word ? [{ name, path, reader, word }] : [],
  );
  const times = new Map<string, number[]>();
  const openAgain = visits.length > 0 ? await warmUp(returning, portalHost.url) : () => Promise.resolve(Number.NaN);
  for (let run = 1; run <= returns; run += 1) {
    for (const { name, path, word, reader } of visits) {
      const time = await openAgain({ path, word, session: sessions[reader] });
      times.set(name, [...(times.get(name) ?? []), time]);
    }
  }
  console.log('\n| Return visit | until its records are shown, in ms |\n| --- | --- |');
  for (const [name, list] of times) console.log(`| ${name} | ${medianText(list)} |`);
} finally {
  await browser.close();
  await returning.close();
  portalHost.close();
  floorHost.close();
  beforeHost.close();
  await backend.close();
}
