import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readJpegHeader } from '../../../src/lib/photo/jpeg.ts';
import type { ReportPhoto } from '../../../src/reports/engine/layout.ts';
import { loadPhotos } from '../../../src/reports/photos/load-photos.ts';
import { testJpeg } from '../../support/test-jpeg.ts';

const smallPhoto = new Uint8Array(testJpeg({ width: 640, height: 480, orientation: 1, bytes: 9_000 }));
const respond = (bytes: Uint8Array<ArrayBuffer>, status = 200) => new Response(bytes, { status });

type Responses = Record<string, (() => Response | Promise<Response>)[]>;
let requestedUrls: string[] = [];
let responses: Responses = {};
let inFlight = 0;
let highestInFlight = 0;

beforeEach(() => {
  requestedUrls = [];
  inFlight = 0;
  highestInFlight = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // Node 20 has neither
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
  vi.stubGlobal('location', { href: 'https://portal.example/' });
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url);
    inFlight += 1;
    highestInFlight = Math.max(highestInFlight, inFlight);
    await new Promise((resolve) => setTimeout(resolve, 1));
    inFlight -= 1;
    const next = responses[url]?.shift();
    return next ? next() : respond(smallPhoto);
  });
});
afterEach(() => vi.unstubAllGlobals());

async function load(urls: readonly (string | null)[], served: Responses = {}, copies: (Blob | null)[] = []) {
  responses = served;
  const photos: (ReportPhoto | null | undefined)[] = urls.map(() => undefined);
  const sources = urls.map((url, index) => ({ url, readPhoto: async () => copies[index] ?? null }));
  await loadPhotos(sources, (index, photo) => {
    if (photos[index] !== undefined) throw new Error('Heard of twice');
    photos[index] = photo;
  });
  return photos;
}

describe('the photos of a report', () => {
  it('that are small and upright are used unchanged, without their metadata', async () => {
    const [photo] = await load(['/a']);
    expect(photo).toMatchObject({ width: 640, height: 480 });
    // a photo that is used unchanged stays an array of bytes
    const bytes = photo?.content instanceof Uint8Array ? photo.content : new Uint8Array();
    expect(bytes.length).toBeLessThan(smallPhoto.length - 5_000);
    expect(readJpegHeader(bytes)).toMatchObject({ width: 640, height: 480 });
  });

  it('are each returned once, in the place of their URL', async () => {
    const photos = await load(['/a', null, '/b', '/c'], { '/b': [() => respond(new Uint8Array(), 404)] });
    expect(photos.map((photo) => photo !== null)).toEqual([true, false, false, true]);
  });

  it('are read from this device if it has a copy, with or without a URL', async () => {
    const copy = new Blob([smallPhoto]);
    const photos = await load(['/a', null, null, '/b'], {}, [copy, copy, null, null]);
    expect(photos.map((photo) => photo !== null)).toEqual([true, true, false, true]);
    expect(requestedUrls).toEqual(['/b']);
  });

  it.each([
    ['small renditions', '.small.jpg?token=1', 96],
    ['whole photos', '.jpg?token=1', 6],
  ])('as %s are fetched in limited numbers at a time', async (_, urlEnd, limit) => {
    await load(Array.from({ length: 120 }, (__, index) => `/${index}${urlEnd}`));
    expect(requestedUrls).toHaveLength(120);
    expect(highestInFlight).toBe(limit);
  });

  it('that are used twice are fetched once', async () => {
    expect(await load(['/a', '/b', '/a'])).not.toContain(null);
    expect(requestedUrls).toEqual(['/a', '/b']);
  });

  it.each([
    ['the network is lost for a moment', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server fails briefly', () => respond(new Uint8Array(), 503)],
  ])('are requested once more when %s', async (_, stumble) => {
    expect(await load(['/a'], { '/a': [stumble] })).not.toContain(null);
    expect(requestedUrls).toEqual(['/a', '/a']);
  });

  it.each([
    ['the server keeps failing', [503, 503], 2],
    ['they are refused', [403], 1],
    ['they do not exist', [404], 1],
  ])('are missing when %s', async (_, statuses, times) => {
    const served = { '/a': statuses.map((status) => () => respond(new Uint8Array(), status)) };
    expect(await load(['/a'], served)).toEqual([null]);
    expect(requestedUrls).toHaveLength(times);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a page', new TextEncoder().encode('<!doctype html>')],
    ['a truncated JPEG', smallPhoto.slice(0, -2)],
  ])('are missing when the answer is %s', async (_, bytes) => {
    expect(await load(['/a', '/b'], { '/a': [() => respond(bytes), () => respond(bytes)] })).toEqual([
      null,
      expect.anything(),
    ]);
  });
});
