import type { RawResponse } from '../place/raw-api.ts';
import { askForPage, header, isPage, type AskHost } from './host-page.ts';
import { differenceIn, readReleaseList, releaseListName, type Difference, type ListedFile } from './release-list.ts';
import { advice, asAnybody, ok, reasonOf, skipped } from './smoke-check.ts';

/** What browsers and the service worker take a file for, by the end of its name; they refuse it under another type. */
const mediaTypes: readonly (readonly [ending: RegExp, type: RegExp, name: string])[] = [
  [/\.m?js$/u, /javascript/u, 'text/javascript'],
  [/\.css$/u, /^text\/css/u, 'text/css'],
  [/\.svg$/u, /^image\/svg/u, 'image/svg+xml'],
  [/\.pdf$/u, /^application\/pdf/u, 'application/pdf'],
  // hosts have many names for fonts, and some have none
  [/\.woff2?$/u, /^(?!text\/|application\/(?:json|xml|xhtml))/u, 'font/woff2'],
];

/** Files whose presence and type other checks report. */
const checkedElsewhere = /^(?:[^/]+\.html|sw\.js|report-worker\.js|manifest\.webmanifest)$/u;

/** How many files are asked for at once. */
const atOnce = 8;
const fileTimeoutMs = 120_000;
/** How many files are named at most. */
const mostNamed = 20;

const publishAgain = 'Publish all of dist again, from one build';

/** The list, as the subject of a sentence. */
const theList = `${releaseListName}, which lists the files of the release,`;

/** The list of the release that the host has, or what is wrong with it. */
async function askForList(ask: AskHost): Promise<ListedFile[] | string> {
  const response = await ask(`/${releaseListName}`);
  if (response.status !== 200 || isPage(response)) return `${theList} is not there`;
  return readReleaseList(response.text) ?? `${theList} is cut off`;
}

/** What is wrong with a file. `words`: a sentence without its full stop */
type Finding = Difference | { kind: 'missing' | 'type'; name: string; words: string };

/** What is wrong with a file as it came. @param page the portal's page, which many hosts send for a file that is missing */
function findingIn(file: ListedFile, response: RawResponse, page: RawResponse): Finding | undefined {
  const { name } = file;
  const isHtml = name.endsWith('.html');
  const isMissing = response.status !== 200 || (isHtml ? response.text === page.text : isPage(response));
  if (isMissing)
    return checkedElsewhere.test(name) ? undefined : { kind: 'missing', name, words: `${name} is missing` };
  const type = header(response, 'content-type');
  const [, typePattern, typeName] = mediaTypes.find(([ending]) => ending.test(name)) ?? [];
  if (typePattern?.test(type) === false && !checkedElsewhere.test(name))
    return {
      kind: 'type',
      name,
      words: `${name} comes as ${type || 'no type'}, so browsers refuse it: send it as ${typeName}`,
    };
  return differenceIn(file, response.bytes);
}

/** What is wrong with a file. @throws when the host does not answer in time */
async function lookAt(ask: AskHost, file: ListedFile, page: RawResponse): Promise<Finding | undefined> {
  const { name } = file;
  if (name === 'index.html') return differenceIn(file, page.bytes);
  const path = `/${name.split('/').map(encodeURIComponent).join('/')}`;
  try {
    return findingIn(file, await ask(path, { timeoutMs: fileTimeoutMs }), page);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    return { kind: 'not whole', name, words: `${name} breaks off on the way (${reasonOf(error)})` };
  }
}

function missingInWords(missing: readonly Finding[], count: number): string {
  const [first] = missing;
  return missing.length === 1
    ? `1 of ${count} files is missing: ${first?.name}`
    : `${missing.length} of ${count} files are missing, such as ${first?.name}`;
}

/** What to do about the findings. */
function adviceOn(findings: readonly Finding[], count: number): string {
  const findingsOf = (...kinds: Finding['kind'][]) => findings.filter(({ kind }) => kinds.includes(kind));
  const others = new Set(findingsOf('other').map(({ name }) => name));
  if (others.has('index.html') && others.has('sw.js'))
    return `${theList} is of another release than index.html and sw.js. ${publishAgain}.`;
  const missing = findingsOf('missing');
  const [wrongType] = findingsOf('type');
  const differing = findingsOf('not whole', 'other');
  const more = differing.length - mostNamed;
  const sentences = [
    ...(missing.length > 0 ? [missingInWords(missing, count)] : []),
    ...differing.slice(0, mostNamed).map(({ words }) => words),
    ...(more > 0 ? [`${more} more are not as they were built`] : []),
    ...(wrongType ? [wrongType.words] : []),
  ];
  if (missing.length + differing.length > 0)
    sentences.push(
      others.size > 0 ? `${publishAgain}, and let the host change nothing in it` : publishAgain,
      'A screen that needs such a file does not open',
    );
  return `${sentences.join('. ')}.`;
}

/** Says how the portal's page is cut off; undefined when it is whole, or when that cannot be told. */
export async function pageNotWhole(ask: AskHost, page: RawResponse): Promise<string | undefined> {
  const list = await askForList(ask);
  const file = typeof list === 'string' ? undefined : list.find(({ name }) => name === 'index.html');
  const difference = file && differenceIn(file, page.bytes);
  return difference?.kind === 'not whole' ? `${difference.words}. ${publishAgain}.` : undefined;
}

/** Compares every file of the release with what the host sends. */
export const releaseFiles = asAnybody('all files of the release are there, whole and with their types', async (run) => {
  const { askHost: ask } = run;
  if (ask === undefined) return skipped('no --origin was given');
  const found = await askForPage(ask).catch(() => null);
  const list = found && (await askForList(ask));
  const hasPage = found !== null && !('other' in found);
  if (found === null || list === null || (!hasPage && typeof list === 'string'))
    return skipped('needs the portal’s page');
  if (typeof list === 'string') return advice(`${list}. ${publishAgain}.`);
  // the check `ownPage` reports a page that is not the portal's
  const files = hasPage ? list : list.filter(({ name }) => name !== 'index.html');
  const page = hasPage ? found : found.other;
  const findings: Finding[] = [];
  for (let from = 0; from < files.length; from += atOnce) {
    const some = files.slice(from, from + atOnce);
    const looks = await Promise.all(some.map((file) => lookAt(ask, file, page)));
    findings.push(...looks.filter((finding) => finding !== undefined));
  }
  return findings.length === 0 ? ok(`${files.length} of them`) : advice(adviceOn(findings, files.length));
});
