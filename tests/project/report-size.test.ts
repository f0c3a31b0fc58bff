import { describe, expect, it } from 'vitest';
import { catalogueCodes, readCatalogue } from '../../.config/catalogues.ts';
import { stickerDoor } from '../../.config/door-page.ts';
import { catalogueFor } from '../../.config/doors.ts';
import { findMessages } from '../../.config/messages.ts';
import { listDoor } from '../../.config/service-worker.ts';
import { builtDoor } from '../support/built-door.ts';

const { folder: doorFolder } = stickerDoor;
const { modules, names, read, page, named, isCatalogue, firstLoad } = builtDoor(stickerDoor);

describe('the page of a sticker', () => {
  it('is at most 125 KB in total, compressed by any host, with its font and a language', () => {
    const { all, byGzip, byBrotli } = firstLoad();
    // nothing else is ever fetched
    const otherFiles = names().filter(
      (name) => name.startsWith('assets/') && !all.includes(name) && !isCatalogue(name),
    );
    expect(otherFiles).toEqual([]);
    console.log(`report: ${(byGzip / 1_000).toFixed(1)} KB with gzip, ${(byBrotli / 1_000).toFixed(1)} KB with Brotli`);
    expect(byGzip).toBeLessThanOrEqual(125_000);
    expect(byBrotli).toBeLessThanOrEqual(120_000);
  });

  it('comes in four requests: the page, a script, a style sheet, a font', () => {
    expect(
      named()
        .map((name) => name.split('.').at(-1) ?? '')
        .toSorted(),
    ).toEqual(['css', 'js', 'woff2']);
  });

  it('loads nothing of the portal', () => {
    const reachedModules = [...new Set([...modules.values()].flat())];
    expect(reachedModules).toEqual(
      expect.arrayContaining(['src/report.tsx', 'src/components/fault/SymptomChoice.tsx']),
    );
    const foreign =
      /^src\/(?:app|features|reports|service-worker|guides)\/|^src\/records\/(?:import|task|site|failure|upload|offline|change-log|maintenance-form)\/|^src\/lib\/(?:supabase|query-client|connection|session|database\.types)|^src\/lib\/device\/(?:session|last-url)|^node_modules\/(?:react-router|@supabase|@tanstack|jspdf|chart\.js|pdfjs-dist)/u;
    expect(reachedModules.filter((path) => foreign.test(path))).toEqual([]);
    // the paths are right, because these modules are found
    expect(
      reachedModules.filter((path) => /^src\/(?:lib|records|ui|components|doors)\//u.test(path)).length,
    ).toBeGreaterThan(20);
  });

  it('contains no host, no key and no link to its source map', () => {
    const code = names().filter((name) => /\.(?:js|css|html)$/u.test(name));
    for (const name of code) {
      expect(read(name).toString()).not.toMatch(/sourceMappingURL=|GATEKEEPER|SELASIH-/u);
      expect(read(name).toString()).not.toMatch(/url\(data:/u);
    }
  });
});

/** The modules in the scripts, as paths below `src`. */
const sourceModules = () => new Set([...modules.values()].flat().map((path) => path.replace(/^src\//u, '')));

/** The messages in the script of a language. */
function catalogueIn(code: string): Record<string, string> {
  const file = names().find((name) => name.startsWith(`${doorFolder}/${code}-`)) ?? '';
  const [, quotedText = ''] =
    /JSON\.parse\((`[^`]*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)/u.exec(read(file).toString()) ?? [];
  // a template literal of one line needs only other quotation marks
  const text: unknown = quotedText.startsWith('"')
    ? JSON.parse(quotedText)
    : quotedText.slice(1, -1).replaceAll(/\\(.)/gu, '$1');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build
  return JSON.parse(String(text)) as Record<string, string>;
}

describe.each(catalogueCodes)('its messages in %s', (code) => {
  it('are all messages of its modules, and few others', () => {
    const messages = catalogueIn(code);
    const files = sourceModules();
    const saidHere = Array.from(findMessages().byKey).flatMap(([key, message]) =>
      message.files.some((file) => files.has(file)) ? [key] : [],
    );
    expect(saidHere.length).toBeGreaterThan(50);
    expect(saidHere.filter((key) => !messages[key])).toEqual([]);
    expect(Object.keys(messages).length).toBeLessThanOrEqual(saidHere.length + 40);
    expect(Object.entries(messages).filter(([key, text]) => readCatalogue(code)[key] !== text)).toEqual([]);
  });

  it('are empty for files without messages', () => {
    expect(catalogueFor(code, new Set(['no/such-file.ts']))).toEqual({});
  });
});

/** The files for its service worker, with these headers of the host. */
const list = (headers = '/*') =>
  listDoor({ names: names(), page: page(), read: (name) => (name === '_headers' ? Buffer.from(headers) : read(name)) });

describe('what its service worker caches', () => {
  it('is the page’s files, each once, and all languages', () => {
    const { files, entry } = list();
    expect(files).toEqual(
      names()
        .filter((name) => name.startsWith('assets/'))
        .map((name) => `/${name}`)
        .toSorted(),
    );
    expect(files).toContain(entry);
    expect(page()).toContain(`"${entry}"`);
  });

  it('gets another version with other headers, which are cached with the page', () => {
    expect(list('/*\n  X-Frame-Options: DENY').version).not.toBe(list().version);
    expect(list().version).toBe(list().version);
  });
});
