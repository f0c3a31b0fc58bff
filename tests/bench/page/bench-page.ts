import { smallBox } from '../../../src/lib/photo/photo-box.ts';
import { shrinkPhoto } from '../../../src/lib/photo/shrink-photo.ts';
import { reportPhotos } from '../../../src/reports/report-request.ts';
import { benchMonth, benchYear, photoUrls, photosPerTask } from './bench-data.ts';
import type { BenchRun, Variant } from './bench-messages.ts';
import { drawBenchPhoto } from './bench-photo.ts';
import { watchMainThread } from './main-thread.ts';
import { naiveReport } from './naive-report.ts';
import { cancelOurs, finished, ours, reportWorker, sleep, warmWorker } from './ours.ts';

/** Milliseconds between the pointer on the button and the click. */
const hover = 600;
const distinct = 8;

interface Outcome {
  bytes: number;
  missing: number;
}

/** As many as the portal's reports decode at once, so that the floor differs only in making no PDF. */
function decoders(): number {
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8;
  return memory <= 4 ? 2 : Math.min(4, navigator.hardwareConcurrency + 1);
}

// the worker starts before the click, as in the portal
async function prepared(variant: Variant, tasks: number): Promise<() => Promise<Outcome>> {
  const request = variant.kind === 'ours' && variant.year ? benchYear(tasks) : benchMonth(tasks);
  const count = reportPhotos(request).length;
  const folder = 'folder' in variant ? variant.folder : 'photo';
  const urls = photoUrls(count, folder, distinct);
  const texts = request.kind === 'monthly' ? request.data.tasks.map((task) => task.tasks) : [];
  if (variant.kind === 'naive') return async () => ({ bytes: await naiveReport(urls, texts), missing: 0 });
  if (variant.kind === 'ours') {
    const spare = variant.warm ? warmWorker(request) : null;
    await sleep(hover);
    return () => ours(spare ?? reportWorker(), request, urls);
  }
  const worker =
    variant.kind === 'floor'
      ? new Worker(new URL('floor-worker.ts', import.meta.url), { type: 'module' })
      : new Worker(new URL('bitmap-worker.ts', import.meta.url), { type: 'module' });
  await sleep(hover);
  const order =
    variant.kind === 'floor'
      ? { urls, inFlight: variant.inFlight, decoders: variant.decode ? decoders() : 0 }
      : { urls, texts };
  return async () => ({ bytes: await finished(worker, order), missing: 0 });
}

async function run(variant: Variant, tasks: number): Promise<Omit<BenchRun, 'requests'>> {
  const start = await prepared(variant, tasks);
  const stopWatching = watchMainThread();
  const begun = performance.now();
  let outcome: Outcome = { bytes: 0, missing: 0 };
  let problem: string | null = null;
  try {
    outcome = await start();
  } catch (error) {
    problem = String(error);
  }
  const ms = performance.now() - begun;
  // long tasks are reported a moment later
  await sleep(60);
  return { ms, error: problem, ...outcome, ...stopWatching() };
}

/** Makes the small rendition of a photo as the portal does at upload, and sends it to the server. Returns its size. */
async function makeSmall(photo: number): Promise<number> {
  const response = await fetch(`/photo/${photo}`);
  const { bytes } = await shrinkPhoto(new Uint8Array(await response.arrayBuffer()), smallBox);
  await fetch(`/small/${photo}`, { method: 'PUT', body: bytes });
  return bytes.length;
}

async function makePhoto(photo: number): Promise<void> {
  await fetch(`/photo/${photo}`, { method: 'PUT', body: await drawBenchPhoto(photo + 1) });
}

function cancel(tasks: number): Promise<number> {
  return cancelOurs(benchMonth(tasks), photoUrls(tasks * photosPerTask, 'photo', distinct), hover);
}

Object.assign(globalThis, { bench: { cancel, makeSmall, makePhoto } });

/** Carries out the order in the hash of the page's URL once the server answers `/begin`. */
async function obey(order: string): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- written by the bench itself
  const { variant, tasks }: { variant: Variant; tasks: number } = JSON.parse(decodeURIComponent(order));
  await fetch('/begin');
  const outcome = await run(variant, tasks);
  await fetch('/outcome', { method: 'POST', body: JSON.stringify({ ...outcome, requests: [] }) });
}

if (location.hash) await obey(location.hash.slice(1));
