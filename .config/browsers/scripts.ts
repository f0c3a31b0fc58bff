import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Finding } from './findings.ts';
import { TypeFilter, type MissingApi } from './missing-types.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of TypeScript's own declarations, in the package of its compiler for this machine. */
function libFolder(): string {
  const compiler = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  return join(dirname(createRequire(typescript).resolve(compiler)), 'lib');
}

/** Declarations of TypeScript without what a supported browser lacks. */
export class SupportedLibs {
  readonly #folder = join(root, 'node_modules/.cache/browsers');
  readonly #filter = new TypeFilter();
  /** The files of each library: its own and of those that it refers to. */
  readonly #files = new Map<string, readonly string[]>();

  get missing(): readonly MissingApi[] {
    return this.#filter.missing;
  }

  /** The files of these libraries, written at the first call. */
  filesOf(libs: readonly string[]): string[] {
    return [...new Set(libs.flatMap((lib) => this.#filesOf(lib.toLowerCase())))];
  }

  #filesOf(lib: string): readonly string[] {
    const known = this.#files.get(lib);
    if (known) return known;
    const name = `lib.${lib}.d.ts`;
    const text = readFileSync(join(libFolder(), name), 'utf8');
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, name), this.#filter.filter(name, text));
    const others = Array.from(text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gmu), ([, other = '']) => other);
    const files = [join(this.#folder, name), ...others.flatMap((other) => this.#filesOf(other))];
    this.#files.set(lib, files);
    return files;
  }
}

interface Project {
  /** A `tsconfig` in `.config`. */
  config: string;
  /** The libraries that it names. */
  libs: readonly string[];
  /** Checked instead of the project's own files. */
  files?: readonly string[];
}

/**
 * Where scripts use what a supported browser lacks: the type check of a project with declarations from which that is
 * taken out. It follows types, so a method is known by the object that it is called on.
 */
export async function missingInScripts({ config, libs, files }: Project, supported: SupportedLibs): Promise<Finding[]> {
  const own = {
    extends: join(root, '.config', config),
    compilerOptions: { noLib: true, lib: null, incremental: false, tsBuildInfoFile: null },
    files: [...supported.filesOf(libs), ...(files ?? [])],
    ...(files && { include: [] }),
  };
  const path = join(root, 'node_modules/.cache/browsers', config);
  writeFileSync(path, JSON.stringify(own));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '--project', path, '--pretty', 'false'], { cwd: root });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  await once(child, 'close');
  return findingsIn(Buffer.concat(printed).toString(), supported.missing);
}

const diagnostic = /^(?<file>[^\s(][^(]*)\((?<line>\d+),\d+\): error (?<text>.*)$/gmu;

function findingsIn(output: string, missing: readonly MissingApi[]): Finding[] {
  const errors = Array.from(output.matchAll(diagnostic), ({ groups }) => {
    const { file = '', line = '', text = '' } = groups ?? {};
    return { file: relative(root, join(root, file)), line, text, api: apiNamedIn(text, missing) };
  });
  const explained = new Set(errors.flatMap(({ file, api }) => (api ? [file] : [])));
  return errors.flatMap(({ file, line, text, api }) => {
    const place = `${file}:${line}`;
    if (api) return [{ place, feature: api.api, browsers: api.browsers }];
    // what follows from another error of the file, as a parameter whose type is no longer known
    return explained.has(file) ? [] : [{ place, feature: text, browsers: [] }];
  });
}

/** The API that an error is about: of those of the name in quotes, the one whose object the error names. */
function apiNamedIn(text: string, missing: readonly MissingApi[]): MissingApi | undefined {
  const name = /'(?:[\w$]+\.)*(?<name>[\w$]+)'/u.exec(text)?.groups?.['name'];
  const ofName = missing.filter((api) => api.name === name);
  return (
    ofName.find(({ api }) => new RegExp(String.raw`\b${api.split('.').at(-2) ?? api}\b`, 'u').test(text)) ?? ofName[0]
  );
}
