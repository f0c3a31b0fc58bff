import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { connection } from '../../../src/lib/connection.ts';
import { answerWith, noServiceAnswers } from '../../support/answers.ts';
import { allowConsole } from '../../support/console.ts';
import { server } from '../../support/server.ts';
import { asTimePasses, eventually, stopTime } from '../../support/waiting.ts';
import { bucket, bucketUrl, newQueue, photo, queueOf, serveBucket, settled, states } from './bucket.ts';

serveBucket();

const areHeldBack = (all: string[]) => all.every((state) => state === 'paused' || state === 'waiting');

describe('a lost network', () => {
  it('fails none of 12 photos, which wait and continue automatically', async () => {
    const queue = queueOf('0.jpg');
    await settled(queue, 'done');
    bucket.network = false;
    queue.add(
      Array.from({ length: 11 }, (_, index) => photo(`${index + 1}.jpg`)),
      'photo',
    );
    await eventually(() => expect(connection.lost.get()).toBe(true));
    // the two photos that were being sent are paused, the others wait for their turn
    await eventually(() => expect(areHeldBack(states(queue).slice(1))).toBe(true));
    bucket.network = true;
    dispatchEvent(new Event('online'));
    await settled(queue, ...Array.from({ length: 12 }, () => 'done'));
    expect(connection.lost.get()).toBe(false);
    // each photo and its small rendition, once
    expect(new Set(bucket.stored).size).toBe(24);
    expect(bucket.stored).toHaveLength(24);
    queue.dispose();
  });

  it('that the browser reports holds files back before they are sent', async () => {
    const queue = newQueue();
    bucket.network = false;
    dispatchEvent(new Event('offline'));
    queue.setSite(7);
    queue.add([photo('a.jpg')], 'photo');
    await settled(queue, 'waiting');
    expect(connection.lost.get()).toBe(true);
    bucket.network = true;
    dispatchEvent(new Event('online'));
    await settled(queue, 'done');
    queue.dispose();
  });

  it('includes a network with a login page, which does not count as the server, and uploads continue later', async () => {
    bucket.loginPage = true;
    const queue = queueOf('a.jpg');
    await settled(queue, 'paused');
    expect(connection.lost.get()).toBe(true);
    expect(bucket.stored).toEqual([]);
    bucket.loginPage = false;
    dispatchEvent(new Event('online'));
    await settled(queue, 'done');
    expect(bucket.stored).toHaveLength(2);
    queue.dispose();
  });

  it.each([
    ['an empty answer', () => new HttpResponse(null)],
    ['a page', () => HttpResponse.html('<!doctype html><title>Already exists</title>')],
    ['an answer to something else', () => HttpResponse.json([])],
    ...Object.entries(noServiceAnswers).map(([name, answer]) => [name, answerWith(answer)] as const),
  ] as const)(
    'is not assumed after %s for one file while other requests are answered: the file waits, and is stored once in the end',
    async (_, respond) => {
      let answerCount = 0;
      server.use(
        http.post(`${bucketUrl}/*`, (info) => {
          // more failures than are hidden before an upload is shown as paused (`quietRetries`)
          answerCount += 1;
          return answerCount > 4 ? undefined : respond(info);
        }),
      );
      const queue = queueOf('a.jpg');
      stopTime();
      await asTimePasses(() => expect(states(queue)).toEqual(['paused']));
      expect(connection.lost.get()).toBe(false);
      expect(queue.uploads.get()[0]?.url).toBeNull();
      await asTimePasses(() => expect(states(queue)).toEqual(['done']));
      expect(bucket.stored).toHaveLength(2);
      queue.dispose();
    },
  );

  it('is not assumed if the server answers other requests: only the file without an answer waits', async () => {
    // no answers, more than are hidden before an upload is shown as paused (`quietRetries`)
    bucket.statuses = [0, 0, 0];
    const queue = queueOf('a.jpg');
    stopTime();
    await asTimePasses(() => expect(states(queue)).toEqual(['paused']));
    expect(connection.lost.get()).toBe(false);
    await asTimePasses(() => expect(states(queue)).toEqual(['done']));
    queue.dispose();
  });

  it('does not restore what was removed meanwhile', async () => {
    bucket.network = false;
    const queue = queueOf('a.jpg', 'b.jpg');
    await eventually(() => expect(connection.lost.get()).toBe(true));
    await eventually(() => expect(areHeldBack(states(queue))).toBe(true));
    server.use(http.delete(bucketUrl, () => HttpResponse.json([])));
    queue.remove(queue.uploads.get()[0]?.id ?? '');
    bucket.network = true;
    dispatchEvent(new Event('online'));
    await settled(queue, 'done');
    expect(bucket.stored).toHaveLength(2);
    queue.dispose();
  });
});

describe('all failed files', () => {
  it('are uploaded again with one call', async () => {
    allowConsole(/could not be uploaded/u);
    bucket.statuses = [400, 400];
    const queue = queueOf('a.jpg', 'b.jpg');
    await settled(queue, 'failed', 'failed');
    queue.retry();
    await settled(queue, 'done', 'done');
  });
});
