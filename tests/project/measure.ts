import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run measure` prints a table: how much code there is, and in how many files the portal does the same thing.

const root = join(import.meta.dirname, '../..');

/** A file with its lines of code. */
interface Measured {
  path: string;
  /** The lines without blank lines and without lines that are only comments. */
  code: string[];
}

/** The lines of code of a TypeScript or CSS file. @param text the whole text of the file */
function codeLines(text: string): string[] {
  let isComment = false;
  return text.split('\n').filter((line) => {
    const trimmedLine = line.trim();
    if (isComment) {
      isComment = !trimmedLine.includes('*/');
      return false;
    }
    if (/^(?:\{?\/\*)/u.test(trimmedLine)) {
      isComment = !trimmedLine.includes('*/');
      return false;
    }
    return trimmedLine !== '' && !trimmedLine.startsWith('//');
  });
}

function filesIn(folder: string): Measured[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|sql)$/u.test(name) && !/\.d\.ts$|database\.types\.ts$|seed\.sql$/u.test(name))
    .map((name) => join(folder, name))
    .map((path) => ({ path, code: codeLines(readFileSync(join(root, path), 'utf8')) }));
}

const isScript = ({ path }: Measured) => /\.tsx?$/u.test(path);
const total = (files: readonly Measured[]) => files.reduce((sum, { code }) => sum + code.length, 0);
const matchCount = (files: readonly Measured[], pattern: RegExp) =>
  files.flatMap(({ code }) => code).filter((line) => pattern.test(line)).length;
const filesMatching = (files: readonly Measured[], pattern: RegExp) =>
  files.filter((file) => matchCount([file], pattern) > 0).map(({ path }) => path.replace(/^src\//u, ''));

/** The files that contain names of months. Only files that read or write dates do. */
const withMonths = (files: readonly Measured[]) =>
  files
    .filter(({ code }) =>
      ['january', 'february', 'august', 'december'].every((month) =>
        new RegExp(`\\b${month}\\b`, 'iu').test(code.join('\n')),
      ),
    )
    .map(({ path }) => path.replace(/^src\//u, ''));

const src = filesIn('src');
const scripts = src.filter(isScript);
const styles = src.filter(({ path }) => path.endsWith('.css'));
const supabase = filesIn('supabase');
const tests = filesIn('tests');
const lengths = scripts.map(({ code }) => code.length).toSorted((a, b) => a - b);
const quantile = (share: number) => lengths[Math.min(lengths.length - 1, Math.floor(share * lengths.length))] ?? 0;
const effects = matchCount(scripts, /\buse(?:Layout)?Effect\(/u);
const perThousand = (count: number) => ((1_000 * count) / total(scripts)).toFixed(1);

/** The files that list two or more HTTP statuses of errors, also over several lines. */
const withLists = (files: readonly Measured[]) =>
  files
    .filter(({ code }) => /\[\s*[45]\d\d\s*(?:,\s*[45]\d\d\s*)+,?\s*\]/u.test(code.join('\n')))
    .map(({ path }) => path.replace(/^src\//u, ''));

// files are counted, so what a file does twice counts once
const page = scripts.filter(({ path }) => !path.startsWith('src/service-worker/'));
const filesByPurpose = {
  'merging what two people changed': filesMatching(page, /\bfunction merge(?:[A-Z]\w*)?[<(]/u),
  'hooks that store a draft': filesMatching(
    page.filter(({ path }) => /\/use-[^/]*\.ts$/u.test(path)),
    /\bstoreDraft\(/u,
  ),
  'makers of connections': filesMatching(scripts, /\bnew Connection\(/u),
  'readers of dates': withMonths(scripts),
  'lists of statuses': withLists(scripts),
  'storage on the device': filesMatching(
    page,
    /\b(?:localStorage|sessionStorage|indexedDB)\b|'idb-keyval'|caches\.open/u,
  ),
};

/** All identifiers of a file in order, with repetitions; none from comments and texts. */
const identifiersOf = ({ code }: Measured): string[] =>
  code
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gmu, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gu, "''")
    .match(/[a-z_$][\w$]*/giu) ?? [];
const identifiers = scripts.flatMap(identifiersOf);
/** The number of identifiers that contain one of these words, as `keptFiles` contains *kept*. */
const withWord = (...words: string[]) =>
  identifiers.filter((name) => name.split(/(?=[A-Z])|_/u).some((word) => words.includes(word.toLowerCase()))).length;

/** The SQL functions that a later migration defines again. */
function definedAgain(): string[] {
  const names = supabase
    .filter(({ path }) => path.includes('/migrations/'))
    .flatMap(({ code }) => Array.from(code.join('\n').matchAll(/create (?:or replace )?function ([\w.]+)\(/gu)))
    .map(([, name = '']) => name);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

const rows: [string, string | number][] = [
  ['src: files', src.length],
  ['src: code lines of TypeScript / CSS', `${total(scripts)} / ${total(styles)}`],
  ['src: style sheets', styles.length],
  ['src: length of a file, median / p90 / longest', `${quantile(0.5)} / ${quantile(0.9)} / ${quantile(1)}`],
  ['src: files of under 30 lines', lengths.filter((length) => length < 30).length],
  ['src: effects, per 1,000 lines', `${effects}, ${perThousand(effects)}`],
  ['src: identifiers with keep, keeps, kept', withWord('keep', 'keeps', 'kept', 'keeping')],
  ['src: identifiers with one', withWord('one')],
  ['src: identifiers with begun', withWord('begun')],
  ['src: custom hooks', matchCount(scripts, /^export function use[A-Z]|^function use[A-Z]/u)],
  ['supabase: files, code lines', `${supabase.length}, ${total(supabase)}`],
  ['supabase: migrations, code lines', total(supabase.filter(({ path }) => path.includes('/migrations/')))],
  ['supabase: SQL functions defined again', definedAgain().length],
  ['tests: files, code lines', `${tests.length}, ${total(tests)}`],
  ...Object.entries(filesByPurpose).map(([name, files]): [string, string] => [
    name,
    `${files.length}: ${files.join(', ')}`,
  ]),
];
for (const [name, value] of rows) console.log(`${name.padEnd(46)} ${value}`);
