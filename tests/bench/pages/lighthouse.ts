import { execSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser } from '../../e2e/browser.ts';
import { cacheFolder } from './builds.ts';

/** The newest Lighthouse that runs on Node 20. */
const version = '12.8.2';

// The parts of both packages that the bench uses. `fetchPackages` fetches them when it runs, so the compiler does not know them.
interface Tab {
  evaluateOnNewDocument(script: string): Promise<unknown>;
}
interface Context {
  newPage(): Promise<Tab>;
  close(): Promise<void>;
}
interface Puppeteer {
  launch(options: object): Promise<{
    version(): Promise<string>;
    createBrowserContext(): Promise<Context>;
    close(): Promise<void>;
  }>;
}
interface Category {
  score: number | null;
  auditRefs: { id: string; weight: number }[];
}
interface LighthouseReport {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<string, Category>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}
type Lighthouse = (
  url: string,
  flags: object,
  config: undefined,
  tab: Tab,
) => Promise<{ lhr: LighthouseReport } | undefined>;

/** In the order of the table. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Audits, and the divisor that gives the unit of the table: ms, ms, ms, no unit, KB. */
export const metrics = {
  'first-contentful-paint': 1,
  'largest-contentful-paint': 1,
  'total-blocking-time': 1,
  'cumulative-layout-shift': 1,
  'total-byte-weight': 1000,
} as const;

/**
 * How the phone's line and processor are imitated. `simulate`: Lighthouse computes from an unthrottled load how long it would take. `devtools`:
 * the browser is slowed down, so that what comes before the script is painted before it.
 */
export const throttlings = ['simulate', 'devtools'] as const;
export type Throttling = (typeof throttlings)[number];

/** One load of a page. */
export interface PageLoad {
  /** 0 to 100 each, in the order of `categories`. */
  scores: number[];
  /** In the order of `metrics`, in the units of the table. */
  figures: number[];
  /** Failed checks, except those of speed. */
  faults: string[];
}

/** A browser that Lighthouse measures in. */
export interface MeasuringBrowser {
  version: string;
  /**
   * Loads a page with nothing cached, on the mobile preset.
   * @param report name of the file for the whole report, which helps to find a cause.
   * @param session what the tab stores as the portal's session; without it nobody is logged in.
   * @throws Error if the load fails or ends at another page.
   */
  load(url: string, report: string, session: string | undefined, throttling: Throttling): Promise<PageLoad>;
  close(): Promise<void>;
}

async function fetchPackages(): Promise<{ lighthouse: Lighthouse; puppeteer: Puppeteer }> {
  const folder = join(cacheFolder, `lighthouse-${version}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const options = '--prefer-offline --ignore-scripts --no-audit --no-fund --no-save --no-package-lock';
  execSync(`npm install ${options} lighthouse@${version}`, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { resolve } = createRequire(join(folder, 'package.json'));
  const open = (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the fixed version exports it
  const { default: lighthouse } = (await open('lighthouse')) as { default: Lighthouse };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as that version's own puppeteer exports it
  const { default: puppeteer } = (await open('puppeteer-core')) as { default: Puppeteer };
  return { lighthouse, puppeteer };
}

function loadOf({ categories: found, audits }: LighthouseReport): PageLoad {
  const faults = categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => found[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    scores: categories.map((name) => Math.round((found[name]?.score ?? Number.NaN) * 100)),
    figures: Object.entries(metrics).map(([id, divisor]) => (audits[id]?.numericValue ?? Number.NaN) / divisor),
    faults,
  };
}

/** Fetches Lighthouse if it is missing, and starts the browser that the browser tests use. */
export async function openMeasuringBrowser(): Promise<MeasuringBrowser> {
  const { lighthouse, puppeteer } = await fetchPackages();
  const browser = await puppeteer.launch(await findBrowser());
  const reports = join(cacheFolder, 'reports');
  await mkdir(reports, { recursive: true });
  const load: MeasuringBrowser['load'] = async (url, name, session, throttlingMethod) => {
    const context = await browser.createBrowserContext();
    try {
      const tab = await context.newPage();
      const store = `sessionStorage.setItem('portal.session', ${JSON.stringify(session)})`;
      if (session) await tab.evaluateOnNewDocument(`if (location.protocol === 'http:') ${store}`);
      const flags = {
        logLevel: 'error',
        onlyCategories: categories,
        disableFullPageScreenshot: true,
        throttlingMethod,
      };
      const report = (await lighthouse(url, flags, undefined, tab))?.lhr;
      if (!report || report.runtimeError) throw new Error(`${url}: ${report?.runtimeError?.message ?? 'no report'}`);
      if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
      await writeFile(join(reports, `${name}.json`), JSON.stringify(report));
      return loadOf(report);
    } finally {
      await context.close();
    }
  };
  return { version: await browser.version(), load, close: () => browser.close() };
}
