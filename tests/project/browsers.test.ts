import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { missingInPackages } from '../../.config/browsers/built.ts';
import { judge, type Finding } from '../../.config/browsers/findings.ts';
import { missingInMarkup } from '../../.config/browsers/markup.ts';
import { missingInScripts, SupportedLibs } from '../../.config/browsers/scripts.ts';
import { missingInStyles } from '../../.config/browsers/styles.ts';
import { supportedText } from '../../.config/browsers/supported.ts';

const folder = join(import.meta.dirname, '../../node_modules/.cache/browsers-test');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The findings of the check for a script, as lines. */
async function findingsOf(script: string, config = 'tsconfig.browser.json', page = 'DOM'): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'script.ts');
  writeFileSync(file, script);
  const libs = ['ES2023', page];
  return judge(await missingInScripts({ config, libs, files: [file] }, new SupportedLibs()), []);
}

const place = (line: number) => `node_modules/.cache/browsers-test/script.ts:${line}`;
const chromium = 'Chrome 111, Chrome for Android 111, Edge 111';

describe('the check for supported browsers', () => {
  it('names the line, the API and the browsers that lack it, by the type of the object', async () => {
    expect(
      await findingsOf(`export const fits = (text: string) => URL.canParse(text);
export const length = (query: URLSearchParams, all: Set<string>) => all.size + query.size;
export const letters = new Intl.Segmenter('en');
export const usable = [2, 1].toSorted().at(-1) ?? structuredClone(1);
export const seen = (element: HTMLElement) => element.checkVisibility();`),
    ).toEqual([
      `${place(1)}: URL.canParse is missing in ${chromium}, Safari 16.4, iOS Safari 16.4, Samsung Internet 22`,
      `${place(2)}: URLSearchParams.size is missing in ${chromium}, Safari 16.4, iOS Safari 16.4, Samsung Internet 22`,
      `${place(3)}: Intl.Segmenter is missing in Firefox 115`,
      `${place(5)}: Element.checkVisibility is missing in Safari 16.4, iOS Safari 16.4`,
    ]);
  });

  it('finds what a worker lacks', async () => {
    expect(
      await findingsOf('export const answer = () => Response.json(1);', 'tsconfig.worker.json', 'WebWorker'),
    ).toEqual([`${place(1)}: Response.json is missing in Safari 16.4, iOS Safari 16.4`]);
  });

  it('names properties, values, selectors, rules and functions of styles, except those that a rule asks for', () => {
    const styles = `.a { text-wrap: balance; display: grid; mask-image: none; -webkit-mask-image: none }
.b:has(.c) { width: 1px }
@starting-style { .d { opacity: 0 } }
.e { color: light-dark(red, blue); background: color-mix(in srgb, red, blue) }
@supports (field-sizing: content) { .f { field-sizing: content } }
.g { grid-template-columns: subgrid }`;
    const features = missingInStyles(new Map([['screen.css', styles]])).map(({ feature }) => feature);
    expect([...new Set(features)]).toEqual([
      'text-wrap',
      ':has',
      '@starting-style',
      'light-dark()',
      'grid-template-columns: subgrid',
    ]);
  });

  it('names the line of the source that a style comes from', () => {
    const [first] = missingInStyles(new Map([['index.css', '.a { text-wrap: balance }']]));
    expect(first?.place).toMatch(/^src\/.+\.css:\d+$/u);
  });

  it('names elements and attributes', () => {
    const source = 'export const part = (\n  <details name="one">\n    <p inert id="a" />\n  </details>\n);\n';
    expect(missingInMarkup([{ file: 'ui/Part.tsx', source }])).toMatchObject([
      { place: 'src/ui/Part.tsx:2', feature: '<details name>' },
    ]);
  });

  it('names globals and their functions in packages', () => {
    const code = 'const wait = Promise.withResolvers(); new Float16Array(1); Promise.all([]); wait.any();';
    expect(missingInPackages(new Map([['node_modules/part/index.js', code]]))).toMatchObject([
      { place: 'node_modules/part/index.js', feature: 'Promise.withResolvers' },
      { place: 'node_modules/part/index.js', feature: 'Float16Array' },
    ]);
  });

  it('checks the browsers that the README names', () => {
    expect(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')).toContain(supportedText);
  });

  it('accepts an exception for its file only, and refuses an exception that covers nothing', () => {
    const found: Finding[] = ['src/lib/share.ts:3', 'src/lib/other.ts:4'].map((each) => ({
      place: each,
      feature: 'Navigator.share',
      browsers: ['firefox'],
    }));
    const because = 'asked for';
    expect(judge(found, [{ feature: 'Navigator', in: 'src/lib/share.ts', because }])).toEqual([
      'src/lib/other.ts:4: Navigator.share is missing in Firefox 115',
    ]);
    expect(
      judge(found, [
        { feature: 'Navigator.share', because },
        { feature: 'Nav', because },
      ]),
    ).toEqual(['the exception for Nav (everywhere) covers nothing: take it out']);
  });
});
