import { describe, expect, it } from 'vitest';
import { errorText, isForeign, isInterruption, withoutValues } from '../../../src/app/errors/error-text.ts';
import { RequestError } from '../../../src/lib/request-error.ts';

const errorAt = (stack: string) => Object.assign(new TypeError('x is not a function'), { stack });
/** A stack with this number of positions in one file. */
const stackIn = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `at f (https://p.test/assets/${name}.js:1:${index})`).join('\n');
const errorNamed = (name: string, message = '') => Object.assign(new Error(message), { name });

describe('the text of a reported error', () => {
  it.each([
    ["Cannot read properties of undefined (reading 'site')", "Cannot read properties of undefined (reading 'site')"],
    ['can\'t access property "site", x is undefined', 'can\'t access property "site", x is undefined'],
    ["undefined is not an object (evaluating 'a.b[0]')", "undefined is not an object (evaluating 'a.b[0]')"],
    ['Invalid type: Expected number but received "Ann Lee"', 'Invalid type: Expected number but received “…”'],
    ["No site 'Selasih Park, Subang'", 'No site “…”'],
    ['Unexpected token \'T\', "Too many r"... is not valid JSON', "Unexpected token 'T', “…”... is not valid JSON"],
    ['Key “Guard house” of `B 3` is broken', 'Key “…” of “…” is broken'],
    ['An open "quote without an end', 'An open “…”'],
    ['Failed: https://x.supabase.co/a/b.jpg?token=secret#y', 'Failed: /a/b.jpg'],
    ['blob:https://portal.test/1b2c gone', 'https://portal.test/1b2c gone'],
    ['Call +60123456789', 'Call +…'],
    ['two\n lines ', 'two lines'],
  ])('%s', (message, expected) => {
    expect(withoutValues(message)).toBe(expected);
  });

  it('has its name, its message and the position in the portal’s own code', () => {
    const stack = 'TypeError: x\n    at f (chrome://a.js:1:1)\n    at g (https://p.test/assets/Profile-D3k.js:1:234)';
    expect(errorText(errorAt(stack))).toBe('TypeError: x is not a function at Profile-D3k.js:1:234');
    expect(errorText(errorAt('g@https://p.test/assets/sw.mjs:9:1'))).toBe(
      'TypeError: x is not a function at sw.mjs:9:1',
    );
    expect(errorText(errorAt(''))).toBe('TypeError: x is not a function');
  });

  it('has up to four positions, the innermost first, and no position that is cut', () => {
    expect(errorText(errorAt(stackIn('A', 5)))).toBe(
      'TypeError: x is not a function at A.js:1:0 < A.js:1:1 < A.js:1:2 < A.js:1:3',
    );
    const longText = errorText(errorAt(stackIn('A'.repeat(90), 4)));
    expect(longText.length).toBeLessThanOrEqual(300);
    expect(longText).toMatch(/A\.js:1:1$/u);
  });

  it('has only the status of a refused call, because the database quotes values', () => {
    const refused = Object.assign(new RequestError('Key (name)=(Ann) exists', 409, 'response'), { stack: '' });
    expect(errorText(refused)).toBe('The server answered 409');
  });

  it('has only the type of a thrown value that is not an error', () => {
    expect(errorText('Ann')).toBe('Not an error: string');
    expect(errorText(undefined)).toBe('Not an error: undefined');
  });

  it('is cut to 200 characters', () => {
    expect(withoutValues('word '.repeat(100))).toHaveLength(200);
  });

  it('has no character that the database refuses, not even half an emoji where it is cut', () => {
    expect(withoutValues(`${'a'.repeat(199)}🚧 broken`)).toBe('a'.repeat(199));
    expect(withoutValues('a\uD800b\u0000c')).toBe('abc');
  });
});

describe('a lost connection', () => {
  it.each<[string, unknown, boolean]>([
    ['a call out of reach', new RequestError('x', 0, 'network'), true],
    ['a silent server', new RequestError('x', 0, 'timeout'), true],
    ['a refusal', new RequestError('x', 500, 'response'), false],
    ['fetch in Chromium', new TypeError('Failed to fetch'), true],
    ['fetch in Firefox', new TypeError('NetworkError when attempting to fetch resource.'), true],
    ['fetch in Safari', new TypeError('Load failed'), true],
    ['another TypeError', new TypeError('x is undefined'), false],
    ['something given up', new DOMException('The user left', 'AbortError'), true],
    ['a time limit', errorNamed('TimeoutError'), true],
    ['an error that only has the same message', new Error('Failed to fetch'), false],
    ['nothing', null, false],
  ])('%s', (_, error, expected) => {
    expect(isInterruption(error)).toBe(expected);
  });
});

it('an extension’s error does not count as the portal’s', () => {
  expect(isForeign(errorAt('x\n at chrome-extension://abc/inject.js:1:1'))).toBe(true);
  expect(isForeign(errorAt('x@moz-extension://abc/inject.js:1:1'))).toBe(true);
  expect(isForeign(errorAt('x\n at https://p.test/assets/a-b.js:1:1'))).toBe(false);
});
