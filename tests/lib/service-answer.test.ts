import { describe, expect, it } from 'vitest';
import { isNoService, RequestError, requestError } from '../../src/lib/request-error.ts';
import { isOwnAnswer, isTemporary } from '../../src/lib/service-answer.ts';
import { noServiceAnswers, ownAnswers } from '../support/answers.ts';

describe.each(Object.entries(noServiceAnswers))('%s', (_, { status, body, headers }) => {
  it('is no answer of the service to any request', () => {
    for (const expected of ['rows', 'value'] as const) expect(isOwnAnswer(status, body, expected)).toBe(false);
    expect(isOwnAnswer(status, body, 'file', headers?.['content-type'] ?? null)).toBe(false);
  });
});

it('distinguishes more than 40 answers that are not from the service', () => {
  expect(Object.keys(noServiceAnswers).length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.entries(ownAnswers))('%s', (_, { status, body }) => {
  it('is an answer of the service', () => {
    for (const expected of ['rows', 'value'] as const) expect(isOwnAnswer(status, body, expected)).toBe(true);
  });
});

it.each([
  [{ role: 'user' }, 'value', true],
  [{ role: 'user' }, 'rows', false],
  [{ ok: true }, 'rows', false],
  ['captive', 'rows', false],
  [true, 'value', true],
  [0, 'rows', false],
] as const)('takes %j for %s: %s', (value, expected, isOwn) => {
  expect(isOwnAnswer(200, JSON.stringify(value), expected)).toBe(isOwn);
});

it('judges a long answer by its start, because its end may be missing', () => {
  expect(isOwnAnswer(200, `[${'1,'.repeat(5_000)}`, 'rows')).toBe(true);
  expect(isOwnAnswer(200, `<html>${'x'.repeat(5_000)}`, 'rows')).toBe(false);
  expect(isOwnAnswer(200, 'x'.repeat(5_000), 'value')).toBe(false);
});

it.each([
  ['%PDF-1.7', true],
  ['\u00FF\u00D8\u00FF', true],
  ['  <svg xmlns', false],
  ['', false],
])('accepts the file %j as the stored file: %s', (start, isOwn) => {
  expect(isOwnAnswer(200, start, 'file')).toBe(isOwn);
});

it.each([
  ['%PDF-1.7', 'text/plain', true],
  ['\uFFFD\uFFFD\uFFFD\uFFFD\u0000\u0010JFIF', 'text/plain', true],
  ['OK', 'text/plain', false],
  ['{"ok":true}', 'application/json', false],
  ['OK', 'image/jpeg', true],
])('accepts the file %j of the type %s as the stored file: %s', (start, type, isOwn) => {
  expect(isOwnAnswer(200, start, 'file', type)).toBe(isOwn);
});

it('says for each status whether the error may be temporary', () => {
  const all = Array.from({ length: 600 }, (_, status) => status);
  const final = all.filter((status) => !isTemporary(status));
  const accepted = final.filter((status) => status < 400);
  expect(accepted).toEqual(Array.from({ length: 100 }, (_, index) => 200 + index));
  const refusals = Array.from({ length: 100 }, (_, index) => 400 + index);
  expect(final.filter((status) => status >= 400)).toEqual(
    refusals.filter((status) => ![408, 425, 429].includes(status)),
  );
});

it.each([
  [new RequestError('nothing came', 0, 'network'), true],
  [new RequestError('silence', 0, 'timeout'), true],
  [new RequestError('overloaded', 503, 'response'), true],
  [new RequestError('a page', 404, 'network'), true],
  [new RequestError('refused', 403, 'response'), false],
  [new RequestError('made by the portal', 0, 'response'), false],
  [requestError(new TypeError('Failed to fetch')), true],
  [new Error('A mistake of ours'), false],
  [null, false],
])('%s means that the service does not answer now: %s', (error, expected) => {
  expect(isNoService(error)).toBe(expected);
});
