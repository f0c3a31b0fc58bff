import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Finding } from './findings.ts';
import { TypeFilter, type MissingApi } from './missing-types.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of TypeScript's declarations, which is in the package of its compiler for this platform. */
function libFolder(): string {
  const compiler = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  return join(dirname(createRequire(typescript).resolve(compiler)), 'lib');
}

/** TypeScript's declarations without the APIs that a supported browser lacks, as files in a cache folder. */
export class SupportedLibs {
  readonly #folder = join(root, 'node_modules/.cache/browsers');
  readonly #filter = new TypeFilter();
  /** The files of each library, with those of the libraries that it refers to. */
  readonly #files = new Map<string, readonly string[]>();

  get missing(): readonly MissingApi[] {
    return this.#filter.missing;
  }

  /** The paths of the files of these libraries, which are written at the first call. */
  filesOf(libs: readonly string[]): string[] {
    return [...new Set(libs.flatMap((lib) => this.#filesOf(lib.toLowerCase())))];
  }

  #filesOf(lib: string): readonly string[] {
    const cachedFiles = this.#files.get(lib);
    if (cachedFiles) return cachedFiles;
    const name = `lib.${lib}.d.ts`;
    const text = readFileSync(join(libFolder(), name), 'utf8');
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, name), this.#filter.filter(name, text));
    const referencedLibs = Array.from(
      text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gmu),
      ([, libName = '']) => libName,
    );
    const files = [join(this.#folder, name), ...referencedLibs.flatMap((libName) => this.#filesOf(libName))];
    this.#files.set(lib, files);
    return files;
  }
}

interface Project {
  /** The name of a `tsconfig` in `.config`. */
  config: string;
  /** The libraries in its `lib`. */
  libs: readonly string[];
  /** Files to check instead of those of the project. */
  files?: readonly string[];
}

/**
 * The places where scripts use an API that a supported browser lacks. It runs the type check of a project with declarations without these
 * APIs. So a method is recognised by the type of its object.
 */
export async function missingInScripts({ config, libs, files }: Project, supported: SupportedLibs): Promise<Finding[]> {
  const tsconfig = {
    extends: join(root, '.config', config),
    compilerOptions: { noLib: true, lib: null, incremental: false, tsBuildInfoFile: null },
    files: [...supported.filesOf(libs), ...(files ?? [])],
    ...(files && { include: [] }),
  };
  const path = join(root, 'node_modules/.cache/browsers', config);
  writeFileSync(path, JSON.stringify(tsconfig));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '--project', path, '--pretty', 'false'], { cwd: root });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  await once(child, 'close');
  return findingsIn(Buffer.concat(output).toString(), supported.missing);
}

/** A line of the compiler's output: `file(line,column): error text`. */
const diagnostic = /^(?<file>[^\s(][^(]*)\((?<line>\d+),\d+\): error (?<text>.*)$/gmu;

function findingsIn(output: string, missing: readonly MissingApi[]): Finding[] {
  const errors = Array.from(output.matchAll(diagnostic), ({ groups }) => {
    const { file = '', line = '', text = '' } = groups ?? {};
    return { file: relative(root, join(root, file)), line, text, api: apiNamedIn(text, missing) };
  });
  const filesWithMissingApi = new Set(errors.flatMap(({ file, api }) => (api ? [file] : [])));
  return errors.flatMap(({ file, line, text, api }) => {
    const place = `${file}:${line}`;
    if (api) return [{ place, feature: api.api, browsers: api.browsers }];
    // another error in a file with a missing API is a consequence of it, such as a parameter whose type is no longer known
    return filesWithMissingApi.has(file) ? [] : [{ place, feature: text, browsers: [] }];
  });
}

/** The missing API that an error names in quotes. Of several with this name, the one whose object the error names too, else the first. */
function apiNamedIn(text: string, missing: readonly MissingApi[]): MissingApi | undefined {
  const name = /'(?:[\w$]+\.)*(?<name>[\w$]+)'/u.exec(text)?.groups?.['name'];
  const candidates = missing.filter((api) => api.name === name);
  const hasObject = ({ api }: MissingApi) =>
    new RegExp(String.raw`\b${api.split('.').at(-2) ?? api}\b`, 'u').test(text);
  return candidates.find(hasObject) ?? candidates[0];
}
