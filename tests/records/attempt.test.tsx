import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../src/lib/device/session.ts';
import { AttemptOver, withIdempotencyKey } from '../../src/records/attempt.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { hangTransactions } from '../support/hanging-stores.ts';
import { adminSession, technicianSession } from '../support/render-route.tsx';
import { stopTime } from '../support/waiting.ts';

const loseAnswer = () => Promise.reject(new Error('no answer'));
/** The id of a save whose answer is lost. */
async function idOf(action: string, content: unknown): Promise<string> {
  let sentId = '';
  await withIdempotencyKey(action, content, (id) => {
    sentId = id;
    return loseAnswer();
  }).catch(() => undefined);
  return sentId;
}

beforeEach(() => setSession(adminSession));

describe('the id of an attempt', () => {
  it('is the same until it is answered, also in another tab and after a new login of the same key', async () => {
    const first = await idOf('site/1', { address: 'A' });
    expect(first).toMatch(/^[0-9a-f-]{36}$/u);
    setSession({ ...adminSession, token: 'e'.repeat(64) });
    expect(await idOf('site/1', { address: 'A' })).toBe(first);
    expect(await withIdempotencyKey('site/1', { address: 'A' }, (id) => Promise.resolve(id))).toBe(first);
    expect(await idOf('site/1', { address: 'A' })).not.toBe(first);
  });

  it('is a new one for other content, another record and another key', async () => {
    const first = await idOf('site/1', { address: 'A' });
    expect(await idOf('site/2', { address: 'A' })).not.toBe(first);
    setSession(technicianSession);
    expect(await idOf('site/1', { address: 'A' })).not.toBe(first);
    setSession(adminSession);
    expect(await idOf('site/1', { address: 'B' })).not.toBe(first);
  });

  it('is remembered by this page if the browser stores nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const first = await idOf('site/1', { address: 'A' });
    expect(await idOf('site/1', { address: 'A' })).toBe(first);
    // the database would refuse this id to another key
    setSession(technicianSession);
    expect(await idOf('site/1', { address: 'A' })).not.toBe(first);
  });

  it('is a new one if the result has been changed since, and the save is made', async () => {
    const first = await idOf('site/1', { address: 'A' });
    const sentIds: string[] = [];
    const saved = await withIdempotencyKey('site/1', { address: 'A' }, (id) => {
      sentIds.push(id);
      return id === first ? Promise.reject(new AttemptOver()) : Promise.resolve('saved');
    });
    expect([saved, sentIds.length, sentIds[0]]).toEqual(['saved', 2, first]);
  });

  it('is available at once if the device does not answer, because nothing on the server waits for it', async () => {
    await fakeStorage();
    stopTime();
    hangTransactions();
    const saved = withIdempotencyKey('site/1', { address: 'A' }, () => Promise.resolve('saved'));
    // no time passes
    const turns = (async () => {
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      return 'waits';
    })();
    expect(await Promise.race([saved, turns])).toBe('saved');
    expect(localStorage.length).toBe(0);
  });
});
