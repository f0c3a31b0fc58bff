import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceStore, NoAnswer } from '../../../src/lib/device/device-store.ts';

/** An access to the store that the test answers or refuses. */
function pending() {
  const latch = new EventTarget();
  const promise = new Promise<void>((resolve, reject) => {
    latch.addEventListener('answer', () => resolve());
    latch.addEventListener('refuse', () => reject(new Error('denied')));
  });
  const end = (eventName: string) => () => void latch.dispatchEvent(new Event(eventName));
  return { access: () => promise, answer: end('answer'), refuse: end('refuse') };
}

const neverAnswers = () => new Promise<never>(() => undefined);
const errorWord = (error: unknown) => (error instanceof NoAnswer ? 'no answer' : error);
/** The current result of a promise, or that it is pending. */
async function stateNow(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise.catch(errorWord), vi.advanceTimersByTimeAsync(0).then(() => 'waits')]);
}

let probe: ReturnType<typeof pending>;
let probes: number;
let store: DeviceStore;

beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
  store = new DeviceStore(() => {
    probes += 1;
    probe = pending();
    return probe.access();
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes the store hang. */
async function hang(): Promise<void> {
  const waitingAccess = store.inTime(neverAnswers).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  await waitingAccess;
}

describe('a store that answers', () => {
  it('passes on what it answers, and what it refuses', async () => {
    expect(await store.inTime(async () => 'found')).toBe('found');
    await expect(store.inTime(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
    await expect(
      store.inTime(() => {
        throw new Error('denied');
      }),
    ).rejects.toThrow('denied');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([store.get(), probes]).toEqual([true, 0]);
  });

  it('may take minutes for sixty photos, because each photo is an answer', async () => {
    const photos = Array.from({ length: 60 }, () => pending());
    const writes = photos.map(({ access }) => store.inTime(access));
    for (const { answer } of photos) {
      await vi.advanceTimersByTimeAsync(2_900);
      answer();
    }
    expect(await Promise.all(writes)).toHaveLength(60);
    expect(store.get()).toBe(true);
  });
});

describe('a store that is silent', () => {
  it('is abandoned after three seconds, and later accesses at once', async () => {
    const [first, second] = [store.inTime(neverAnswers), store.inTime(neverAnswers)];
    await vi.advanceTimersByTimeAsync(2_900);
    expect([await stateNow(first), await stateNow(second)]).toEqual(['waits', 'waits']);
    await vi.advanceTimersByTimeAsync(100);
    expect([await stateNow(first), await stateNow(second), await stateNow(store.inTime(async () => 1))]).toEqual(
      Array(3).fill('no answer'),
    );
    expect(store.get()).toBe(false);
  });

  it.each([
    ['an abandoned access', (lateAccess: ReturnType<typeof pending>) => lateAccess.answer()],
    ['a probe', () => probe.answer()],
    ['a probe that is refused', () => probe.refuse()],
  ])('works again after the late answer of %s', async (_, answer) => {
    const lateAccess = pending();
    const abandoned = store.inTime(lateAccess.access).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(3_000);
    await abandoned;
    const events: boolean[] = [];
    store.subscribe(() => events.push(store.get()));
    const recovery = store.whenAnswering(new AbortController().signal);
    answer(lateAccess);
    await recovery;
    expect([events, await store.inTime(async () => 'found')]).toEqual([[true], 'found']);
  });

  it('is probed at once, then with an access at most every thirty seconds, and while a caller waits', async () => {
    await hang();
    expect(probes).toBe(1);
    for (let count = 0; count < 40; count += 1) await stateNow(store.inTime(neverAnswers));
    expect(probes).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(probes).toBe(1);
    await stateNow(store.inTime(neverAnswers));
    expect(probes).toBe(2);
    const caller = new AbortController();
    const recovery = store.whenAnswering(caller.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probes).toBe(4);
    caller.abort();
    await recovery;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([probes, store.get()]).toEqual([4, false]);
  });

  it('reports a write that came late, before the next write', async () => {
    const events: string[] = [];
    const lateAccess = pending();
    const abandoned = store.inTime(lateAccess.access, () => events.push('written')).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(3_000);
    await abandoned;
    store.subscribe(() => events.push('answers'));
    lateAccess.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['written', 'answers']);
  });

  it('does not report a write that came in time', async () => {
    const onLate = vi.fn<() => void>();
    await store.inTime(async () => undefined, onLate);
    expect(onLate).not.toHaveBeenCalled();
  });

  it('carries out a removal when it works again, before anything else, and once', async () => {
    await hang();
    const removals: string[] = [];
    const removal = store.remove(async () => removals.push('removed'));
    expect([await stateNow(removal), removals]).toEqual(['no answer', []]);
    store.subscribe(() => store.get() && void store.inTime(async () => removals.push('written')));
    probe.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(removals).toEqual(['removed', 'written']);
    await hang();
    probe.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(removals.filter((event) => event === 'removed')).toHaveLength(1);
  });

  it('carries out a removal that was abandoned while it waited, but none that was refused', async () => {
    const attempts: string[] = [];
    let answers = false;
    const [waits, refused] = [
      store.remove(() => {
        attempts.push('waits');
        return answers ? Promise.resolve() : neverAnswers();
      }),
      store.remove(() => {
        attempts.push('refused');
        return Promise.reject(new Error('denied'));
      }),
    ];
    await expect(refused).rejects.toThrow('denied');
    await vi.advanceTimersByTimeAsync(100);
    expect(await stateNow(waits)).toBe('waits');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await stateNow(waits)).toBe('no answer');
    answers = true;
    probe.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toEqual(['waits', 'refused', 'waits']);
  });
});
