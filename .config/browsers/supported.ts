import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** The supported browsers, by their names in the compat data. */
export const browsers = [
  'chrome',
  'chrome_android',
  'edge',
  'firefox',
  'safari',
  'safari_ios',
  'samsunginternet_android',
] as const;

export type Browser = (typeof browsers)[number];

/** The oldest versions that the portal supports (`decisions §13`). */
const supported: Readonly<Record<Browser, string>> = {
  chrome: '111',
  chrome_android: '111',
  edge: '111',
  firefox: '115',
  safari: '16.4',
  safari_ios: '16.4',
  // this version is based on Chromium 111
  samsunginternet_android: '22.0',
};

/** The same versions as the targets of the build, which translates syntax and styles for them. */
export const buildTargets = [
  `chrome${supported.chrome}`,
  `edge${supported.edge}`,
  `firefox${supported.firefox}`,
  `safari${supported.safari}`,
  `ios${supported.safari_ios}`,
];

const spelled: Record<Browser, string> = {
  chrome: 'Chrome',
  chrome_android: 'Chrome for Android',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'iOS Safari',
  samsunginternet_android: 'Samsung Internet',
};

/** A browser with its version, such as *Firefox 115*. */
export const browserName = (browser: Browser): string =>
  `${spelled[browser]} ${supported[browser].replace(/\.0$/u, '')}`;

/** The list of supported browsers that the page shows in an older one. Chrome is listed once, because its versions are the same everywhere. */
export const supportedText = browsers
  .filter((browser) => browser !== 'chrome_android')
  .map(browserName)
  .join(', ');

type Area = 'api' | 'css' | 'html' | 'javascript';

/** The path of a feature in the compat data, such as `api`, `URL`, `canParse_static`. */
export type FeaturePath = readonly [Area, ...string[]];

let cachedData: Readonly<Record<Area, Identifier>> | undefined;

/** The compat data: which browser has a feature since which version. It is read as text, because a module of 20 MB takes seconds to compile. */
export function compatData(): Readonly<Record<Area, Identifier>> {
  const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package declares the type of this file
  cachedData ??= JSON.parse(readFileSync(path, 'utf8')) as CompatData;
  return cachedData;
}

/** A feature of the compat data; undefined when the data has none. */
export function featureAt([area, ...names]: FeaturePath): CompatStatement | undefined {
  let place: Identifier | undefined = compatData()[area];
  for (const name of names) place = place && Object.hasOwn(place, name) ? place[name] : undefined;
  return place?.['__compat'];
}

/** The supported browsers that lack the first of these features that the compat data has. */
export function lackingFirst(...paths: readonly FeaturePath[]): Browser[] {
  const feature = paths.map((path) => featureAt(path)).find((candidate) => candidate !== undefined);
  return feature ? lacking(feature) : [];
}

/** The numbers of a version. A `≤` before it means that earlier versions were not examined. */
const numbersOf = (version: string) => version.replace('≤', '').split('.').map(Number);

/** Whether a version is the same as, or earlier than, another one. */
function isUpTo(version: string, limit: string): boolean {
  const [numbers, limitNumbers] = [numbersOf(version), numbersOf(limit)];
  const index = numbers.findIndex((part, position) => part !== (limitNumbers[position] ?? 0));
  return index === -1 || (numbers[index] ?? 0) < (limitNumbers[index] ?? 0);
}

/** Whether a version has a feature according to a statement: without a flag, a prefix or another name. */
function isIn(
  version: string,
  { flags, prefix, alternative_name: otherName, ...since }: SimpleSupportStatement,
): boolean {
  if (flags || prefix !== undefined || otherName !== undefined || typeof since.version_added !== 'string') return false;
  if (since.version_added === 'preview' || !isUpTo(since.version_added, version)) return false;
  const { version_removed: removed } = since;
  return typeof removed !== 'string' || removed === 'preview' || !isUpTo(removed, version);
}

/**
 * The browsers that lack a feature in these versions. A browser without data counts as having it.
 * @param versions by default the oldest supported versions
 */
export function lacking(
  { support }: CompatStatement,
  versions: Readonly<Partial<Record<Browser, string>>> = supported,
): Browser[] {
  return browsers.filter((browser) => {
    const statements = support[browser];
    const version = versions[browser];
    if (statements === undefined || version === undefined) return false;
    return ![statements].flat().some((statement) => isIn(version, statement));
  });
}
