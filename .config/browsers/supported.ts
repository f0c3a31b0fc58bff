import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** Their names in the compat data. */
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
  // on Chromium 111
  samsunginternet_android: '22.0',
};

/** The same as the targets of the build, which lowers syntax and styles to them. */
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

/** A browser of a version, as *Firefox 115*. */
export const browserName = (browser: Browser): string =>
  `${spelled[browser]} ${supported[browser].replace(/\.0$/u, '')}`;

/** All of them, as the page says them to a browser that is older. Chrome has the same versions everywhere. */
export const supportedText = browsers
  .filter((browser) => browser !== 'chrome_android')
  .map(browserName)
  .join(', ');

type Area = 'api' | 'css' | 'html' | 'javascript';

/** Where the compat data has a feature, as `api`, `URL`, `canParse_static`. */
export type FeaturePath = readonly [Area, ...string[]];

let read: Readonly<Record<Area, Identifier>> | undefined;

/** Which browser has what since when. Read as text, because a module of 20 MB takes seconds to compile. */
export function compatData(): Readonly<Record<Area, Identifier>> {
  const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package declares the type of this file
  read ??= JSON.parse(readFileSync(path, 'utf8')) as CompatData;
  return read;
}

/** A feature of the compat data; undefined when the data has none. */
export function featureAt([area, ...names]: FeaturePath): CompatStatement | undefined {
  let place: Identifier | undefined = compatData()[area];
  for (const name of names) place = place && Object.hasOwn(place, name) ? place[name] : undefined;
  return place?.['__compat'];
}

/** The supported browsers that lack the first of these features that the compat data has. */
export function lackingFirst(...paths: readonly FeaturePath[]): Browser[] {
  const feature = paths.map((path) => featureAt(path)).find((found) => found !== undefined);
  return feature ? lacking(feature) : [];
}

/** The numbers of a version, which begins with `≤` where nobody looked at earlier ones. */
const numbersOf = (version: string) => version.replace('≤', '').split('.').map(Number);

/** Whether a version is not after another one. */
function isUpTo(version: string, limit: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(limit)];
  const differing = own.findIndex((part, index) => part !== (other[index] ?? 0));
  return differing === -1 || (own[differing] ?? 0) < (other[differing] ?? 0);
}

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
 * The browsers that lack a feature in these versions; those of which the data says nothing count as having it.
 * @param versions the oldest supported ones if left out
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
