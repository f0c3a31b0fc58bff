import { onlineWithin } from '../../lib/online.ts';
import { createStore } from '../../lib/store.ts';
import { ReportQueue, type ReportOutcome, type SaidReport } from '../../records/fault/report-queue.ts';
import { deviceReportStore, storesReports } from '../../records/fault/report-store.ts';
import { reportAnswer } from '../../records/fault/report.ts';
import { callDoor } from '../door-call.ts';
import { pauseAfter } from '../secret-door.ts';
import { sendPhoto } from './sticker-call.ts';

/** Where a report of a sticker belongs. Its secret is stored with a report that waits, which could not be sent without it. */
interface StickerPlace {
  secret: string;
}

/**
 * Has this page kept on the device, so that it opens without a connection. Only where somebody reports: whoever just looks leaves nothing
 * here. Its worker stores the files of this page and no others; where there is none, the page works as before.
 */
function storePage(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.register('/report-worker.js', { scope: '/report' }).catch(() => undefined);
}

/** The reports of stickers on this device: they belong to nobody's access key, and the page of any sticker sends them. */
export class StickerQueue {
  /** Since when a report is handed in, in milliseconds since 1970: it is no one that waits. */
  readonly handingSince = createStore<number | null>(null);
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
    // what waited may have been written where the page could not be kept
    storePage,
  );

  readonly reports = this.#queue.reports;
  readonly progress = this.#queue.progress;
  /** The report that was received last. */
  readonly received = this.#queue.received;

  /** Sends what waits until `signal` is aborted. */
  start(signal: AbortSignal): void {
    void this.#queue.start(signal);
    void storesReports().then((isStored) => this.storesNothing.set(!isStored));
  }

  async submit(place: StickerPlace, said: SaidReport, photos: readonly Blob[]): Promise<ReportOutcome> {
    this.handingSince.set(Date.now());
    try {
      const outcome = await this.#queue.submit(place, said, photos);
      if (outcome.kind === 'reported' || outcome.kind === 'waiting') storePage();
      return outcome;
    } finally {
      this.handingSince.set(null);
    }
  }

  /** Takes a refused report away, once the person has seen it. */
  dismiss(attempt: string): void {
    void this.#queue.dismiss(attempt);
  }
}
