import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceStore, NoAnswer } from '../../../src/lib/device/device-store.ts';

/** An access that the test answers for. */
function pending() {
  const gate = new EventTarget();
  const promise = new Promise<void>((resolve, reject) => {
    gate.addEventListener('answer', () => resolve());
    gate.addEventListener('refuse', () => reject(new Error('denied')));
  });
  const end = (how: string) => () => void gate.dispatchEvent(new Event(how));
  return { access: () => promise, answer: end('answer'), refuse: end('refuse') };
}

const never = () => new Promise<never>(() => undefined);
const word = (error: unknown) => (error instanceof NoAnswer ? 'no answer' : error);
/** What became of a promise, by now. */
async function now(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise.catch(word), vi.advanceTimersByTimeAsync(0).then(() => 'waits')]);
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

/** Lets the store hang. */
async function hang(): Promise<void> {
  const waiting = store.inTime(never).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  await waiting;
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

  it('may take minutes for sixty photos: each is an answer', async () => {
    const photos = Array.from({ length: 60 }, () => pending());
    const written = photos.map(({ access }) => store.inTime(access));
    for (const { answer } of photos) {
      await vi.advanceTimersByTimeAsync(2_900);
      answer();
    }
    expect(await Promise.all(written)).toHaveLength(60);
    expect(store.get()).toBe(true);
  });
});

describe('a store that is silent', () => {
  it('is given up after three seconds, and then at once', async () => {
    const [one, other] = [store.inTime(never), store.inTime(never)];
    await vi.advanceTimersByTimeAsync(2_900);
    expect([await now(one), await now(other)]).toEqual(['waits', 'waits']);
    await vi.advanceTimersByTimeAsync(100);
    expect([await now(one), await now(other), await now(store.inTime(async () => 1))]).toEqual(
      Array(3).fill('no answer'),
    );
    expect(store.get()).toBe(false);
  });

  it.each([
    ['what was given up', (late: ReturnType<typeof pending>) => late.answer()],
    ['a probe', () => probe.answer()],
    ['a probe that is refused', () => probe.refuse()],
  ])('answers again with the late answer of %s', async (_, answer) => {
    const late = pending();
    const given = store.inTime(late.access).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(3_000);
    await given;
    const heard: boolean[] = [];
    store.subscribe(() => heard.push(store.get()));
    const answered = store.whenAnswering(new AbortController().signal);
    answer(late);
    await answered;
    expect([heard, await store.inTime(async () => 'found')]).toEqual([[true], 'found']);
  });

  it('is probed at once, then when it is asked, at most every thirty seconds, and while somebody waits', async () => {
    await hang();
    expect(probes).toBe(1);
    for (let asked = 0; asked < 40; asked += 1) await now(store.inTime(never));
    expect(probes).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(probes).toBe(1);
    await now(store.inTime(never));
    expect(probes).toBe(2);
    const left = new AbortController();
    const waiting = store.whenAnswering(left.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probes).toBe(4);
    left.abort();
    await waiting;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([probes, store.get()]).toEqual([4, false]);
  });

  it('tells of a write that came late, before anybody writes again', async () => {
    const heard: string[] = [];
    const late = pending();
    const given = store.inTime(late.access, () => heard.push('written')).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(3_000);
    await given;
    store.subscribe(() => heard.push('answers'));
    late.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['written', 'answers']);
  });

  it('tells nothing of a write that came in time', async () => {
    const onLate = vi.fn<() => void>();
    await store.inTime(async () => undefined, onLate);
    expect(onLate).not.toHaveBeenCalled();
  });

  it('removes what was to be removed meanwhile as soon as it answers, before anything else, and once', async () => {
    await hang();
    const done: string[] = [];
    const removal = store.remove(async () => done.push('removed'));
    expect([await now(removal), done]).toEqual(['no answer', []]);
    store.subscribe(() => store.get() && void store.inTime(async () => done.push('written')));
    probe.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['removed', 'written']);
    await hang();
    probe.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(done.filter((one) => one === 'removed')).toHaveLength(1);
  });

  it('carries out a removal that was given up while it waited, but none that was refused', async () => {
    const tried: string[] = [];
    let answers = false;
    const [waits, refused] = [
      store.remove(() => {
        tried.push('waits');
        return answers ? Promise.resolve() : never();
      }),
      store.remove(() => {
        tried.push('refused');
        return Promise.reject(new Error('denied'));
      }),
    ];
    await expect(refused).rejects.toThrow('denied');
    await vi.advanceTimersByTimeAsync(100);
    expect(await now(waits)).toBe('waits');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await now(waits)).toBe('no answer');
    answers = true;
    probe.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(tried).toEqual(['waits', 'refused', 'waits']);
  });
});
