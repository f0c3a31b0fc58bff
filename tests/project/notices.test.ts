import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { noticeOf, noticesText } from '../../.config/notices.ts';

const folder = mkdtempSync(join(tmpdir(), 'notices-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a package with these files. Returns its folder. */
function makePackage(name: string, packageJson: object, files: Record<string, string>, parts: string[] = []) {
  const root = join(folder, name);
  for (const [path, content] of Object.entries({
    'package.json': JSON.stringify({ name, ...packageJson }),
    ...files,
  })) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { folder: root, parts: new Set(parts) };
}

describe('the notice of a package', () => {
  it('has its name, licence, source and all texts, including those of bundled folders, each once', () => {
    const packageFolder = makePackage(
      'drawing',
      { version: '1.2.3', license: 'MIT', repository: { url: 'git+https://github.com/a/drawing.git' } },
      { 'LICENSE.md': 'MIT text', NOTICE: 'made by A', 'fonts/LICENSE_F': 'font text', 'wasm/LICENSE': 'other' },
      ['fonts'],
    );
    expect(noticeOf(packageFolder)).toBe(
      'drawing 1.2.3\n\nLicence: MIT. Source: https://github.com/a/drawing\n\nMIT text\n\nmade by A\n\nfont text',
    );
  });

  it.each([
    ['github:a/b', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['git://github.com/a/b.git', 'https://github.com/a/b'],
    ['ssh://git@github.com/a/b.git', 'https://github.com/a/b'],
  ])('writes the source %s as an address', (repository, address) => {
    const packageFolder = makePackage('addressed', { license: 'MIT', repository }, { LICENSE: 'x' });
    expect(noticeOf(packageFolder)).toContain(`Source: ${address}\n`);
  });

  it.each([
    ['no licence', {}, { LICENSE: 'text' }],
    ['no text', { license: 'MIT' }, { 'README.md': 'a package' }],
  ])('is refused where there is %s', (_, packageJson, files) => {
    const packageFolder = makePackage(`without ${_}`, packageJson, files);
    expect(() => noticesText([packageFolder])).toThrow(/is in the build without a licence/);
  });
});
