import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/browser.ts';

/** Opens the browser that the browser tests use. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await findBrowser());
}

/** Calls the functions that the page of the bench offers. */
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

  /** Cancels a report halfway. Returns when that was and when its worker was gone, in ms since 1970. */
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

  // as text: a function would contain helpers that the compiler adds, which the page does not have
  #call<Result>(name: string, ...args: unknown[]): Promise<Result> {
    const list = args.map((argument) => JSON.stringify(argument)).join(', ');
    return Promise.race([this.#page.evaluate<Result>(`bench.${name}(${list})`), this.#crashed]);
  }
}
