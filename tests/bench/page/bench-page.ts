import { jsPDF } from 'jspdf';
import { smallBox } from '../../../src/lib/photo/photo-box.ts';
import { shrinkPhoto } from '../../../src/lib/photo/shrink-photo.ts';
import { reportPhotos } from '../../../src/reports/report-request.ts';
import { benchChosen, benchMonth, benchYear, photoUrls, photosPerTask, wholeSize } from './bench-data.ts';
import type { BenchRun, Variant } from './bench-messages.ts';
import { drawBenchPhoto } from './bench-photo.ts';
import { cancelOurs, finished, ours, reportWorker, sleep, warmWorker } from './ours.ts';

/** Milliseconds between the pointer on the button and the click. */
const hover = 600;
/** How many different photos there are (`photo-shelf.ts`). */
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

const requests = { month: benchMonth, year: benchYear, chosen: benchChosen };

// the worker starts before the click, as in the portal
async function prepared(variant: Variant, tasks: number): Promise<() => Promise<Outcome>> {
  const request = requests[variant.kind === 'ours' ? (variant.report ?? 'month') : 'month'](tasks);
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
  const startTime = performance.now();
  let outcome: Outcome = { bytes: 0, missing: 0 };
  let problem: string | null = null;
  try {
    outcome = await start();
  } catch (error) {
    problem = String(error);
  }
  const ms = performance.now() - startTime;
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

/** Measures how long the page's main thread is blocked. */
function watchMainThread(): () => { longestTask: number; longestGap: number } {
  let longestTask = 0;
  let longestGap = 0;
  const take = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestTask = Math.max(longestTask, duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'longtask' });
  let before = performance.now();
  const measure = () => {
    const now = performance.now();
    longestGap = Math.max(longestGap, now - before - 10);
    before = now;
  };
  const timer = setInterval(measure, 10);
  return () => {
    measure();
    take(observer.takeRecords());
    observer.disconnect();
    clearInterval(timer);
    return { longestTask: Math.round(longestTask), longestGap: Math.round(longestGap) };
  };
}

/**
 * The report as a first attempt would make it: on the main thread, with the photos as they come from the camera.
 * Returns the size of the file.
 * @throws Error if jsPDF makes none.
 */
async function naiveReport(urls: readonly string[], texts: readonly string[]): Promise<number> {
  const doc = new jsPDF({ unit: 'mm', format: 'a4' });
  for (const [task, text] of texts.entries()) {
    if (task > 0) doc.addPage();
    doc.text(text, 12, 20, { maxWidth: 186 });
    const four = urls.slice(task * photosPerTask, (task + 1) * photosPerTask);
    const photos = await Promise.all(four.map(async (url) => (await fetch(url)).arrayBuffer()));
    photos.forEach((photo, index) => {
      const [x, y] = [12 + (index % 2) * 96, 60 + Math.floor(index / 2) * 72];
      doc.addImage(new Uint8Array(photo), 'JPEG', x, y, 90, 67.5, `${task} ${index}`);
    });
  }
  const blob: unknown = doc.output('blob');
  // jsPDF reports its errors only on the console
  if (!(blob instanceof Blob)) throw new Error('jsPDF made no file');
  return wholeSize(blob);
}
