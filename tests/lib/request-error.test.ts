import { expect, it, describe, vi } from 'vitest';
import { dataOf, RequestError, requestError } from '../../src/lib/request-error.ts';
import { retry } from '../../src/lib/retry.ts';

it('returns the data of a successful answer', () => {
  expect(dataOf({ data: [], error: null, status: 200 })).toEqual([]);
});

it('treats an empty 200 as an error', () => {
  expect(() => dataOf({ data: null, error: null, status: 200 })).toThrow(
    expect.objectContaining({ status: 200, kind: 'network' }),
  );
});

it.each([
  ['TypeError: Failed to fetch', 0, 'network'],
  ['TimeoutError: Nothing received for 10 seconds', 0, 'timeout'],
  ['SyntaxError: Unexpected token', 0, 'network'],
  ['Session expired', 401, 'response'],
])('recognises the kind of: %s', (message, status, kind) => {
  expect(() => dataOf({ data: null, error: { message }, status })).toThrow(
    expect.objectContaining({ message, status, kind }),
  );
});

it('unwraps errors of the storage client', () => {
  const wrappedError = {
    name: 'StorageUnknownError',
    message: 'x',
    originalError: new DOMException('silent', 'TimeoutError'),
  };
  expect(requestError(wrappedError)).toMatchObject({ message: 'TimeoutError: silent', kind: 'timeout', status: 0 });
  expect(requestError({ name: 'StorageApiError', message: 'no', status: 400 })).toMatchObject({ status: 400 });
});

it('keeps the cause for the console', () => {
  const cause = new TypeError('Failed to fetch');
  const error = requestError(cause);
  expect(error).toBeInstanceOf(RequestError);
  expect(error.cause).toBe(cause);
});

const task = (...outcomes: (string | Error)[]) => {
  const next = [...outcomes];
  return vi.fn<() => Promise<string>>(async () => {
    const outcome = next.shift();
    if (outcome instanceof Error) throw outcome;
    return outcome ?? 'none';
  });
};

const delaysMs = [0, 0];

describe('a task that is retried', () => {
  it('runs once when it succeeds', async () => {
    const successfulTask = task('done');
    await expect(retry(successfulTask, { delaysMs, mayRetry: () => true })).resolves.toBe('done');
    expect(successfulTask).toHaveBeenCalledOnce();
  });

  it('runs again after an error that may be temporary', async () => {
    const thrice = task(new Error('one'), new Error('two'), 'done');
    await expect(retry(thrice, { delaysMs, mayRetry: () => true })).resolves.toBe('done');
    expect(thrice).toHaveBeenCalledTimes(3);
  });

  it('throws the error of its last try', async () => {
    const failingTask = task(new Error('one'), new Error('two'), new Error('three'), 'too late');
    await expect(retry(failingTask, { delaysMs, mayRetry: () => true })).rejects.toThrow('three');
  });

  it('ends at once after an error that is not temporary', async () => {
    const refused = task(new Error('refused'), 'done');
    await expect(retry(refused, { delaysMs, mayRetry: () => false })).rejects.toThrow('refused');
    expect(refused).toHaveBeenCalledOnce();
  });

  it('does not count an attempt during an outage, and waits until the next attempt makes sense', async () => {
    const often = task(...Array.from({ length: 9 }, () => new Error('no network')), new Error('one'), 'done');
    const waitForService = vi.fn<(error: unknown) => Promise<boolean>>(
      async (error) => error instanceof Error && error.message === 'no network',
    );
    await expect(retry(often, { delaysMs: [0], mayRetry: () => true, waitForService })).resolves.toBe('done');
    expect(often).toHaveBeenCalledTimes(11);
  });

  it('waits between attempts', async () => {
    vi.useFakeTimers();
    try {
      const taskWithRetry = task(new Error('one'), 'done');
      const result = retry(taskWithRetry, { delaysMs: [3_000], mayRetry: () => true });
      await vi.advanceTimersByTimeAsync(2_999);
      expect(taskWithRetry).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(1);
      await expect(result).resolves.toBe('done');
    } finally {
      vi.useRealTimers();
    }
  });
});
