import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { setSession } from '../../../src/lib/device/session.ts';
import * as preparing from '../../../src/records/upload/prepare-file.ts';
import { UploadQueue } from '../../../src/records/upload/upload-queue.ts';
import { adminSession, userAnswer } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { eventually } from '../../support/waiting.ts';

export const bucketUrl = `${origin}/storage/v1/object/rfidboomgatephoto`;
export const taken = '2026-03-17T10:05:00+08:00';

/** What the bucket got, and how it answers. It is reset before each test. */
export const bucket = {
  stored: [] as string[],
  removed: [] as string[],
  /** The statuses of the next uploads: 200 if the list is empty, 0 for no answer. */
  statuses: [] as number[],
  /** Whether the server answers at all. */
  network: true,
  /** Whether a public network answers with its login page instead of the server. */
  loginPage: false,
};

const refusal = (status: number) =>
  HttpResponse.json({ statusCode: String(status), error: 'Error', message: 'It was refused' }, { status });

const loginPage = () => HttpResponse.html('<!doctype html><title>Welcome to our Wi-Fi</title>');

/** The answer of storage for a stored file. */
export const storedResponse = (url: string) => {
  const name = new URL(url).pathname.split('/object/')[1] ?? '';
  return HttpResponse.json({ Id: '5ee1c7b4-6a3f-4a5f-9d0c-0f3a0c6b7d11', Key: name });
};

/** The queues of the running test. */
const queuesOfTest = new Set<UploadQueue>();

/** Serves the bucket to every test of the file, each with the session of an admin, and prepares files at once. */
export function serveBucket(): void {
  afterEach(() => {
    // a queue that stays would send requests in tests of other files that lose the network
    for (const queue of queuesOfTest) queue.dispose();
    queuesOfTest.clear();
  });
  beforeEach(() => {
    setSession(adminSession);
    prepareAtOnce();
    Object.assign(bucket, { stored: [], removed: [], statuses: [], network: true, loginPage: false });
    server.use(
      http.post(`${bucketUrl}/*`, ({ request }) => {
        if (!bucket.network) return HttpResponse.error();
        if (bucket.loginPage) return loginPage();
        const status = bucket.statuses.shift() ?? 200;
        const name = new URL(request.url).pathname.split('/rfidboomgatephoto/')[1] ?? '';
        if (status === 200) bucket.stored.push(name);
        if (status === 200) return storedResponse(request.url);
        return status === 0 ? HttpResponse.error() : refusal(status);
      }),
      http.delete<never, { prefixes: string[] }>(bucketUrl, async ({ request }) => {
        bucket.removed.push(...(await request.json()).prefixes);
        return HttpResponse.json([]);
      }),
      http.post(`${origin}/rest/v1/rpc/whoami`, () => {
        if (bucket.loginPage) return loginPage();
        return bucket.network ? HttpResponse.json(userAnswer) : HttpResponse.error();
      }),
    );
  });
}

/** Replaces `prepareFile` in a test, because jsdom decodes no pictures. A browser test covers the shrinking. */
export function prepareAtOnce(): void {
  vi.spyOn(preparing, 'prepareFile').mockImplementation(async (file, kind) => {
    if (file.size === 0) throw new preparing.FileRefused({ advice: () => `${file.name} is empty.`, defect: () => '' });
    const isPhoto = kind === 'photo';
    return { content: file, small: isPhoto ? new Blob(['small']) : null, takenAt: isPhoto ? taken : null };
  });
}

export const savedUrl = (name: string) => `${origin}/storage/v1/object/public/rfidboomgatephoto/sites/7/${name}`;

export function newQueue(...args: ConstructorParameters<typeof UploadQueue>): UploadQueue {
  const queue = new UploadQueue(...args);
  queuesOfTest.add(queue);
  return queue;
}

/** Makes a queue of site 7 with these photos. */
export function queueOf(...names: string[]): UploadQueue {
  const queue = newQueue();
  queue.setSite(7);
  queue.add(
    names.map((name) => photo(name)),
    'photo',
  );
  return queue;
}

export const photo = (name: string, content = 'photo') => new File([content], name, { type: 'image/jpeg' });

export const states = (queue: UploadQueue) => queue.uploads.get().map(({ state }) => state);

export const settled = (queue: UploadQueue, ...wanted: string[]) =>
  eventually(() => expect(states(queue)).toEqual(wanted));

export const storedIn = (queue: UploadQueue) => queue.uploads.get().flatMap(({ id }) => queue.stored(id) ?? []);

/** Collects the events of a queue, one line for each event. */
export function recordEvents(queue: UploadQueue): string[] {
  const events: string[] = [];
  queue.listen(({ kind, id }) => {
    const upload = queue.uploads.get().find((one) => one.id === id);
    events.push(`${kind} ${upload?.name ?? 'nothing'}`);
  });
  return events;
}
