// what the database refuses as text: control characters and those that turn the direction of text
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const refused = /[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069]/u;

/** Members of every JavaScript object, which the database refuses as names. */
const reserved = new Set([
  'constructor',
  'prototype',
  'toString',
  'toLocaleString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
]);

/** Characters of a post's name. */
export const maxPostName = 80;
/** Characters of an issue type. */
const maxIssueType = 120;

/** What is wrong with the name of a post, in words, or null. `taken`: the names of the other posts. */
export function checkPostName(name: string, taken: Iterable<string>): string | null {
  if (name.trim() === '') return 'Give the post a name.';
  // as the database counts: characters, not halves of them
  if (Array.from(name).length > maxPostName) return `Use ${maxPostName} characters or fewer.`;
  if (refused.test(name)) return 'Use ordinary characters on one line only.';
  if (name.startsWith('__') || reserved.has(name)) return 'This name is reserved. Choose another one.';
  return [...taken].includes(name) ? 'Another post has this name.' : null;
}

/** What is wrong with an issue type, in words, or null. It may be empty (`spec §5`). */
export function checkIssueType(type: string): string | null {
  if (Array.from(type).length > maxIssueType) return `Use ${maxIssueType} characters or fewer.`;
  return refused.test(type) ? 'Use ordinary characters on one line only.' : null;
}
