import { underFreeLock } from '../../lib/device/tab-lock.ts';
import { isNoService, RequestError, serverRefusal } from '../../lib/request-error.ts';
import { saysSessionOver } from '../../lib/service-answer.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { FaultReport, ReportAnswer } from './report.ts';

/*
 * The queue of fault reports on this device (`decisions §15`).
 * - A report is sent at once, and stored on the device at the same time. If the service does not answer, the queue sends it later.
 * - A stored report is sent until the database accepts it or refuses it for good, also after a reload and with two tabs: only one tab sends
 *   a report at a time, and the database stores an attempt once.
 * - The photos follow, under the object names in the answer. These names are valid for a day. When a photo is refused, the report is sent
 *   once more, which makes its names valid again.
 * - If the device cannot store the report, it waits in this page only and is lost with the page. The result of `submit` says so.
 * - A waiting report that exceeds the limit of reports in an hour, or whose session has ended, goes on waiting. A new report that exceeds the
 *   limit does not stay in the queue: the form still has it.
 * The store and the sender are passed in (`report-store.ts`), so that the page of the stickers, which has no session, loads nothing of the
 * portal.
 */

/** The part of a report that a person writes; the queue adds the other members. */
export type SaidReport = Omit<FaultReport, 'attempt' | 'photos' | 'age'>;

/** A report in the queue: it is not accepted yet, was refused for good, or was accepted and some of its photos are still to be sent. */
export interface QueuedReport<Place> {
  attempt: string;
  place: Place;
  said: SaidReport;
  /** When the person submitted it, in milliseconds since 1970. Its age is computed from this when it is sent. */
  noticedAt: number;
  /** Null for a photo that was sent or lost. */
  photos: readonly (Blob | null)[];
  /** How many photos were refused for good, or disappeared from the device. */
  lost: number;
  answer: ReportAnswer | null;
  /** The HTTP status of a refusal for good. The report stays in the queue until the person has seen the refusal. */
  refused: number | null;
}

/** Stores the reports that wait. */
export interface ReportStore<Place> {
  /** The stored reports, oldest first. @throws NoAnswer when the device's database does not answer */
  list: () => Promise<QueuedReport<Place>[]>;
  /** Adds or replaces a report. Returns whether it is stored now. */
  put: (report: QueuedReport<Place>) => Promise<boolean>;
  /** Never throws. */
  remove: (attempt: string) => Promise<void>;
  /** Calls the listener when another tab may have changed the stored reports. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

/** Sends reports and their photos. */
export interface ReportSender<Place> {
  /** @throws RequestError */
  send: (place: Place, report: FaultReport) => Promise<ReportAnswer>;
  /**
   * Sends a photo under an object name of the answer. If an object with that name exists, it is this photo, so that counts as success.
   * @throws RequestError, or AbortError when stopped
   */
  sendPhoto: (
    name: string,
    photo: Blob,
    place: Place,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<void>;
  /** Waits before the next attempt to send, or until `signal` is aborted. @param attempt how many attempts in a row have failed before, from 0 */
  wait: (signal: AbortSignal, attempt: number) => Promise<void>;
}

/** The result of `submit`. */
export type ReportOutcome =
  | { kind: 'reported'; attempt: string; answer: ReportAnswer }
  /** The service does not answer, or another tab sends the report. `stored`: it waits on the device, otherwise in this page only. */
  | { kind: 'waiting'; attempt: string; stored: boolean }
  /** There were too many reports within the hour. `times`: how many were accepted; null when the service does not say. */
  | { kind: 'limited'; times: number | null }
  | { kind: 'refused'; status: number };

/** The latest state of a report. `sent`: another tab sent it, and its answer is not known here. */
export type ReportEnd = Extract<ReportOutcome, { attempt: string }> | { kind: 'sent'; attempt: string };

/** The photos of the report that was sent last. */
export interface PhotoProgress {
  attempt: string;
  /** How many photos the report has. */
  count: number;
  arrived: number;
  lost: number;
  /** How much of the current photo is sent, from 0 to 1. */
  share: number;
}

/** For a refusal because of too many reports: how many were accepted, or null when it does not say. Undefined for any other error. */
function limitIn(error: unknown): number | null | undefined {
  if (!(error instanceof RequestError) || error.status !== 429 || serverRefusal(error).code !== 'PT429')
    return undefined;
  const details: unknown = Reflect.get(Object(error.cause), 'details');
  return typeof details === 'string' && /^\d+$/u.test(details) ? Number(details) : null;
}

/** The limit counts the reports of an hour, so no wait needs to be longer. */
const longestLimitSeconds = 3_600;

/** Whether the same report may be accepted later. An ended session counts too, because the key's next session sends its reports. */
function mayPassLater(error: unknown): boolean {
  return isNoService(error) || (error instanceof RequestError && saysSessionOver(error.status, error.cause));
}

/** How many milliseconds a refusal because of too many reports asks to wait; null for any other error. */
function limitMs(error: unknown): number | null {
  const seconds = limitIn(error) === undefined ? Number.NaN : Number(serverRefusal(error).hint ?? Number.NaN);
  return seconds > 0 ? Math.min(seconds, longestLimitSeconds) * 1_000 : null;
}

const lockName = (attempt: string) => `portal.report/${attempt}`;

/** The reports of one device from one source: an access key, or all stickers. */
export class ReportQueue<Place> {
  readonly #store: ReportStore<Place>;
  readonly #sender: ReportSender<Place>;
  readonly #onSent: (report: QueuedReport<Place> & { answer: ReportAnswer }) => void;
  readonly #reports = createStore<readonly QueuedReport<Place>[]>([]);
  readonly #progress = createStore<PhotoProgress | null>(null);
  /** The attempts of reports that only this page has. */
  readonly #unstored = new Set<string>();
  /** The attempts for which `submit` is still running. */
  readonly #submitting = new Set<string>();
  /** By attempt: when a report that exceeded the limit may be sent again, in milliseconds since 1970. */
  readonly #limitedUntil = new Map<string, number>();
  readonly #received = createStore<{ attempt: string; answer: ReportAnswer } | null>(null);
  #wake: () => void = () => undefined;
  #changes = 0;

  /** @param onSent called when a report that waited is accepted */
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
  /** The latest report from this page that the database accepted. */
  readonly received: Pick<Store<{ attempt: string; answer: ReportAnswer } | null>, 'get' | 'subscribe'> =
    this.#received;

  /** Stores and sends a new report. Its photos follow while the queue runs. Never throws. */
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
    this.#submitting.add(attempt);
    const storing = this.#put(report);
    try {
      const answer = await underFreeLock(lockName(attempt), () => this.#send(report));
      // another tab has found the report on the device, and sends it
      if (answer === null) return { kind: 'waiting', attempt, stored: await storing };
      // a write that ends after `#accept` would store the report again
      await storing;
      await this.#accept(report, answer);
      return { kind: 'reported', attempt, answer };
    } catch (error) {
      const stored = await storing;
      const times = limitIn(error);
      if (times === undefined && mayPassLater(error)) return { kind: 'waiting', attempt, stored };
      // the report is dropped because the form still has what was typed
      await this.#drop(attempt);
      if (times !== undefined) return { kind: 'limited', times };
      return { kind: 'refused', status: error instanceof RequestError ? error.status : 0 };
    } finally {
      this.#submitting.delete(attempt);
      this.#wakeUp();
    }
  }

  /** Removes a refused report that the person has seen, or a report that should not be sent any more. */
  async dismiss(attempt: string): Promise<void> {
    await this.#drop(attempt);
  }

  /** Sends the waiting reports one after the other, and those that are added later, until `signal` is aborted. */
  async start(signal: AbortSignal): Promise<void> {
    const unsubscribe = this.#store.subscribe(() => this.#wakeUp());
    signal.addEventListener('abort', () => this.#wakeUp());
    let failures = 0;
    while (!signal.aborted) {
      const changesBefore = this.#changes;
      // one pass at a time, so the loop awaits each step
      await this.#reload();
      const isDone = await this.#sendAll(signal);
      if (signal.aborted) break;
      failures = isDone ? 0 : failures + 1;
      if (isDone) await this.#waitForChange(changesBefore);
      else await this.#sender.wait(signal, failures - 1);
    }
    unsubscribe();
  }

  #wakeUp(): void {
    this.#changes += 1;
    this.#wake();
  }

  /** Waits for a change, or until a report that exceeded the limit may be sent again. */
  async #waitForChange(seen: number): Promise<void> {
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
   * Replaces the list by the reports that the device has. Reports that only this page has, or that are being submitted, stay as they are.
   * When the device's database does not answer, nothing changes.
   */
  async #reload(): Promise<void> {
    const stored = await this.#store.list().catch(() => null);
    if (stored === null) return;
    const ownReports = this.#reports
      .get()
      .filter(({ attempt }) => this.#unstored.has(attempt) || this.#submitting.has(attempt));
    const attempts = new Set(ownReports.map(({ attempt }) => attempt));
    this.#show([...stored.filter(({ attempt }) => !attempts.has(attempt)), ...ownReports]);
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

  /** Records that the database accepted a report. Returns the report if photos are still to be sent, otherwise null. */
  async #accept(report: QueuedReport<Place>, answer: ReportAnswer): Promise<QueuedReport<Place> | null> {
    this.#received.set({ attempt: report.attempt, answer });
    if (report.photos.length > 0) this.#showProgress(report, 0);
    if (report.photos.every((photo) => photo === null)) {
      await this.#drop(report.attempt);
      return null;
    }
    const accepted = { ...report, answer };
    await this.#put(accepted);
    return accepted;
  }

  #showProgress({ attempt, photos, lost }: QueuedReport<Place>, share: number): void {
    const finished = photos.filter((photo) => photo === null).length;
    this.#progress.set({ attempt, count: photos.length, arrived: finished - lost, lost, share });
  }

  /** Sends all reports that can be sent. Returns whether nothing is left to send now. */
  async #sendAll(signal: AbortSignal): Promise<boolean> {
    let isDone = true;
    for (const { attempt, refused } of this.#reports.get()) {
      if (refused !== null || this.#submitting.has(attempt)) continue;
      if (Date.now() < (this.#limitedUntil.get(attempt) ?? 0)) continue;
      if (signal.aborted) return false;
      // one after the other, in the order in which they were submitted
      const isOver = await underFreeLock(lockName(attempt), () => this.#finish(attempt, signal));
      // `isOver` is null while another tab sends the report
      isDone = isDone && isOver === true;
    }
    return isDone;
  }

  /** Sends a report, or its remaining photos. Returns false when the queue has to wait before it tries again. */
  async #finish(attempt: string, signal: AbortSignal): Promise<boolean> {
    // another tab may have sent it
    await this.#reload();
    const report = this.#reports.get().find((candidate) => candidate.attempt === attempt);
    this.#limitedUntil.delete(attempt);
    if (!report || report.refused !== null) return true;
    try {
      const accepted = report.answer ? report : await this.#sendWaiting(report);
      return accepted === null || (await this.#sendPhotos(accepted, signal));
    } catch (error) {
      if (signal.aborted) return false;
      const limit = limitMs(error);
      if (limit !== null) this.#limitedUntil.set(attempt, Date.now() + limit);
      // a report over the limit waits for a time of its own (`#waitForChange`), so the queue need not try again before
      if (limit !== null) return true;
      if (mayPassLater(error)) return false;
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
    let hasRenewedNames = false;
    const sendPhoto = async (photo: Blob, name: string) =>
      this.#sender.sendPhoto(name, photo, report.place, {
        signal,
        onProgress: (share) => this.#showProgress(current, share),
      });
    for (const [index, photo] of report.photos.entries()) {
      if (photo === null) continue;
      const name = report.answer?.photos[index];
      let { lost } = current;
      try {
        if (name === undefined) lost += 1;
        else
          await sendPhoto(photo, name).catch(async (error: unknown) => {
            if (signal.aborted || isNoService(error) || hasRenewedNames) throw error;
            hasRenewedNames = true;
            // sending the same attempt again makes no second report, and makes its object names valid for another day
            await this.#send(report);
            await sendPhoto(photo, name);
          });
      } catch (error) {
        if (signal.aborted || mayPassLater(error)) return false;
        lost += 1;
      }
      current = { ...current, lost, photos: current.photos.with(index, null) };
      this.#showProgress(current, 0);
      await this.#put(current);
    }
    await this.#drop(report.attempt);
    return true;
  }
}
