import { expect, it } from 'vitest';
import { dataOf, RequestError, requestError } from '../../src/lib/request-error.ts';

it('returns the data of a successful answer', () => {
  expect(dataOf({ data: [], error: null, status: 200 })).toEqual([]);
});

it('treats an empty 200 as an error', () => {
  expect(() => dataOf({ data: null, error: null, status: 200 })).toThrow(
    expect.objectContaining({ status: 200, kind: 'response' }),
  );
});

it.each([
  ['TypeError: Failed to fetch', 0, 'network'],
  ['TimeoutError: Nothing received for 10 seconds', 0, 'timeout'],
  ['SyntaxError: Unexpected token', 0, 'response'],
  ['Session expired', 401, 'response'],
])('recognises the kind of: %s', (message, status, kind) => {
  expect(() => dataOf({ data: null, error: { message }, status })).toThrow(
    expect.objectContaining({ message, status, kind }),
  );
});

it('unwraps errors of the storage client', () => {
  const wrapped = {
    name: 'StorageUnknownError',
    message: 'x',
    originalError: new DOMException('silent', 'TimeoutError'),
  };
  expect(requestError(wrapped)).toMatchObject({ message: 'TimeoutError: silent', kind: 'timeout', status: 0 });
  expect(requestError({ name: 'StorageApiError', message: 'no', status: 400 })).toMatchObject({ status: 400 });
});

it('keeps the cause for the console', () => {
  const cause = new TypeError('Failed to fetch');
  const error = requestError(cause);
  expect(error).toBeInstanceOf(RequestError);
  expect(error.cause).toBe(cause);
});
