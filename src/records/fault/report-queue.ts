import { underFreeLock } from '../../lib/device/tab-lock.ts';
import { isNoService, RequestError, serverRefusal } from '../../lib/request-error.ts';
import { saysSessionOver } from '../../lib/service-answer.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { FaultReport, ReportAnswer } from './report.ts';

/*
 * The reports of faults on this device: sent at once where the service answers, else kept and sent once when it does (`decisions §15`).
 * It promises that a report which waits on the device is sent until it stands or is refused for good, also after a reload and from two
 * tabs: it is stored while it is sent for the first time, and the database does an attempt once. Its photos follow under the names of the
 * answer, which one that is refused asks for once more, as names are open for a day at a time. It costs one write for each step. Where the
 * device stores nothing, or hangs, a report is sent all the same and waits in the page only, which `submit` says: whoever leaves that page
 * loses it. A limit, and a session that has ended, are waited for too. It knows neither session nor sticker: where reports are stored and
 * how they are sent comes from outside (`report-store.ts`), so that the page of the stickers needs nothing of the portal.
 */

/** What a person says; the rest of a report is the queue's. */
export type SaidReport = Omit<FaultReport, 'attempt' | 'photos' | 'age'>;

/** A report that is not answered yet, was refused for good, or stands but for some of its photos. */
export interface QueuedReport<Place> {
  attempt: string;
  place: Place;
  said: SaidReport;
  /** When it was handed in, in milliseconds since 1970: its age is reckoned when it is sent. */
  noticedAt: number;
  /** Null where a photo has arrived, or is lost. */
  photos: readonly (Blob | null)[];
  /** How many photos were refused for good, or are gone from the device. */
  lost: number;
  answer: ReportAnswer | null;
  /** The status of a refusal for good: its words stay until the person has seen that. */
  refused: number | null;
}

/** Where reports wait. */
export interface ReportStore<Place> {
  /** Those that wait, oldest first. @throws NoAnswer where the device does not answer */
  list: () => Promise<QueuedReport<Place>[]>;
  /** Returns whether it is stored now. */
  put: (report: QueuedReport<Place>) => Promise<boolean>;
  /** Never throws. */
  remove: (attempt: string) => Promise<void>;
  /** Calls when another tab may have changed something. */
  subscribe: (listener: () => void) => () => void;
}

/** How reports are sent. */
export interface ReportSender<Place> {
  /** @throws RequestError */
  send: (place: Place, report: FaultReport) => Promise<ReportAnswer>;
  /** Sends a photo under a name of the answer. What is there under that name is this photo. @throws RequestError, or AbortError when stopped */
  sendPhoto: (
    name: string,
    photo: Blob,
    place: Place,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<void>;
  /** Resolves when it is worth while to send again, or when `signal` is aborted. @param attempt how often that failed in a row */
  wait: (signal: AbortSignal, attempt: number) => Promise<void>;
}

/** What became of a report that was handed in. */
export type ReportOutcome =
  | { kind: 'reported'; attempt: string; answer: ReportAnswer }
  /** The service does not answer, or another tab sends it. `stored`: it waits on the device, else in this page only. */
  | { kind: 'waiting'; attempt: string; stored: boolean }
  /** Too many within the hour. `times`: how many stand, where the service says so. */
  | { kind: 'limited'; times: number | null }
  | { kind: 'refused'; status: number };

/** What became of it by now: what waited may have been sent by another tab, whose answer is not known here. */
export type ReportEnd = Extract<ReportOutcome, { attempt: string }> | { kind: 'sent'; attempt: string };

/** The photos of the report that was sent last. */
export interface PhotoProgress {
  attempt: string;
  /** How many there are, have arrived, and were lost for good. */
  count: number;
  arrived: number;
  lost: number;
  /** How much of the one under way is sent, from 0 to 1. */
  share: number;
}

/** How many reports stand, where a refusal says that they are too many; undefined where it is another one. */
function limitIn(error: unknown): number | null | undefined {
  if (!(error instanceof RequestError) || error.status !== 429 || serverRefusal(error).code !== 'PT429')
    return undefined;
  const details: unknown = Reflect.get(Object(error.cause), 'details');
  return typeof details === 'string' && /^\d+$/u.test(details) ? Number(details) : null;
}

/** Limits are counted by the hour. */
const longestLimitSeconds = 3_600;

/** Whether the same report may stand a little later: also under the next session of this key, whose report it stays. */
function passes(error: unknown): boolean {
  return isNoService(error) || (error instanceof RequestError && saysSessionOver(error.status, error.cause));
}

/** How long a limit wants to be waited for, in milliseconds; null where an error is none. */
function limitMs(error: unknown): number | null {
  const seconds = limitIn(error) === undefined ? Number.NaN : Number(serverRefusal(error).hint ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds, longestLimitSeconds) * 1_000 : null;
}

const lockName = (attempt: string) => `portal.report/${attempt}`;

/** The reports of one device and one reporter, be it a key or the stickers. */
export class ReportQueue<Place> {
  readonly #store: ReportStore<Place>;
  readonly #sender: ReportSender<Place>;
  readonly #onSent: (report: QueuedReport<Place> & { answer: ReportAnswer }) => void;
  readonly #reports = createStore<readonly QueuedReport<Place>[]>([]);
  readonly #progress = createStore<PhotoProgress | null>(null);
  /** What this page alone has, and what is being handed in, by attempt. */
  readonly #unstored = new Set<string>();
  readonly #handing = new Set<string>();
  /** When a report may be sent again that was one too many, by attempt, in milliseconds since 1970. */
  readonly #limitedUntil = new Map<string, number>();
  readonly #received = createStore<{ attempt: string; answer: ReportAnswer } | null>(null);
  #wake: () => void = () => undefined;
  #changes = 0;

  /** @param onSent called when a report that waited stands */
  constructor(
    store: ReportStore<Place>,
    sender: ReportSender<Place>,
    onSent: (report: QueuedReport<Place> & { answer: ReportAnswer }) => void = () => undefined,
  ) {
    this.#store = store;
    this.#sender = sender;
    this.#onSent = onSent;
  }

  /** The reports of this device, oldest first. */
  readonly reports: Pick<Store<readonly QueuedReport<Place>[]>, 'get' | 'subscribe'> = this.#reports;
  readonly progress: Pick<Store<PhotoProgress | null>, 'get' | 'subscribe'> = this.#progress;
  /** The report of this page that was received last. */
  readonly received: Pick<Store<{ attempt: string; answer: ReportAnswer } | null>, 'get' | 'subscribe'> =
    this.#received;

  /** Hands a report in: stores and sends it. Its photos follow by themselves while the queue runs. Never throws. */
  async submit(place: Place, said: SaidReport, photos: readonly Blob[]): Promise<ReportOutcome> {
    const attempt = crypto.randomUUID();
    const report: QueuedReport<Place> = {
      attempt,
      place,
      said,
      noticedAt: Date.now(),
      photos,
      lost: 0,
      answer: null,
      refused: null,
    };
    this.#handing.add(attempt);
    const storing = this.#put(report);
    try {
      const answer = await underFreeLock(lockName(attempt), () => this.#send(report));
      // another tab found it on the device, and sends it
      if (answer === null) return { kind: 'waiting', attempt, stored: await storing };
      // what is written later would stay
      await storing;
      await this.#accept(report, answer);
      return { kind: 'reported', attempt, answer };
    } catch (error) {
      const stored = await storing;
      const times = limitIn(error);
      if (times === undefined && passes(error)) return { kind: 'waiting', attempt, stored };
      // the form still has what was typed
      await this.#drop(attempt);
      if (times !== undefined) return { kind: 'limited', times };
      return { kind: 'refused', status: error instanceof RequestError ? error.status : 0 };
    } finally {
      this.#handing.delete(attempt);
      this.#stir();
    }
  }

  /** Takes a refused report away, once the person has seen it; or one that should not be sent any more. */
  async dismiss(attempt: string): Promise<void> {
    await this.#drop(attempt);
  }

  /** Sends what waits, one after the other, until `signal` is aborted. */
  async start(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.#store.subscribe(() => this.#stir());
    signal.addEventListener('abort', () => this.#stir());
    let failures = 0;
    while (!signal.aborted) {
      const seen = this.#changes;
      // each report and each pause follows the one before
      await this.#reload();
      const isDone = await this.#sendAll(signal);
      if (signal.aborted) break;
      failures = isDone ? 0 : failures + 1;
      if (isDone) await this.#changed(seen);
      else await this.#sender.wait(signal, failures - 1);
    }
    unsubscribe();
  }

  #stir(): void {
    this.#changes += 1;
    this.#wake();
  }

  /** Waits for a change, or until what was one too many may be sent again. */
  async #changed(seen: number): Promise<void> {
    if (this.#changes !== seen) return;
    const waiting = this.#reports.get().filter(({ refused }) => refused === null);
    const next = Math.min(...waiting.map(({ attempt }) => this.#limitedUntil.get(attempt) ?? Infinity));
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (Number.isFinite(next)) timer = setTimeout(resolve, Math.max(0, next - Date.now()));
    });
    clearTimeout(timer);
  }

  /**
   * Takes over what the device has. What is only in this page stays, with those of its photos that the device did not take, and where the
   * device does not answer, everything.
   */
  async #reload(): Promise<void> {
    const stored = await this.#store.list().catch(() => null);
    if (stored === null) return;
    const own = this.#reports.get().filter(({ attempt }) => this.#unstored.has(attempt) || this.#handing.has(attempt));
    const attempts = new Set(own.map(({ attempt }) => attempt));
    this.#show([...stored.filter(({ attempt }) => !attempts.has(attempt)), ...own]);
  }

  #show(reports: readonly QueuedReport<Place>[]): void {
    this.#reports.set(reports.toSorted((a, b) => a.noticedAt - b.noticedAt));
  }

  /** Shows and stores a report. Returns whether the device has it. */
  async #put(report: QueuedReport<Place>): Promise<boolean> {
    const others = this.#reports.get().filter(({ attempt }) => attempt !== report.attempt);
    this.#show([...others, report]);
    this.#unstored.add(report.attempt);
    const isStored = await this.#store.put(report);
    if (isStored) this.#unstored.delete(report.attempt);
    return isStored;
  }

  async #drop(attempt: string): Promise<void> {
    this.#unstored.delete(attempt);
    this.#limitedUntil.delete(attempt);
    this.#show(this.#reports.get().filter((report) => report.attempt !== attempt));
    await this.#store.remove(attempt);
  }

  async #send({ attempt, place, said, noticedAt, photos }: QueuedReport<Place>): Promise<ReportAnswer> {
    const age = Math.max(0, Math.round((Date.now() - noticedAt) / 1_000));
    return this.#sender.send(place, { ...said, attempt, photos: photos.length, age });
  }

  /** Notes that a report stands. */
  async #accept(report: QueuedReport<Place>, answer: ReportAnswer): Promise<QueuedReport<Place> | null> {
    this.#received.set({ attempt: report.attempt, answer });
    if (report.photos.length > 0) this.#note(report, 0);
    if (report.photos.every((photo) => photo === null)) {
      await this.#drop(report.attempt);
      return null;
    }
    const accepted = { ...report, answer };
    await this.#put(accepted);
    return accepted;
  }

  #note({ attempt, photos, lost }: QueuedReport<Place>, share: number): void {
    const over = photos.filter((photo) => photo === null).length;
    this.#progress.set({ attempt, count: photos.length, arrived: over - lost, lost, share });
  }

  /** Returns whether nothing is left to send now. */
  async #sendAll(signal: AbortSignal): Promise<boolean> {
    let isDone = true;
    for (const { attempt, refused } of this.#reports.get()) {
      if (refused !== null || this.#handing.has(attempt)) continue;
      if (Date.now() < (this.#limitedUntil.get(attempt) ?? 0)) continue;
      if (signal.aborted) return false;
      // one after the other, in the order in which they were handed in
      const isOver = await underFreeLock(lockName(attempt), () => this.#finish(attempt, signal));
      isDone = isDone && isOver === true;
    }
    return isDone;
  }

  /** Sends what is missing of a report. Returns false where it has to wait. */
  async #finish(attempt: string, signal: AbortSignal): Promise<boolean> {
    // another tab may have done it
    await this.#reload();
    const report = this.#reports.get().find((waiting) => waiting.attempt === attempt);
    this.#limitedUntil.delete(attempt);
    if (!report || report.refused !== null) return true;
    try {
      const accepted = report.answer ? report : await this.#sendWaiting(report);
      return accepted === null || (await this.#sendPhotos(accepted, signal));
    } catch (error) {
      if (signal.aborted) return false;
      const limit = limitMs(error);
      if (limit !== null) this.#limitedUntil.set(attempt, Date.now() + limit);
      if (limit !== null || passes(error)) return limit !== null;
      await this.#put({ ...report, refused: error instanceof RequestError ? error.status : 0 });
      return true;
    }
  }

  async #sendWaiting(report: QueuedReport<Place>): Promise<QueuedReport<Place> | null> {
    const answer = await this.#send(report);
    const accepted = await this.#accept(report, answer);
    this.#onSent({ ...report, answer });
    return accepted;
  }

  async #sendPhotos(report: QueuedReport<Place>, signal: AbortSignal): Promise<boolean> {
    let current = report;
    let isRenewed = false;
    const sendPhoto = async (photo: Blob, name: string) =>
      this.#sender.sendPhoto(name, photo, report.place, {
        signal,
        onProgress: (share) => this.#note(current, share),
      });
    for (const [index, photo] of report.photos.entries()) {
      if (photo === null) continue;
      const name = report.answer?.photos[index];
      let { lost } = current;
      try {
        if (name === undefined) lost += 1;
        else
          await sendPhoto(photo, name).catch(async (error: unknown) => {
            if (signal.aborted || isNoService(error) || isRenewed) throw error;
            isRenewed = true;
            // the same report again is not another one, and opens the same names for another day
            await this.#send(report);
            await sendPhoto(photo, name);
          });
      } catch (error) {
        if (signal.aborted || passes(error)) return false;
        lost += 1;
      }
      current = { ...current, lost, photos: current.photos.with(index, null) };
      this.#note(current, 0);
      await this.#put(current);
    }
    await this.#drop(report.attempt);
    return true;
  }
}
