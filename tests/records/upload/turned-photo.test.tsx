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
  recordEvents,
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

const objectNameOf = (name: string) => `1774512000000-0b9e6c1e-1111-4222-8333-${name.padStart(12, '0')}.jpg`;
const first = (queue: UploadQueue) => queue.uploads.get()[0];
const turn = (queue: UploadQueue, times = 1, index = 0) => {
  const id = queue.uploads.get()[index]?.id ?? '';
  for (let press = 0; press < times; press += 1) queue.turn(id);
};

/** Records the turns with which photos are prepared from now on, each with the content of the photo. */
function watchPreparing() {
  const prepare = vi.mocked(preparing.prepareFile);
  const preparations: (readonly [string, number])[] = [];
  const real = prepare.getMockImplementation();
  prepare.mockImplementation(async (file, kind, turns = 0) => {
    preparations.push([await file.text(), turns]);
    const preparedFile = await real?.(file, kind);
    // as the real function does, it loses the time with the metadata
    return {
      content: new Blob([`${await file.text()} ${turns * 90}`]),
      small: preparedFile?.small ?? null,
      takenAt: null,
    };
  });
  return preparations;
}

/** Adds a saved photo, and serves what the bucket has under its name. */
async function savedPhoto(answer: () => Response = () => new HttpResponse(new TextEncoder().encode('saved'))) {
  const url = savedUrl(objectNameOf('1'));
  server.use(http.get(`${bucketUrl}/*`, answer));
  const savedUpload: StoredUpload = {
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
  const queue = newQueue([savedUpload]);
  queue.setSite(7);
  return { queue, url };
}

describe('a chosen photo', () => {
  it('that is turned several times at once is encoded again once, from the chosen file, and uploaded again', async () => {
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    const before = first(queue)?.url;
    const preparations = watchPreparing();
    const events = recordEvents(queue);
    stopTime();
    turn(queue, 3);
    // shown at once, and no task is saved with the photo as it was
    expect(first(queue)).toMatchObject({ turn: 3, state: 'preparing', url: null });
    expect(summarise(queue.uploads.get(), true).running).toHaveLength(1);
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    expect(preparations).toEqual([['photo', 3]]);
    expect(first(queue)).toMatchObject({ turn: 0, takenAt: taken });
    expect(first(queue)?.url).not.toBe(before);
    expect(events.slice(0, 4)).toEqual(['turned a.jpg', 'turned a.jpg', 'turned a.jpg', 'prepared a.jpg']);
    // turned again later, it is still made from the chosen file
    turn(queue, 2);
    await asTimePasses(() => expect(preparations).toHaveLength(2));
    expect(preparations[1]).toEqual(['photo', 1]);
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    // the two photos that are not needed any more, with their small renditions
    await asTimePasses(() => expect(new Set(bucket.removed).size).toBe(4));
    expect(bucket.removed).not.toContain(bucket.stored.at(-1));
  });

  it('that is turned back is sent unchanged, and a photo that is turned while it is prepared is prepared again', async () => {
    const preparations = watchPreparing();
    const { held, release } = hold();
    vi.mocked(preparing.prepareFile).mockImplementationOnce(async (file) => {
      await held;
      return { content: file, small: null, takenAt: taken };
    });
    const queue = queueOf('a.jpg');
    stopTime();
    turn(queue);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(preparations).toEqual([]);
    release();
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    expect(preparations).toEqual([['photo', 1]]);
    turn(queue, 4);
    await asTimePasses(() => expect(first(queue)?.state).toBe('done'));
    expect(preparations).toHaveLength(1);
  });

  it('is stored in a draft with its turn, and turned after the draft was restored', async () => {
    hurry();
    const queue = newQueue();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    const preparations = watchPreparing();
    turn(queue);
    const storedUploads = storedIn(queue);
    expect(storedUploads).toMatchObject([{ turn: 1, url: null, prepared: { takenAt: taken } }]);
    queue.dispose();

    const restoredQueue = newQueue(storedUploads);
    expect(first(restoredQueue)).toMatchObject({ turn: 1, state: 'preparing', takenAt: taken });
    restoredQueue.setSite(7);
    await settled(restoredQueue, 'done');
    expect(preparations).toEqual([['photo', 1]]);
    expect(first(restoredQueue)?.sizeAfter).toBe('photo 90'.length);
    expect(storedIn(restoredQueue)).toMatchObject([{ turn: 0 }]);
  });

  it('that cannot be turned is uploaded unturned, with the reason', async () => {
    hurry();
    const queue = queueOf('a.jpg');
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
    expect(first(queue)).toMatchObject({ turn: 0, sizeAfter: 'photo'.length });
  });

  it('that is removed meanwhile stays removed', async () => {
    const queue = queueOf('a.jpg', 'b.jpg');
    await settled(queue, 'done', 'done');
    const preparations = watchPreparing();
    stopTime();
    turn(queue);
    const undo = queue.remove(first(queue)?.id ?? '');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(preparations).toEqual([]);
    undo();
    await asTimePasses(() => expect(queue.uploads.get().map(({ state }) => state)).toEqual(['done', 'done']));
    expect(preparations).toEqual([['photo', 1]]);
  });
});

describe('a photo of a saved visit', () => {
  it('becomes another file in its place, and the previous file stays in the bucket', async () => {
    hurry();
    const { queue, url } = await savedPhoto();
    queue.add([photo('b.jpg')], 'photo');
    await settled(queue, 'done', 'done');
    const preparations = watchPreparing();
    turn(queue);
    // until then the visit has its previous photo
    expect(first(queue)).toMatchObject({ saved: true, url, state: 'preparing' });
    expect(summarise(queue.uploads.get(), true).running).toHaveLength(1);
    await settled(queue, 'done', 'done');
    expect(preparations).toEqual([['saved', 1]]);
    expect(first(queue)).toMatchObject({ saved: false, turn: 0, name: 'Photo 1' });
    expect(first(queue)?.url).not.toBe(url);
    expect(storedIn(queue)[0]).toMatchObject({ isKept: false, saved: false });
    queue.discard();
    await eventually(() => expect(bucket.removed).toHaveLength(4));
    expect(bucket.removed.filter((name) => url.endsWith(name))).toEqual([]);
  });

  it('that cannot be loaded stays unchanged', async () => {
    hurry();
    allowConsole(/^A photo could not be turned/u);
    bucket.network = false;
    const { queue, url } = await savedPhoto(() => HttpResponse.error());
    const events = recordEvents(queue);
    turn(queue);
    await eventually(() => expect(events).toContain('unturned Photo 1'));
    expect(first(queue)).toMatchObject({ saved: true, url, state: 'done', turn: 0 });
    expect(first(queue)?.reason?.()).toBe(
      'Photo 1 could not be turned: it could not be loaded without a connection. It is as it was.',
    );
    expect(summarise(queue.uploads.get(), true).total).toBe(0);
    queue.dispose();
  });

  it('is turned by a draft that was left before the photo was loaded', async () => {
    hurry();
    const { queue, url } = await savedPhoto();
    turn(queue, 2);
    const storedUploads = storedIn(queue);
    expect(storedUploads).toMatchObject([{ turn: 2, url, saved: true, isKept: true }]);
    queue.dispose();
    const preparations = watchPreparing();
    const restoredQueue = newQueue(storedUploads);
    restoredQueue.setSite(7);
    await settled(restoredQueue, 'done');
    expect(preparations).toEqual([['saved', 2]]);
    expect(bucket.removed).toEqual([]);
  });
});
