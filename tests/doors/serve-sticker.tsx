import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect } from 'vitest';
import { ReportPage } from '../../src/doors/sticker/ReportPage.tsx';
import { StickerQueue } from '../../src/doors/sticker/sticker-queue.ts';
import { StickerDoor, type OpenedSticker, type StickerFault } from '../../src/doors/sticker/sticker.ts';
import { setLanguage } from '../../src/lib/language/translate.ts';
import { siteStamp } from '../../src/records/time.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { origin, server } from '../support/server.ts';

// The page of a sticker as a phone has it, and what the service answers.

export const secret = 'K7QX2M9PZ4TB8WVN3HJD6CRY5FGA';
export const hotline = '010-000 0009';
export const minutesAgo = (minutes: number) => siteStamp(new Date(Date.now() - minutes * 60_000));

export const fault = (changed: Partial<StickerFault> = {}): StickerFault => ({
  fault: 41,
  what: 'Does not open',
  since: '2026-05-03T09:12:00+08:00',
  answered: null,
  closed: null,
  ...changed,
});
export const opened = (faults: StickerFault[] = []): OpenedSticker => ({
  sticker: 42,
  site: 'Selasih Park',
  post: 'Exit',
  faults,
});
export const refused = (status: number, message = 'Not valid') =>
  HttpResponse.json({ code: `PT${status}`, message, details: null, hint: null }, { status });
export const answer = (changed: object = {}) => ({
  fault: 42,
  at: '2026-05-03T14:10:00+08:00',
  joined: false,
  photos: [],
  ...changed,
});

type Reply = () => Response | Promise<Response>;
/** What the service was asked, in this order. */
export const asked: { name: string; body: Record<string, unknown> }[] = [];
/** What it answers from here on. */
export const replies: { open: Reply; report: Reply } = {
  open: () => HttpResponse.json(opened()),
  report: () => HttpResponse.json(answer()),
};
const usual = { ...replies };

const controllers: AbortController[] = [];
/** Opens the page as a scan does. */
export function scan(hash = `#${secret}`): void {
  history.replaceState(null, '', `/report${hash}`);
  const controller = new AbortController();
  controllers.push(controller);
  const door = new StickerDoor();
  const queue = new StickerQueue();
  door.start(controller.signal);
  queue.start(controller.signal);
  render(<ReportPage door={door} queue={queue} />);
}
export const closePage = () => {
  for (const controller of controllers.splice(0)) controller.abort();
};

export const sentReports = () =>
  asked.filter(({ name }) => name === 'report_from_sticker').map(({ body }) => body['report']);
/** A version 4 UUID. */
export const anAttempt: unknown = expect.stringMatching(
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u,
);
export const sendButton = () => screen.getByRole('button', { name: 'Send report' });
export const symptomRadio = (name: string) => screen.findByRole('radio', { name });

/** Serves a sticker to each test of a file, and closes its pages. */
export function serveSticker(): void {
  beforeEach(async () => {
    await fakeStorage();
    asked.length = 0;
    Object.assign(replies, usual);
    for (const [name, reply] of [
      ['open_sticker', () => replies.open()],
      ['report_from_sticker', () => replies.report()],
    ] as const)
      server.use(
        http.post(`${origin}/rest/v1/rpc/${name}`, async ({ request }) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each call has an object as its body
          asked.push({ name, body: (await request.json()) as Record<string, unknown> });
          return reply();
        }),
      );
  });
  afterEach(() => {
    closePage();
    setLanguage('en', 'en-GB', {});
  });
}
