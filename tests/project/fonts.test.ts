import { readFileSync } from 'node:fs';
import slices from '@fontsource/noto-sans-sc/unicode.json';
import { expect, test } from 'vitest';

const style = (name: string) => readFileSync(new URL(`../../src/styles/${name}.css`, import.meta.url), 'utf8');

test('a font of the portal draws the arrow where no font of the device has it', () => {
  const file = /U\+2192;\s+src: url\('[^']+-(?<slice>\d+)-400-normal\.woff2'\)/u.exec(style('fonts'));
  const ranges = new Map(Object.entries(slices)).get(`[${file?.groups?.['slice']}]`);
  expect(ranges?.split(',')).toContain('U+2192');
  const families = Array.from(style('tokens').matchAll(/--fh?:([^;]*);/gu), ([, list = '']) => list);
  expect(families).toHaveLength(2);
  for (const list of families) expect(list).toMatch(/'Noto arrow'$/u);
});
