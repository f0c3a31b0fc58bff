import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { connection } from '../../src/lib/connection.ts';
import { endSession, setSession } from '../../src/lib/device/session.ts';
import { queryClient, refetchUntilAnswered } from '../../src/lib/query-client.ts';
import { RequestError } from '../../src/lib/request-error.ts';
import { userSession } from '../support/render-route.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
});

/** Sends a query that always fails with this error. `after`: how long (ms) after the first call the last one was. */
async function attempts(error: Error): Promise<{ calls: number; after: number }> {
  const times: number[] = [];
  const queryFn = async () => {
    times.push(Date.now());
    throw error;
  };
  const result = expect(queryClient.query({ queryKey: ['attempts'], queryFn })).rejects.toBe(error);
  await vi.advanceTimersByTimeAsync(15_000);
  await result;
  return { calls: times.length, after: (times.at(-1) ?? 0) - (times[0] ?? 0) };
}

it('retries after 0.5 and 1.5 seconds when the network failed', async () => {
  expect(await attempts(new RequestError('x', 0, 'network'))).toEqual({ calls: 3, after: 2_000 });
});

it.each([429, 500, 501, 502, 503, 504, 521, 530])('retries after a %i', async (status) => {
  expect((await attempts(new RequestError('x', status, 'response'))).calls).toBe(3);
});

it.each([
  ['a time-out', new RequestError('x', 0, 'timeout')],
  ['a row that is not there', new RequestError('x', 200, 'response')],
  ['malformed data', new Error('x')],
  ...[400, 401, 403, 404, 409, 413].map((code): [string, Error] => [
    `${code}`,
    new RequestError('x', code, 'response'),
  ]),
])('does not retry after %s', async (_, error) => {
  expect((await attempts(error)).calls).toBe(1);
});

it('retries without an end, but uses the session for an hour only, because nobody may be there', async () => {
  const askSpy = vi.spyOn(connection, 'ask').mockResolvedValue(true);
  const queryFn = vi.fn(() => Promise.reject(new RequestError('x', 503, 'response')));
  const leave = new QueryObserver(queryClient, { queryKey: ['broken'], queryFn }).subscribe(() => undefined);
  const controller = new AbortController();
  void refetchUntilAnswered(controller.signal);
  // a little more than an hour
  await vi.advanceTimersByTimeAsync(4_000_000);
  const sessionUses = askSpy.mock.calls.length;
  const queriesSent = queryFn.mock.calls.length;
  await vi.advanceTimersByTimeAsync(4_000_000);
  controller.abort();
  leave();
  expect(askSpy.mock.calls.length).toBe(sessionUses);
  expect(queryFn.mock.calls.length).toBeGreaterThan(queriesSent + 100);
});

it('forgets everything when the session ends', () => {
  setSession(userSession);
  queryClient.setQueryData(['maintables', null], { name: 'Selasih Park' });
  endSession('expired');
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

it('forgets everything when another session begins', () => {
  setSession(userSession);
  queryClient.setQueryData(['maintables', null], { name: 'Selasih Park' });
  setSession({ ...userSession, token: 'c'.repeat(64) });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
