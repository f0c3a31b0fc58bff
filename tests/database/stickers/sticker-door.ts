import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect } from 'vitest';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import { reportAnswer, type FaultReport, type ReportAnswer } from '../../../src/records/fault/report.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { send, type Answer } from '../access/outcomes.ts';
import { origin, type TestBackend } from '../support/backend.ts';
import { inTime, timeOf } from '../support/in-time.ts';
import type { OpenPortal } from '../support/open-portal.ts';

const made = v.object({ id: v.number(), secret: v.string(), until: v.nullable(v.string()) });
export type MadeSticker = v.InferOutput<typeof made>;

/** Makes a sticker of a post, or of the guard house (null), as an admin. */
export async function makeSticker(
  { backend, session }: Pick<OpenPortal, 'backend' | 'session'>,
  post: string | null = 'Main gate',
  siteId = 1,
  headers: Record<string, string> = {},
): Promise<MadeSticker> {
  const body = { site_id: siteId, post };
  const { text } = await send(backend, { request: 'POST /rest/v1/rpc/make_sticker', body, headers }, session);
  return v.parse(made, JSON.parse(text));
}

/** What a person reports at a gate. */
export const gateReport = (more: Partial<FaultReport> = {}): FaultReport => ({
  attempt: randomUUID(),
  what: 'Does not open',
  photos: 0,
  age: 0,
  ...more,
});

const from = (address: string) => ({ 'cf-connecting-ip': address });
export const anAddress = '203.0.113.7';

/** Opens the page of a sticker, as a phone does. */
export const scan = (backend: TestBackend, secret: unknown, address = anAddress): Promise<Answer> =>
  send(backend, { request: 'POST /rest/v1/rpc/open_sticker', body: { secret }, headers: from(address) });

/** Reports with a sticker. */
export const reportBy = (
  backend: TestBackend,
  secret: unknown,
  report: unknown = gateReport(),
  address = anAddress,
): Promise<Answer> =>
  send(backend, { request: 'POST /rest/v1/rpc/report_from_sticker', body: { secret, report }, headers: from(address) });

/** The answer to a report. Throws if it was refused. */
export function answerIn({ status, text }: Answer): ReportAnswer {
  if (status !== 200) throw new Error(`The report was refused: ${status} ${text}`);
  return v.parse(reportAnswer, JSON.parse(text));
}

const shownFault = v.strictObject({
  fault: v.number(),
  what: v.nullable(v.string()),
  since: v.string(),
  answered: v.nullable(v.string()),
  closed: v.nullable(v.string()),
});
const shown = v.strictObject({
  sticker: v.number(),
  site: v.string(),
  post: v.nullable(v.string()),
  faults: v.array(shownFault),
});

/** What a sticker shows. Throws if it has other members than these. */
export const shownBy = ({ text }: Answer): v.InferOutput<typeof shown> => v.parse(shown, JSON.parse(text));

/** A separate IP address for each number. */
export const addressOf = (number: number) => `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;

/** Limits apply to an hour, which must not end between two requests of a test. */
export async function notAtTheEndOfAnHour(): Promise<void> {
  const left = 3_600_000 - (Date.now() % 3_600_000);
  if (left < 45_000) await new Promise((resolve) => setTimeout(resolve, left + 1_000));
}

/** A JPEG of this many bytes, recognizable by its first and last bytes. */
export function jpegOf(bytes = 4): Uint8Array<ArrayBuffer> {
  const photo = new Uint8Array(bytes);
  photo.set([0xff, 0xd8, 0xff, 0xe0]);
  return photo;
}

const refused = v.object({ statusCode: v.string() });

/**
 * Sends a photo with fetch, as the page of the stickers does. Returns the status, which storage writes into the body of a
 * refusal.
 */
export async function upload(
  backend: TestBackend,
  name: string,
  { type = 'image/jpeg', body = jpegOf() }: { type?: string; body?: Uint8Array<ArrayBuffer> } = {},
  session?: string,
): Promise<number> {
  const response = await backend.fetch(`${origin}/storage/v1/object/${faultBucket}/${name}`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      'content-type': type,
      'cache-control': 'max-age=3600',
      ...(session !== undefined && { 'x-portal-session': session }),
    },
    body,
  });
  const answer: unknown = await response.json();
  return v.is(refused, answer) ? Number(answer.statusCode) : response.status;
}

/**
 * Opens secrets in turns, so that a slow moment of the machine affects all of them. No median may be longer than another by
 * more than half of that and half a millisecond. On a busy machine it is measured again, because a real difference appears every time.
 */
export const expectSameTimes = (
  secrets: readonly unknown[],
  openDoor: (secret: unknown, address: string) => Promise<unknown>,
): Promise<void> =>
  inTime(async () => {
    const times = secrets.map((): number[] => []);
    for (let round = 0; round < 50; round += 1)
      for (const [index, secret] of secrets.entries())
        times[index]?.push(await timeOf(() => openDoor(secret, addressOf(round))));
    const medians = times.map((list) => list.toSorted((a, b) => a - b)[25] ?? 0);
    expect(Math.max(...medians)).toBeLessThan(Math.min(...medians) * 1.5 + 0.5);
  });
