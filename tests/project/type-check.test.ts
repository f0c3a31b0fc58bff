import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeCssTypes } from '../../.config/css-types.ts';

const root = join(import.meta.dirname, '../..');

/** The output of the compiler, as lines. Paths are relative to the project's folder. */
function tsc(...options: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  return stdout.split('\n').map((line) => line.replace(`${root}/`, ''));
}

const sourcesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => `${folder}/${name}`);

const isWorker = (path: string) => path.startsWith('src/service-worker/');
const drawing = 'supabase/local/demo/draw.ts';
const browser = '.config/tsconfig.browser.json';
const worker = '.config/tsconfig.worker.json';
const node = '.config/tsconfig.node.json';
const tests = '.config/tsconfig.tests.json';

describe.each([
  [browser, sourcesIn('src').filter((path) => !isWorker(path))],
  [worker, sourcesIn('src/service-worker')],
  [node, [...sourcesIn('supabase').filter((path) => path !== drawing), ...sourcesIn('.config'), 'vite.config.ts']],
  [tests, [...sourcesIn('tests'), drawing]],
])('%s', (config, sources) => {
  const checkedFiles = tsc('--project', config, '--listFilesOnly');
  const includesFile = (part: string) => checkedFiles.some((path) => path.includes(part));

  it('checks all its files', () => {
    expect(sources.length).toBeGreaterThan(config === worker ? 3 : 20);
    expect(sources.filter((path) => !checkedFiles.includes(path))).toEqual([]);
  });

  it('knows only the environment in which its files run', () => {
    const isPage = config === browser || config === tests;
    const isNode = config === node || config === tests;
    expect({ node: includesFile('/@types/node/'), page: includesFile('lib.dom.d.ts') }).toEqual({
      node: isNode,
      page: isPage,
    });
    expect(includesFile('lib.webworker.d.ts')).toBe(config === worker);
  });
});

/** The errors of the compiler for a new file that is checked with this config. */
function errorsOf(config: string, text: string): string[] {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // below the project's folder, where the types of packages are found
  const folder = mkdtempSync(join(cache, 'type-check-'));
  try {
    writeFileSync(join(folder, 'Part.tsx'), text);
    const options = { extends: join(root, config), files: ['Part.tsx'], include: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    return tsc('--project', folder).flatMap((line) => /error TS\d+: ([^.]+)\./u.exec(line)?.[1] ?? []);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const linkWith = (path: string) => `import { linkTo } from '../../../src/records/portal-links.ts';
  import * as paths from '../../../src/records/portal-paths.ts';
  export const Part = () => <a href={linkTo(${path}, { from: paths.guide })}>A</a>;\n`;

describe('a link', () => {
  it('fails the type check where the portal has no such screen', () => {
    expect(errorsOf(browser, linkWith('paths.maintenance'))).toEqual([]);
    expect(errorsOf(browser, linkWith('paths.maintenence'))).toEqual([
      expect.stringMatching(/^Property 'maintenence' does not exist/u),
    ]);
    expect(errorsOf(browser, linkWith("'/maintenence'"))).toEqual([
      expect.stringMatching(/^Argument of type '"\/maintenence"' is not assignable/u),
    ]);
  });
});

const classOf = (css: string, name: string) => `import styles from '${css}';
  export const Part = () => <p className={styles.${name}}>A</p>;\n`;

describe('a class name', () => {
  // a fresh checkout has no declarations of the classes yet
  beforeAll(writeCssTypes);
  const css = '../../../src/ui/layout.module.css';

  it('fails the type check if its CSS module does not have it', () => {
    expect(errorsOf(browser, classOf(css, 'row'))).toEqual([]);
    expect(errorsOf(browser, classOf(css, 'wrong'))).toEqual([
      expect.stringMatching(/^Property 'wrong' does not exist/u),
    ]);
  });

  it('fails the type check if the classes of its CSS module are not declared yet', () => {
    const environment = '/// <reference path="../../../src/vite-env.d.ts" />\n';
    expect(errorsOf(browser, environment + classOf('./New.module.css', 'wrong'))).toEqual([
      expect.stringMatching(/^Property 'wrong' does not exist/u),
    ]);
  });
});

describe('code for Node', () => {
  const component = "export const Part = () => <p>{process.env['HOME']}{Buffer.from('a').length}</p>;\n";
  const script = "import { readFileSync } from 'node:fs';\nexport const size = readFileSync('a').length;\n";

  it('fails the type check in a component', () => {
    expect(errorsOf(browser, component)).toEqual(["Cannot find name 'process'", "Cannot find name 'Buffer'"]);
    expect(errorsOf(browser, script)).toHaveLength(1);
    expect(errorsOf(browser, 'export const Part = () => <p>{document.title}</p>;\n')).toEqual([]);
  });

  it('passes where Node runs it, but cannot use the page there', () => {
    expect(errorsOf(node, script)).toEqual([]);
    expect(errorsOf(node, 'export const title = document.title;\n')).toHaveLength(1);
  });
});
