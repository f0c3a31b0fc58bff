import { describe, expect, it } from 'vitest';
import { checkIssueType, checkPostName, checkTypeName } from '../../../src/records/failure/failure-record.ts';

describe('the name of a post', () => {
  it.each([
    ['', 'Give the post a name.'],
    [' \t ', 'Give the post a name.'],
    ['x'.repeat(81), 'Use at most 80 characters. These are 81, 1 too many.'],
    ['a\nb', 'Use ordinary characters on one line only.'],
    ['a\u0000b', 'Use ordinary characters on one line only.'],
    ['a\u{202E}b', 'Use ordinary characters on one line only.'],
    ['__proto__', 'This name is reserved. Choose another one.'],
    ['constructor', 'This name is reserved. Choose another one.'],
    ['P1 Main Gate', 'Another post has this name.'],
  ])('refuses %j: %s', (name, words) => {
    expect(checkPostName(name, ['P1 Main Gate'])).toBe(words);
  });

  it.each(['P2', 'x'.repeat(80), '🙂'.repeat(80), 'Pos Utama 主门', '_proto'])('accepts %j', (name) => {
    expect(checkPostName(name, ['P1 Main Gate'])).toBeNull();
  });
});

describe('the failure type of an entry', () => {
  it('may be empty, but not too long or with control characters', () => {
    expect(checkIssueType('')).toBeNull();
    expect(checkIssueType('x'.repeat(120))).toBeNull();
    expect(checkIssueType('x'.repeat(121))).toBe('Use at most 120 characters. These are 121, 1 too many.');
    expect(checkIssueType('a\u0001')).toBe('Use ordinary characters on one line only.');
  });
});

describe('another name for a failure type', () => {
  it.each([
    ['', 'Give the failure type a name.'],
    ['  ', 'Give the failure type a name.'],
    ['x'.repeat(121), 'Use at most 120 characters. These are 121, 1 too many.'],
    ['Arm\nJammed', 'Use ordinary characters on one line only.'],
    ['__proto__', null],
    ['Arm Jammed', null],
  ])('%j: %s', (name, words) => {
    expect(checkTypeName(name)).toBe(words);
  });
});
