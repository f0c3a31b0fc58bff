import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadQueue } from '../../../src/records/upload/upload-queue.ts';
import { allowConsole } from '../../support/console.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hold } from '../../support/waiting.ts';

// why: jsdom decodes no pictures; the shrinking itself is tested in the browser
vi.mock('../../../src/records/upload/prepare-file.ts', async (original) => ({
  ...(await original<object>()),
  prepareFile: async (file: File, kind: string) => {
    const { FileRefused } = await import('../../../src/records/upload/prepare-file.ts');
    if (file.size === 0) throw new FileRefused(`${file.name} is empty.`);
    const isPhoto = kind === 'photo';
    return { content: file, small: isPhoto ? new Blob(['small']) : null, takenAt: isPhoto ? taken : null };
  },
}));

const bucket = `${origin}/storage/v1/object/rfidboomgatephoto`;
const taken = '2026-03-17T10:05:00+08:00';
let stored: string[] = [];
let removed: string[] = [];
/** Statuses of the next uploads; 200 when there is none left. */
let statuses: number[] = [];
/** Whether the server answers anything at all. */
let network = true;

beforeEach(() => {
  stored = [];
  removed = [];
  statuses = [];
  network = true;
  server.use(
    http.post(`${bucket}/*`, ({ request }) => {
      if (!network) return HttpResponse.error();
      const status = statuses.shift() ?? 200;
      if (status === 200) stored.push(new URL(request.url).pathname.split('/rfidboomgatephoto/')[1] ?? '');
      return status === 0 ? HttpResponse.error() : HttpResponse.json({}, { status });
    }),
    http.delete<never, { prefixes: string[] }>(bucket, async ({ request }) => {
      removed.push(...(await request.json()).prefixes);
      return HttpResponse.json([]);
    }),
    http.post(`${origin}/rest/v1/rpc/whoami`, () => (network ? HttpResponse.json({}) : HttpResponse.error())),
  );
});

const savedUrl = (name: string) => `${origin}/storage/v1/object/public/rfidboomgatephoto/sites/7/${name}`;
const newQueue = async (...args: ConstructorParameters<typeof UploadQueue>) =>
  new (await import('../../../src/records/upload/upload-queue.ts')).UploadQueue(...args);
const photo = (name: string, content = 'photo') => new File([content], name, { type: 'image/jpeg' });
const states = (queue: UploadQueue) => queue.uploads.get().map(({ state }) => state);
const areHeldBack = (all: string[]) => all.every((state) => state === 'paused' || state === 'waiting');
const storedIn = (queue: UploadQueue) => queue.uploads.get().flatMap(({ id }) => queue.stored(id) ?? []);
const settled = (queue: UploadQueue, ...wanted: string[]) => eventually(() => expect(states(queue)).toEqual(wanted));

/** What is told of each file, in one line. */
const hear = (queue: UploadQueue) => {
  const heard: string[] = [];
  queue.listen(({ kind, id }) => {
    const upload = queue.uploads.get().find((one) => one.id === id);
    heard.push(`${kind} ${upload?.name ?? 'nothing'}`);
  });
  return heard;
};

describe('chosen files', () => {
  it('go up with their small renditions, the small one first, and answer the URL to store', async () => {
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'done');
    expect(stored).toHaveLength(2);
    expect(stored[0]).toMatch(/^sites\/7\/\d{13}-[\da-f-]{36}\.small\.jpg$/u);
    expect(stored[1]).toBe(stored[0]?.replace('.small.jpg', '.jpg'));
    expect(queue.uploads.get()[0]?.url).toBe(`${origin}/storage/v1/object/public/rfidboomgatephoto/${stored[1]}`);
  });

  it('wait until the site is known', async () => {
    const queue = await newQueue();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    expect(queue.uploads.get()[0]?.takenAt).toBe(taken);
    expect(stored).toEqual([]);
    queue.setSite(7);
    await settled(queue, 'done');
  });

  it('that are refused are never sent, and say why', async () => {
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('empty.jpg', '')], 'photo');
    await settled(queue, 'refused');
    expect(queue.uploads.get()[0]?.reason).toBe('empty.jpg is empty.');
    expect(stored).toEqual([]);
  });

  it('are tried again when the server stumbles, under the same name', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    statuses = [503];
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'done');
    expect(new Set(stored.map((name) => name.split('.')[0])).size).toBe(1);
  });

  it('that fail for good say so, and a retry sends only what is not up', async () => {
    allowConsole(/could not be uploaded/u);
    // the small one goes up, the large one is refused
    statuses = [200, 400];
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'failed');
    expect(queue.uploads.get()[0]?.reason).toBe('File upload failed. Please try again.');
    queue.retry(queue.uploads.get()[0]?.id ?? '');
    await settled(queue, 'done');
    expect(stored).toHaveLength(2);
    expect(stored[1]).toBe(stored[0]?.replace('.small.jpg', '.jpg'));
  });

  it('that are removed are taken out of the bucket too', async () => {
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg'), photo('b.jpg')], 'photo');
    await settled(queue, 'done', 'done');
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    expect(queue.uploads.get().map(({ name }) => name)).toEqual(['b.jpg']);
    await eventually(() => expect(removed).toHaveLength(2));
    queue.discard();
    await eventually(() => expect(removed).toHaveLength(4));
    expect(removed.toSorted()).toEqual(stored.toSorted());
  });

  it('that are removed before their turn never go up', async () => {
    const { held, release } = hold();
    const asked: string[] = [];
    server.use(
      http.post(`${bucket}/*`, async ({ request }) => {
        asked.push(request.url);
        await held;
        return HttpResponse.json({});
      }),
    );
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')], 'photo');
    await eventually(() => expect(states(queue).toSorted()).toEqual(['uploading', 'uploading', 'waiting']));
    queue.add([photo('d.jpg')], 'photo');
    expect(states(queue).at(-1)).toBe('checking');
    for (const { id, state } of queue.uploads.get()) if (state !== 'uploading') queue.remove(id);
    release();
    await settled(queue, 'done', 'done');
    queue.add([photo('e.jpg')], 'photo');
    await settled(queue, 'done', 'done', 'done');
    expect(asked).toHaveLength(6);
  });

  it('go up again for another site, and leave the first', async () => {
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'done');
    const before = [...stored];
    queue.setSite(8);
    await eventually(() => expect(stored).toHaveLength(4));
    await settled(queue, 'done');
    expect(queue.uploads.get()[0]?.url).toContain('/sites/8/');
    await eventually(() => expect(removed.toSorted()).toEqual(before.toSorted()));
  });

  it('go up for the site that is chosen last, also when they were on their way to another', async () => {
    const { held, release } = hold();
    server.use(
      http.post(`${bucket}/sites/7/*`, async () => {
        await held;
        return HttpResponse.json({});
      }),
    );
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'uploading');
    queue.setSite(8);
    release();
    await settled(queue, 'done');
    expect(queue.uploads.get()[0]?.url).toContain('/sites/8/');
  });

  it('go up for the site that is chosen last, also when they failed for another', async () => {
    allowConsole(/could not be uploaded/u);
    statuses = [200, 400];
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'failed');
    const before = [...stored];
    queue.setSite(8);
    await settled(queue, 'done');
    expect(queue.uploads.get()[0]?.url).toContain('/sites/8/');
    await eventually(() => expect(removed).toEqual(expect.arrayContaining(before)));
  });

  it('keep the order that they are given', async () => {
    const queue = await newQueue();
    queue.add([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')], 'photo');
    const [a, b, c] = queue.uploads.get().map(({ id }) => id);
    queue.reorder([c ?? '', a ?? '', b ?? '']);
    expect(queue.uploads.get().map(({ name }) => name)).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  });
});

describe('events', () => {
  it('tell every step of a file but its progress, after the list has changed', async () => {
    const queue = await newQueue();
    const heard = hear(queue);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    queue.setSite(7);
    await settled(queue, 'done');
    queue.setSite(8);
    await eventually(() => expect(stored).toHaveLength(4));
    await settled(queue, 'done');
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    expect(heard).toEqual([
      'added a.jpg',
      'prepared a.jpg',
      'started a.jpg',
      'done a.jpg',
      'reset a.jpg',
      'started a.jpg',
      'done a.jpg',
      'removed nothing',
    ]);
    await eventually(() => expect(removed).toHaveLength(4));
  });

  it('tell of a failed attempt, of the retry, and of a file that is refused', async () => {
    allowConsole(/could not be uploaded/u);
    statuses = [400];
    const queue = await newQueue();
    queue.setSite(7);
    const heard = hear(queue);
    queue.add([photo('a.jpg'), photo('empty.jpg', '')], 'photo');
    await settled(queue, 'failed', 'refused');
    queue.retry(queue.uploads.get()[0]?.id ?? '');
    await settled(queue, 'done', 'refused');
    const of = (name: string) => heard.filter((one) => one.endsWith(` ${name}`)).map((one) => one.split(' ')[0]);
    expect(of('a.jpg')).toEqual(['added', 'prepared', 'started', 'failed', 'reset', 'started', 'done']);
    expect(of('empty.jpg')).toEqual(['added', 'refused']);
    expect(queue.stored(queue.uploads.get()[1]?.id ?? '')).toBeNull();
  });

  it('are told to nobody who has left', async () => {
    const queue = await newQueue();
    const heard: string[] = [];
    const leave = queue.listen(({ kind }) => heard.push(kind));
    leave();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    expect(heard).toEqual([]);
  });
});

describe('a dead spot', () => {
  it('fails none of 12 photos: they wait, and go on by themselves', async () => {
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('0.jpg')], 'photo');
    await settled(queue, 'done');
    network = false;
    queue.add(
      Array.from({ length: 11 }, (_, index) => photo(`${index + 1}.jpg`)),
      'photo',
    );
    await eventually(() => expect(queue.offline.get()).toBe(true));
    // the two that were under way are paused, the others wait for their turn
    await eventually(() => expect(areHeldBack(states(queue).slice(1))).toBe(true));
    network = true;
    dispatchEvent(new Event('online'));
    await settled(queue, ...Array.from({ length: 12 }, () => 'done'));
    expect(queue.offline.get()).toBe(false);
    expect(new Set(stored).size).toBe(24);
    expect(stored).toHaveLength(24);
    queue.dispose();
  });

  it('that the browser tells of keeps files back before they are sent', async () => {
    const queue = await newQueue();
    network = false;
    dispatchEvent(new Event('offline'));
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    expect(queue.offline.get()).toBe(true);
    network = true;
    dispatchEvent(new Event('online'));
    await settled(queue, 'done');
    queue.dispose();
  });

  it('is none where the server answers others: a file that gets no answer fails for itself', async () => {
    allowConsole(/could not be uploaded/u);
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    statuses = [0, 0, 0];
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'failed');
    expect(queue.offline.get()).toBe(false);
  });

  it('does not bring back what was removed in it', async () => {
    network = false;
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg'), photo('b.jpg')], 'photo');
    await eventually(() => expect(queue.offline.get()).toBe(true));
    await eventually(() => expect(areHeldBack(states(queue))).toBe(true));
    server.use(http.delete(bucket, () => HttpResponse.json([])));
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    network = true;
    dispatchEvent(new Event('online'));
    await settled(queue, 'done');
    expect(stored).toHaveLength(2);
    queue.dispose();
  });
});

describe('all that failed', () => {
  it('goes up again with one call', async () => {
    allowConsole(/could not be uploaded/u);
    statuses = [400, 400];
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg'), photo('b.jpg')], 'photo');
    await settled(queue, 'failed', 'failed');
    queue.retry();
    await settled(queue, 'done', 'done');
  });
});

describe('a file that was removed', () => {
  it('comes back to its place and goes up once more', async () => {
    const queue = await newQueue();
    queue.setSite(7);
    queue.add([photo('a.jpg'), photo('b.jpg')], 'photo');
    await settled(queue, 'done', 'done');
    const before = queue.uploads.get()[0]?.url;
    const undo = queue.remove(queue.uploads.get()[0]?.id ?? '');
    undo();
    await settled(queue, 'done', 'done');
    expect(queue.uploads.get().map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    // its first name may have been taken out of the bucket by then
    expect(queue.uploads.get()[0]?.url).not.toBe(before);
    await eventually(() => expect(removed).toHaveLength(2));
  });

  it('stays in the bucket where a saved task has it, for the change log points at it', async () => {
    const url = `${origin}/storage/v1/object/public/rfidboomgatephoto/sites/7/1774512000000-0b9e6c1e-1111-4222-8333-444455556666.jpg`;
    const of = { kind: 'photo', sizeBefore: 0, prepared: null, original: null, objectName: null } as const;
    const queue = await newQueue([{ ...of, id: 's', name: 'Photo 1', url, saved: true }]);
    queue.setSite(7);
    expect(states(queue)).toEqual(['done']);
    const undo = queue.remove('s');
    expect(queue.uploads.get()).toEqual([]);
    undo();
    expect(queue.uploads.get()[0]).toMatchObject({ url, saved: true, state: 'done' });
    queue.setSite(8);
    queue.discard();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'done');
    expect(removed).toEqual([]);
  });
});

describe('the files of a correction', () => {
  it('become those that a conflict was decided on, and what the task has had stays in the bucket', async () => {
    const { savedUploads } = await import('../../../src/records/upload/upload.ts');
    const [one, two, theirs] = ['one.jpg', 'two.jpg', 'theirs.jpg'].map((name) => savedUrl(name));
    const queue = await newQueue(savedUploads({ photos: [one ?? '', two ?? ''], pdf: savedUrl('old.pdf') }));
    queue.setSite(7);
    queue.add([photo('mine.jpg')], 'photo');
    await settled(queue, 'done', 'done', 'done', 'done');
    const mine = queue.uploads.get()[3]?.url ?? '';
    const heard = hear(queue);
    queue.keepFiles();
    expect(heard).toEqual(['kept mine.jpg']);
    queue.takeOver({ photos: [mine, theirs ?? '', two ?? ''], pdf: savedUrl('new.pdf') });
    expect(queue.uploads.get().map(({ url }) => url)).toEqual([mine, theirs, two, savedUrl('new.pdf')]);
    expect(queue.uploads.get().map(({ kind, saved }) => `${kind} ${saved}`)).toEqual([
      'photo false',
      'photo true',
      'photo true',
      'pdf true',
    ]);
    // the draft keeps what came, and forgets what went
    expect(heard.slice(1)).toEqual(['removed nothing', 'removed nothing', 'added Photo 2', 'added PDF report']);
    const restored = await newQueue(storedIn(queue));
    for (const thrownAway of [queue, restored]) {
      thrownAway.setSite(7);
      thrownAway.discard();
      thrownAway.add([photo('other.jpg')], 'photo');
      await settled(thrownAway, 'done');
    }
    expect(removed).toEqual([]);
  });
});

describe('a draft', () => {
  it('brings back what was up without sending it again, and sends the rest', async () => {
    allowConsole(/could not be uploaded/u);
    statuses = [200, 200, 400];
    const first = await newQueue();
    first.setSite(7);
    first.add([photo('a.jpg')], 'photo');
    await settled(first, 'done');
    first.add([photo('b.jpg')], 'photo');
    await settled(first, 'done', 'failed');
    first.dispose();

    const second = await newQueue(storedIn(first));
    expect(second.uploads.get().map(({ takenAt }) => takenAt)).toEqual([taken, taken]);
    expect(states(second)).toEqual(['done', 'waiting']);
    second.setSite(7);
    await settled(second, 'done', 'done');
    expect(stored).toHaveLength(4);
  });

  it('that is thrown away leaves nothing in the bucket, also of a file that was half up', async () => {
    allowConsole(/could not be uploaded/u);
    // the small one goes up, the large one is refused
    statuses = [200, 400];
    const first = await newQueue();
    first.setSite(7);
    first.add([photo('a.jpg')], 'photo');
    await settled(first, 'failed');
    first.dispose();

    const second = await newQueue(storedIn(first));
    second.discard();
    await eventually(() => expect(removed).toEqual(expect.arrayContaining(stored)));
    expect(stored).toHaveLength(1);
  });
});
