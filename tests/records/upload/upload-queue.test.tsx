import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { connection } from '../../../src/lib/connection.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { allowConsole } from '../../support/console.ts';
import { technicianSession } from '../../support/render-route.tsx';
import { origin, server } from '../../support/server.ts';
import { asTimePasses, eventually, hold, hurry, stopTime } from '../../support/waiting.ts';
import {
  bucket,
  bucketUrl,
  recordEvents,
  newQueue,
  photo,
  queueOf,
  serveBucket,
  settled,
  states,
  storedResponse,
  taken,
} from './bucket.ts';

serveBucket();

describe('chosen files', () => {
  it('are uploaded with their small renditions, the small one first, and get the URL to store', async () => {
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    expect(bucket.stored).toHaveLength(2);
    expect(bucket.stored[0]).toMatch(/^sites\/7\/\d{13}-[\da-f-]{36}\.small\.jpg$/u);
    expect(bucket.stored[1]).toBe(bucket.stored[0]?.replace('.small.jpg', '.jpg'));
    expect(queue.uploads.get()[0]?.url).toBe(
      `${origin}/storage/v1/object/public/rfidboomgatephoto/${bucket.stored[1]}`,
    );
  });

  it('wait until the site is known', async () => {
    const queue = newQueue();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    expect(queue.uploads.get()[0]?.takenAt).toBe(taken);
    expect(bucket.stored).toEqual([]);
    queue.setSite(7);
    await settled(queue, 'done');
  });

  it('that are refused are never sent, and have a reason', async () => {
    const queue = newQueue();
    queue.setSite(7);
    queue.add([photo('empty.jpg', '')], 'photo');
    await settled(queue, 'refused');
    expect(queue.uploads.get()[0]?.reason?.()).toBe('empty.jpg is empty. Choose it again, or another one.');
    expect(bucket.stored).toEqual([]);
  });

  it('are sent again under the same name if the server fails for a moment', async () => {
    hurry();
    bucket.statuses = [503];
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    expect(new Set(bucket.stored.map((name) => name.split('.')[0])).size).toBe(1);
  });

  it('that fail finally have a reason, and a retry sends only what is missing', async () => {
    allowConsole(/could not be uploaded/u);
    // the small photo is uploaded, the large photo is refused
    bucket.statuses = [200, 400];
    const queue = queueOf('a.jpg');
    await settled(queue, 'failed');
    expect(queue.uploads.get()[0]?.reason?.()).toBe('File upload failed. Please try again.');
    queue.retry(queue.uploads.get()[0]?.id ?? '');
    await settled(queue, 'done');
    expect(bucket.stored).toHaveLength(2);
    expect(bucket.stored[1]).toBe(bucket.stored[0]?.replace('.small.jpg', '.jpg'));
  });

  it('that a technician removes stay in the bucket, because technicians may delete nothing', async () => {
    setSession(technicianSession);
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    expect(queue.uploads.get()).toEqual([]);
    // when this upload is done, a removal would have been requested
    queue.add([photo('b.jpg')], 'photo');
    await settled(queue, 'done');
    expect(bucket.removed).toEqual([]);
  });

  it('that are removed are deleted from the bucket, too', async () => {
    const queue = queueOf('a.jpg', 'b.jpg');
    await settled(queue, 'done', 'done');
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    expect(queue.uploads.get().map(({ name }) => name)).toEqual(['b.jpg']);
    await eventually(() => expect(bucket.removed).toHaveLength(2));
    queue.discard();
    await eventually(() => expect(bucket.removed).toHaveLength(4));
    expect(bucket.removed.toSorted()).toEqual(bucket.stored.toSorted());
  });

  it('that a failing server does not delete are deleted by a retry', async () => {
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    stopTime();
    let refusals = 2;
    server.use(
      http.delete(bucketUrl, () =>
        refusals-- > 0 ? HttpResponse.json({ message: 'Busy' }, { status: 503 }) : undefined,
      ),
    );
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    await asTimePasses(() => expect(bucket.removed.toSorted()).toEqual(bucket.stored.toSorted()));
  });

  it('that are refused while it is unknown whether the session is valid are sent again', async () => {
    setSession(technicianSession);
    hurry();
    let refusedUploads = 1;
    let unansweredChecks = 1;
    server.use(
      http.post(`${bucketUrl}/*`, () =>
        refusedUploads-- > 0
          ? HttpResponse.json({ statusCode: '403', error: 'Unauthorized', message: 'no' }, { status: 400 })
          : undefined,
      ),
      http.post(`${origin}/rest/v1/rpc/whoami`, () => (unansweredChecks-- > 0 ? HttpResponse.error() : undefined)),
    );
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
  });

  it('that may not be deleted are logged, without a retry', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    let requestCount = 0;
    server.use(
      http.delete(bucketUrl, () => {
        requestCount += 1;
        return HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 });
      }),
    );
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    await eventually(() =>
      expect(log).toHaveBeenCalledWith(expect.stringContaining('could not be removed'), expect.anything()),
    );
    expect(requestCount).toBe(1);
  });

  it('that are removed during the upload are deleted twice, because the server may store them late', async () => {
    const { held, release } = hold();
    server.use(
      http.post(`${bucketUrl}/*`, async ({ request }) => {
        await held;
        return storedResponse(request.url);
      }),
    );
    const queue = queueOf('a.jpg');
    await settled(queue, 'uploading');
    stopTime();
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    await asTimePasses(() => expect(bucket.removed).toHaveLength(2));
    release();
    const lateRemovals = bucket.removed.splice(0);
    await asTimePasses(() => expect(bucket.removed).toEqual(lateRemovals));
    expect(lateRemovals.map((name) => name.replace(/^sites\/7\/[-\da-f]+/u, ''))).toEqual(['.jpg', '.small.jpg']);
  });

  it('that were removed are not deleted in another session: a logout ends the removal', async () => {
    bucket.network = false;
    const queue = queueOf('a.jpg');
    await eventually(() => expect(connection.lost.get()).toBe(true));
    await settled(queue, 'paused');
    let requestCount = 0;
    server.use(
      http.delete(bucketUrl, () => {
        requestCount += 1;
        return bucket.network ? undefined : HttpResponse.error();
      }),
    );
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    await eventually(() => expect(requestCount).toBe(1));
    setSession(technicianSession);
    bucket.network = true;
    dispatchEvent(new Event('online'));
    await eventually(() => expect(connection.lost.get()).toBe(false));
    queue.add([photo('b.jpg')], 'photo');
    await settled(queue, 'done');
    expect([requestCount, bucket.removed]).toEqual([1, []]);
    queue.dispose();
  });

  it('that are removed before their turn are never uploaded', async () => {
    const { held, release } = hold();
    const requestedNames: string[] = [];
    server.use(
      http.post(`${bucketUrl}/*`, async ({ request }) => {
        requestedNames.push(request.url);
        await held;
        return storedResponse(request.url);
      }),
    );
    const queue = queueOf('a.jpg', 'b.jpg', 'c.jpg');
    await eventually(() => expect(states(queue).toSorted()).toEqual(['uploading', 'uploading', 'waiting']));
    queue.add([photo('d.jpg')], 'photo');
    expect(states(queue).at(-1)).toBe('preparing');
    for (const { id, state } of queue.uploads.get()) if (state !== 'uploading') queue.remove(id);
    release();
    await settled(queue, 'done', 'done');
    queue.add([photo('e.jpg')], 'photo');
    await settled(queue, 'done', 'done', 'done');
    // two renditions each of the first two photos and of e.jpg
    expect(requestedNames).toHaveLength(6);
  });

  it('are uploaded again for another site, and deleted from the first', async () => {
    const queue = queueOf('a.jpg');
    await settled(queue, 'done');
    const before = [...bucket.stored];
    queue.setSite(8);
    await eventually(() => expect(bucket.stored).toHaveLength(4));
    await settled(queue, 'done');
    expect(queue.uploads.get()[0]?.url).toContain('/sites/8/');
    await eventually(() => expect(bucket.removed.toSorted()).toEqual(before.toSorted()));
  });

  it('are uploaded for the site that is chosen last, even during an upload to another', async () => {
    const { held, release } = hold();
    server.use(
      http.post(`${bucketUrl}/sites/7/*`, async ({ request }) => {
        await held;
        return storedResponse(request.url);
      }),
    );
    const queue = queueOf('a.jpg');
    await settled(queue, 'uploading');
    queue.setSite(8);
    release();
    await settled(queue, 'done');
    expect(queue.uploads.get()[0]?.url).toContain('/sites/8/');
  });

  it('are uploaded for the site that is chosen last, even when they failed for another', async () => {
    allowConsole(/could not be uploaded/u);
    bucket.statuses = [200, 400];
    const queue = queueOf('a.jpg');
    await settled(queue, 'failed');
    const before = [...bucket.stored];
    queue.setSite(8);
    await settled(queue, 'done');
    expect(queue.uploads.get()[0]?.url).toContain('/sites/8/');
    await eventually(() => expect(bucket.removed).toEqual(expect.arrayContaining(before)));
  });

  it('keep the order that is set', async () => {
    const queue = newQueue();
    queue.add([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')], 'photo');
    const [firstId, secondId, thirdId] = queue.uploads.get().map(({ id }) => id);
    queue.reorder([thirdId ?? '', firstId ?? '', secondId ?? '']);
    expect(queue.uploads.get().map(({ name }) => name)).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
  });
});

describe('events', () => {
  it('report every step of a file except its progress, after the list has changed', async () => {
    const queue = newQueue();
    const events = recordEvents(queue);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    queue.setSite(7);
    await settled(queue, 'done');
    queue.setSite(8);
    await eventually(() => expect(bucket.stored).toHaveLength(4));
    await settled(queue, 'done');
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    expect(events).toEqual([
      'added a.jpg',
      'prepared a.jpg',
      'started a.jpg',
      'done a.jpg',
      'reset a.jpg',
      'started a.jpg',
      'done a.jpg',
      // a removed file has no name any more
      'removed nothing',
    ]);
    await eventually(() => expect(bucket.removed).toHaveLength(4));
  });

  it('report a failed attempt, the retry, and a file that is refused', async () => {
    allowConsole(/could not be uploaded/u);
    bucket.statuses = [400];
    const queue = newQueue();
    queue.setSite(7);
    const events = recordEvents(queue);
    queue.add([photo('a.jpg'), photo('empty.jpg', '')], 'photo');
    await settled(queue, 'failed', 'refused');
    queue.retry(queue.uploads.get()[0]?.id ?? '');
    await settled(queue, 'done', 'refused');
    const kindsOf = (name: string) =>
      events.filter((event) => event.endsWith(` ${name}`)).map((event) => event.split(' ')[0]);
    expect(kindsOf('a.jpg')).toEqual(['added', 'prepared', 'started', 'failed', 'reset', 'started', 'done']);
    expect(kindsOf('empty.jpg')).toEqual(['added', 'refused']);
    expect(queue.stored(queue.uploads.get()[1]?.id ?? '')).toBeNull();
  });

  it('do not reach a listener that has unsubscribed', async () => {
    const queue = newQueue();
    const events: string[] = [];
    const leave = queue.listen(({ kind }) => events.push(kind));
    leave();
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    expect(events).toEqual([]);
  });
});
