import { type Page } from '@playwright/test';
import { ReleaseServer } from './release-server.ts';
import { addSite } from './sites.ts';
import { rpc, test as base } from './support.ts';

// Stickers, and the buttons that a guard presses on the page of a sticker (`decisions §15`).

export interface Sticker {
  id: number;
  secret: string;
  site: number;
  session: string;
}

interface Scan {
  /** Opens the page of a sticker. The page is on a host of its own, whose connection may be lost. */
  scan: (page: Page, secret: string) => Promise<void>;
  host: ReleaseServer;
  lose: () => Promise<void>;
  comeBack: () => Promise<void>;
}

export const test = base.extend<Scan>({
  host: async ({ baseURL }, give) => {
    const host = new ReleaseServer(baseURL ?? '');
    await give(host);
    host.stop();
  },
  scan: async ({ host, request }, give) => {
    await request.get('/rest/v1/');
    const origin = await host.start();
    await give(async (page, secret) => {
      await page.goto(`${origin}/report#${secret}`);
    });
  },
  lose: async ({ host, context }, give) =>
    give(async () => {
      host.setAway(true);
      await context.setOffline(true);
    }),
  comeBack: async ({ host, context }, give) =>
    give(async () => {
      host.setAway(false);
      await context.setOffline(false);
    }),
});
/** Makes a sticker for a post of a new site, as the office does. */
export async function newSticker(page: Page, name: string, post = 'Exit'): Promise<Sticker> {
  const { id: site, session } = await addSite(page, name, { status: true });
  const sticker = await rpc<{ id: number; secret: string }>(page, 'make_sticker', { site_id: site, post }, session);
  return { ...sticker, site, session };
}

export interface OfficeFault {
  id: number;
  post: string;
  what: string;
  sticker: number;
  voices: { text: string; photos: string[] }[];
}

/** The faults of a site, as the office gets them. */
export const officeFaults = async (page: Page, { site, session }: Sticker) =>
  (await rpc<{ faults: OfficeFault[] }>(page, 'list_faults', { site_id: site, state: 'all' }, session)).faults;

export const symptom = (page: Page, name: string) => page.getByRole('radio', { name });
export const send = (page: Page) => page.getByRole('button', { name: 'Send report' });
export const title = (page: Page, name: RegExp | string) => page.getByRole('heading', { name });
export const reported = /^Reported at \d\d:\d\d, number \d+\. The office has it\.$/u;
