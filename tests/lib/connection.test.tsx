import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../src/lib/connection.ts';

let reachable = true;
let requestCount = 0;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  reachable = true;
  requestCount = 0;
  connection = new Connection(async () => {
    requestCount += 1;
    return reachable;
  });
});
afterEach(() => {
  connection.stop();
  vi.useRealTimers();
});

const neverAborted = new AbortController().signal;
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Waits as a request does that waits for the network. Says whether it may continue. */
function waiter(signal = neverAborted) {
  const state = { back: false };
  void connection.waitUntilBack(signal).then(() => {
    state.back = true;
  });
  return state;
}

describe('a request without an answer', () => {
  it('is a failure of its own if the server answers other requests', async () => {
    expect(await connection.isLost()).toBe(false);
    expect(requestCount).toBe(1);
  });

  it('means a lost network if the server answers no request, and a single request checks that', async () => {
    reachable = false;
    expect(await Promise.all([connection.isLost(), connection.isLost()])).toEqual([true, true]);
    expect(requestCount).toBe(1);
    expect(connection.lost.get()).toBe(true);
  });
});

describe('another try', () => {
  it('is allowed when the server is back, or after a while if the server answers other requests', async () => {
    let tries = 0;
    const next = async () => {
      await connection.waitBeforeRetry(neverAborted);
      tries += 1;
    };
    reachable = false;
    void next();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toBe(0);
    reachable = true;
    dispatchEvent(new Event('online'));
    await settle();
    expect(tries).toBe(1);
    void next();
    await vi.advanceTimersByTimeAsync(900);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(tries).toBe(2);
  });

  it('waits longer each time, and for as long as the service asks for', async () => {
    const pauses: number[] = [];
    for (const attempt of [0, 1, 2, 3, 4, 5, 50]) {
      const before = Date.now();
      const after = connection.waitBeforeRetry(neverAborted, attempt).then(() => Date.now());
      await vi.advanceTimersByTimeAsync(31_000);
      pauses.push((await after) - before);
    }
    expect(pauses).toEqual([1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 30_000]);
    connection.pauseFor(45_000);
    const before = Date.now();
    const pauseEnd = connection.waitBeforeRetry(neverAborted).then(() => Date.now());
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await pauseEnd) - before).toBe(45_000);
    // if the service asks for a pause of a day, it is asked again within minutes anyway
    connection.pauseFor(86_400_000);
    const longest = connection.waitBeforeRetry(neverAborted).then(() => 'asked again');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await longest).toBe('asked again');
  });
});

describe('a lost network', () => {
  it('is back with the event of the browser, if the server answers', async () => {
    reachable = false;
    dispatchEvent(new Event('offline'));
    const upload = waiter();
    dispatchEvent(new Event('online'));
    await settle();
    expect(upload.back).toBe(false);
    reachable = true;
    dispatchEvent(new Event('online'));
    await settle();
    expect(upload.back).toBe(true);
    expect(connection.lost.get()).toBe(false);
  });

  it('is found to be back without an event, by checks at growing intervals', async () => {
    reachable = false;
    await connection.isLost();
    const upload = waiter();
    await vi.advanceTimersByTimeAsync(14_000);
    // the first request, and those after 2, 4 and 8 seconds
    expect(requestCount).toBe(4);
    await vi.advanceTimersByTimeAsync(600_000);
    // every half minute
    expect(requestCount).toBeLessThan(30);
    reachable = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(upload.back).toBe(true);
    const before = requestCount;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requestCount).toBe(before);
  });

  it('does not hold up a caller that has given up', async () => {
    reachable = false;
    await connection.isLost();
    const stop = new AbortController();
    const upload = waiter(stop.signal);
    stop.abort();
    await settle();
    expect(upload.back).toBe(true);
  });

  it('is no longer checked when no caller waits', async () => {
    reachable = false;
    await connection.isLost();
    connection.stop();
    const before = requestCount;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requestCount).toBe(before);
  });
});
