import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../../src/lib/server-connection.ts';

let reachable = true;
let asked = 0;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  reachable = true;
  asked = 0;
  connection = new Connection(async () => {
    asked += 1;
    return reachable;
  });
});
afterEach(() => {
  connection.dispose();
  vi.useRealTimers();
});

const never = new AbortController().signal;
const settle = () => vi.advanceTimersByTimeAsync(0);

/** Whether something that waits for the network may go on. */
function waiter(signal = never) {
  const state = { back: false };
  void connection.untilBack(signal).then(() => {
    state.back = true;
  });
  return state;
}

describe('a request without an answer', () => {
  it('failed for itself where the server answers others', async () => {
    expect(await connection.isLost()).toBe(false);
    expect(asked).toBe(1);
  });

  it('tells that the network is gone where the server answers nobody, asked once for all', async () => {
    reachable = false;
    expect(await Promise.all([connection.isLost(), connection.isLost()])).toEqual([true, true]);
    expect(asked).toBe(1);
    expect(connection.lost.get()).toBe(true);
  });
});

describe('another try', () => {
  it('makes sense when the server is back, or after a while where it answers others', async () => {
    let tries = 0;
    const next = async () => {
      await connection.untilWorthTrying(never);
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
    await vi.advanceTimersByTimeAsync(4_000);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tries).toBe(2);
  });
});

describe('a network that is gone', () => {
  it('is back with the event of the browser, once the server answers', async () => {
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

  it('is found to be back without any event, asked for ever more seldom', async () => {
    reachable = false;
    await connection.isLost();
    const upload = waiter();
    await vi.advanceTimersByTimeAsync(14_000);
    expect(asked).toBe(4);
    await vi.advanceTimersByTimeAsync(600_000);
    // every half a minute
    expect(asked).toBeLessThan(30);
    reachable = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(upload.back).toBe(true);
    const before = asked;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toBe(before);
  });

  it('keeps nobody who has given up', async () => {
    reachable = false;
    await connection.isLost();
    const stop = new AbortController();
    const upload = waiter(stop.signal);
    stop.abort();
    await settle();
    expect(upload.back).toBe(true);
  });

  it('is not asked for any more by a queue that is gone', async () => {
    reachable = false;
    await connection.isLost();
    connection.dispose();
    const before = asked;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked).toBe(before);
  });
});
