import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import * as preparing from '../../../src/records/upload/prepare-file.ts';
import type { UploadQueue } from '../../../src/records/upload/upload-queue.ts';
import type { StoredUpload } from '../../../src/records/upload/upload.ts';
import { summarise } from '../../../src/records/upload/upload.ts';
import { allowConsole } from '../../support/console.ts';
import { server } from '../../support/server.ts';
import { asTimePasses, eventually, hold, hurry, stopTime } from '../../support/waiting.ts';
import {
  bucket,
  bucketUrl,
  hear,
  newQueue,
  photo,
  queueOf,
  savedUrl,
  serveBucket,
  settled,
  storedIn,
  taken,
} from './bucket.ts';

serveBucket();

const stored = (name: string) => `1774512000000-0b9e6c1e-1111-4222-8333-${name.padStart(12, '0')}.jpg`;
const first = (queue: UploadQueue) => queue.uploads.get()[0];
const turn = (queue: UploadQueue, times = 1, place = 0) => {
  const id = queue.uploads.get()[place]?.id ?? '';
  for (let press = 0; press < times; press += 1) queue.turn(id);
};

/** The turns that photos were prepared with from now on, each with the content it was prepared from. */
function watchPreparing() {
  const prepare = vi.mocked(preparing.prepareFile);
  const seen: (readonly [string, number])[] = [];
  const real = prepare.getMockImplementation();
  prepare.mockImplementation(async (file, kind, turned = 0) => {
    seen.push([await file.text(), turned]);
    const prepared = await real?.(file, kind);
    // as the real one does, it loses the time with the metadata
    return {
      content: new Blob([`${await file.text()} ${turned * 90}`]),
      small: prepared?.small ?? null,
      takenAt: null,
    };
  });
  return seen;
}

/** A saved photo, and what the bucket has under its name. */
async function savedPhoto(answer: () => Response = () => new HttpResponse(new TextEncoder().encode('saved'))) {
  const url = savedUrl(stored('1'));
  server.use(http.get(`${bucketUrl}/*`, answer));
  const of: StoredUpload = {
    id: 's',
    name: 'Photo 1',
    kind: 'photo',
    url,
    sizeBefore: 0,
    prepared: null,
    original: null,
    objectName: null,
    saved: true,
  };
  const queue = await newQueue([of]);
  queue.setSite(7);
  return { queue, url };
}

describe('a chosen photo', () => {
  it('that is turned several times at once is re-encoded once, from what was chosen, and uploaded anew', async () => {
    const queue = await queueOf('a.jpg');
    await settled(queue, 'done');
    const before = first(queue)?.url;
    const seen = watchPreparing();
    const heard = hear(queue);
    stopTime();
    turn(queue, 3);
    // seen at once, and no task is saved with the photo as it was
    expect(first(queue)).toMatchObject({ turn: 3, state: 'checking', url: null });
    expect(summarise(queue.uploads.get(), true).running).toHaveLength(1);
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    expect(seen).toEqual([['photo', 3]]);
    expect(first(queue)).toMatchObject({ turn: 0, takenAt: taken });
    expect(first(queue)?.url).not.toBe(before);
    expect(heard.slice(0, 4)).toEqual(['turned a.jpg', 'turned a.jpg', 'turned a.jpg', 'prepared a.jpg']);
    // turned on later, it is still made from what was chosen
    turn(queue, 2);
    await asTimePasses(() => expect(seen).toHaveLength(2));
    expect(seen[1]).toEqual(['photo', 1]);
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    // the two that are not needed any more, with their small renditions
    await asTimePasses(() => expect(new Set(bucket.removed).size).toBe(4));
    expect(bucket.removed).not.toContain(bucket.stored.at(-1));
  });

  it('that is turned back is sent as it is, and one that is turned while it is prepared, once that is done', async () => {
    const seen = watchPreparing();
    const { held, release } = hold();
    vi.mocked(preparing.prepareFile).mockImplementationOnce(async (file) => {
      await held;
      return { content: file, small: null, takenAt: taken };
    });
    const queue = await queueOf('a.jpg');
    stopTime();
    turn(queue);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual([]);
    release();
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    expect(seen).toEqual([['photo', 1]]);
    turn(queue, 4);
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    expect(seen).toHaveLength(1);
  });

  it('is kept in a draft as it is to be turned, and turned after the draft was restored', async () => {
    hurry();
    const queue = await newQueue();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    const seen = watchPreparing();
    turn(queue);
    const kept = storedIn(queue);
    expect(kept).toMatchObject([{ turn: 1, url: null, prepared: { takenAt: taken } }]);
    queue.dispose();

    const restored = await newQueue(kept);
    expect(first(restored)).toMatchObject({ turn: 1, state: 'checking', takenAt: taken });
    restored.setSite(7);
    await settled(restored, 'done');
    expect(seen).toEqual([['photo', 1]]);
    expect(first(restored)?.sizeAfter).toBe('photo 90'.length);
    expect(storedIn(restored)).toMatchObject([{ turn: 0 }]);
  });

  it('that cannot be turned is uploaded as it was, with the reason', async () => {
    hurry();
    const queue = await queueOf('a.jpg');
    await settled(queue, 'done');
    vi.mocked(preparing.prepareFile).mockRejectedValueOnce(
      new preparing.FileRefused({ advice: () => 'unread', defect: () => 'unread' }),
    );
    const reasons: unknown[] = [];
    queue.listen(({ kind }) => kind === 'unturned' && reasons.push(first(queue)?.reason?.()));
    turn(queue);
    await eventually(() =>
      expect(reasons).toEqual(['a.jpg could not be turned: it could not be read. It is as it was.']),
    );
    await settled(queue, 'done');
    expect(first(queue)).toMatchObject({ turn: 0, sizeAfter: 5 });
  });

  it('that is removed meanwhile stays removed', async () => {
    const queue = await queueOf('a.jpg', 'b.jpg');
    await settled(queue, 'done', 'done');
    const seen = watchPreparing();
    stopTime();
    turn(queue);
    const undo = queue.remove(first(queue)?.id ?? '');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual([]);
    undo();
    await asTimePasses(() => expect(queue.uploads.get().map(({ state }) => state)).toEqual(['done', 'done']));
    expect(seen).toEqual([['photo', 1]]);
  });
});

describe('a photo of a saved visit', () => {
  it('becomes another file in its place, and the one before stays in the bucket', async () => {
    hurry();
    const { queue, url } = await savedPhoto();
    queue.add([photo('b.jpg')], 'photo');
    await settled(queue, 'done', 'done');
    const seen = watchPreparing();
    turn(queue);
    // until then the visit keeps the photo that it has
    expect(first(queue)).toMatchObject({ saved: true, url, state: 'checking' });
    expect(summarise(queue.uploads.get(), true).running).toHaveLength(1);
    await settled(queue, 'done', 'done');
    expect(seen).toEqual([['saved', 1]]);
    expect(first(queue)).toMatchObject({ saved: false, turn: 0, name: 'Photo 1' });
    expect(first(queue)?.url).not.toBe(url);
    expect(storedIn(queue)[0]).toMatchObject({ isKept: false, saved: false });
    queue.discard();
    await eventually(() => expect(bucket.removed).toHaveLength(4));
    expect(bucket.removed.filter((name) => url.endsWith(name))).toEqual([]);
  });

  it('that cannot be loaded stays as it is', async () => {
    hurry();
    allowConsole(/^A photo could not be turned/u);
    bucket.network = false;
    const { queue, url } = await savedPhoto(() => HttpResponse.error());
    const heard = hear(queue);
    turn(queue);
    await eventually(() => expect(heard).toContain('unturned Photo 1'));
    expect(first(queue)).toMatchObject({ saved: true, url, state: 'done', turn: 0 });
    expect(first(queue)?.reason?.()).toBe(
      'Photo 1 could not be turned: it could not be loaded without a connection. It is as it was.',
    );
    expect(summarise(queue.uploads.get(), true).total).toBe(0);
    queue.dispose();
  });

  it('is turned by a draft that was left before it was loaded', async () => {
    hurry();
    const { queue, url } = await savedPhoto();
    turn(queue, 2);
    const kept = storedIn(queue);
    expect(kept).toMatchObject([{ turn: 2, url, saved: true, isKept: true }]);
    queue.dispose();
    const seen = watchPreparing();
    const restored = await newQueue(kept);
    restored.setSite(7);
    await settled(restored, 'done');
    expect(seen).toEqual([['saved', 2]]);
    expect(bucket.removed).toEqual([]);
  });
});
