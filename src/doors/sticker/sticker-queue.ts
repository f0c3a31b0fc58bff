import { onlineWithin } from '../../lib/online.ts';
import { createStore } from '../../lib/store.ts';
import { ReportQueue, type ReportOutcome, type SaidReport } from '../../records/fault/report-queue.ts';
import { deviceReportStore, storesReports } from '../../records/fault/report-store.ts';
import { reportAnswer } from '../../records/fault/report.ts';
import { callDoor } from '../door-call.ts';
import { pauseAfter } from '../secret-door.ts';
import { sendPhoto } from './sticker-call.ts';

/** The sticker of a report. Its secret is stored with a report that waits, because the report cannot be sent without it. */
interface StickerPlace {
  secret: string;
}

/**
 * Stores this page on the device, so that it opens without a connection. It is called only when somebody reports a fault, so that a mere
 * visitor's device stores nothing. The service worker stores the files of this page only. Without a service worker the page works as usual.
 */
function storePage(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.register('/report-worker.js', { scope: '/report' }).catch(() => undefined);
}

/** The reports of stickers on this device. They belong to no access key, and the page of any sticker sends them. */
export class StickerQueue {
  /** When the report that is being submitted was pressed to be sent (ms since 1970); null for none. It does not count as waiting. */
  readonly submittingSince = createStore<number | null>(null);
  /** Whether this device stores nothing. */
  readonly storesNothing = createStore(false);

  readonly #queue = new ReportQueue<StickerPlace>(
    deviceReportStore('sticker-reports/'),
    {
      send: async ({ secret }, report) => callDoor('report_from_sticker', { secret, report }, reportAnswer),
      sendPhoto: (name, photo, _place, options) => sendPhoto(name, photo, options),
      wait: async (signal, attempt) => {
        await onlineWithin(pauseAfter(attempt), signal);
      },
    },
    // a report that waited may be from a time when the page could not be stored
    storePage,
  );

  readonly reports = this.#queue.reports;
  readonly progress = this.#queue.progress;
  /** The report that was received last. */
  readonly received = this.#queue.received;

  /** Sends the waiting reports, until `signal` is aborted. */
  start(signal: AbortSignal): void {
    void this.#queue.start(signal);
    void storesReports().then((isStored) => this.storesNothing.set(!isStored));
  }

  async submit(place: StickerPlace, said: SaidReport, photos: readonly Blob[]): Promise<ReportOutcome> {
    this.submittingSince.set(Date.now());
    try {
      const outcome = await this.#queue.submit(place, said, photos);
      if (outcome.kind === 'reported' || outcome.kind === 'waiting') storePage();
      return outcome;
    } finally {
      this.submittingSince.set(null);
    }
  }

  /** Removes a refused report, once the person has seen it. */
  dismiss(attempt: string): void {
    void this.#queue.dismiss(attempt);
  }
}
