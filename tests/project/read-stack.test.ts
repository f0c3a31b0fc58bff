import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withSourceLines } from '../../.config/read-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'maps-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Line 1 has no mapping. Line 2 is line 12, column 5 of the source from its column 1 on, and line 13 from its column 9 on.
writeFileSync(
  join(folder, 'Profile-a1.js.map'),
  JSON.stringify({
    version: 3,
    file: 'Profile-a1.js',
    sources: ['../../src/features/profile/Profile.tsx'],
    names: [],
    mappings: ';AAWI,QACA',
  }),
);

test.each([
  [
    'TypeError: x is undefined at Profile-a1.js:2:3 < Other-b2.js:1:1',
    `TypeError: x is undefined at Profile-a1.js:2:3 (src/features/profile/Profile.tsx:12:5) < Other-b2.js:1:1 (no map of this file in ${folder})`,
  ],
  [
    'at g (https://p.test/assets/Profile-a1.js:2:11)',
    'at g (https://p.test/assets/Profile-a1.js:2:11 (src/features/profile/Profile.tsx:13:5))',
  ],
  ['Profile-a1.js:1:40', 'Profile-a1.js:1:40 (not in the source)'],
  ['Error: nothing', 'Error: nothing'],
])('%s', (stack, lines) => {
  expect(withSourceLines(stack, folder)).toBe(lines);
});
