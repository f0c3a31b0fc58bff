import { chromium, type Browser, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../e2e/browser.ts';

/** The browser that everything is measured in. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  const root = process.platform === 'linux' && process.getuid?.() === 0;
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    chromiumSandbox: !root,
    args: browserArguments,
  });
}

/** The page of the bench, called by its own functions. */
export class BenchPage {
  readonly #page: Page;
  #crashed: Promise<never>;

  private constructor(page: Page) {
    this.#page = page;
    this.#crashed = new Promise((_, reject) => {
      page.on('crash', () => reject(new Error('the page crashed')));
    });
    this.#crashed.catch(() => undefined);
  }

  static async open(browser: Browser, url: string): Promise<BenchPage> {
    const page = await browser.newPage();
    const bench = new BenchPage(page);
    await page.goto(url);
    await page.waitForFunction('globalThis.bench !== undefined');
    return bench;
  }

  /** Cancels a report half way; answers when, in ms since 1970, and when its worker was gone. */
  async cancel(tasks: number): Promise<{ asked: number; workerGone: number }> {
    const gone = new Promise<number>((resolve) => {
      this.#page.once('worker', (worker) => worker.once('close', () => resolve(Date.now())));
    });
    const asked = await this.#call<number>('cancel', tasks);
    return { asked, workerGone: await gone };
  }

  makePhoto(photo: number): Promise<void> {
    return this.#call('makePhoto', photo);
  }

  makeSmall(photo: number): Promise<number> {
    return this.#call('makeSmall', photo);
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  // as text: a function would carry what the compiler of this file adds to it
  #call<Answer>(name: string, ...args: unknown[]): Promise<Answer> {
    const list = args.map((one) => JSON.stringify(one)).join(', ');
    return Promise.race([this.#page.evaluate<Answer>(`bench.${name}(${list})`), this.#crashed]);
  }
}
