import { databaseState, readFolder, removeStored, succeeds, writeStored } from '../../lib/device/database.ts';
import { NoAnswer } from '../../lib/device/device-store.ts';
import { refusesBlobs, withBlobs, withoutBlobs } from '../../lib/device/stored-bytes.ts';
import type { QueuedReport, ReportStore } from './report-queue.ts';

// Stores waiting fault reports that belong to the device and not to an access key: the reports made with stickers. The reports of an access key are
// drafts (`key-report-store.ts`).

/** A store of reports in a folder of the device's database. @param folder such as `sticker-reports/`; nothing else may be stored in it */
export function deviceReportStore<Place>(folder: string): ReportStore<Place> {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`portal.${folder}`) : null;
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  const notifyTabs = () => channel?.postMessage(null);
  return {
    list: async () => {
      const entries = await readFolder<unknown>(folder);
      const reports = await Promise.all(
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is ever put there
        entries.map(async ([, stored]) => (await withBlobs(stored)) as QueuedReport<Place>),
      );
      return reports.toSorted((a, b) => a.noticedAt - b.noticedAt);
    },
    put: async (report) => {
      const isStored = await write(folder + report.attempt, report);
      notifyTabs();
      return isStored;
    },
    remove: async (attempt) => {
      // if the device's database does not answer, `removeStored` removes the report when it answers again
      await removeStored([folder + attempt]).catch(() => undefined);
      notifyTabs();
    },
    subscribe: (listener) => {
      channel?.addEventListener('message', listener);
      const unsubscribe = databaseState.subscribe(listener);
      return () => {
        channel?.removeEventListener('message', listener);
        unsubscribe();
      };
    },
  };
}

async function write(path: string, report: unknown): Promise<boolean> {
  try {
    await writeStored(path, report);
    return true;
  } catch (error) {
    if (error instanceof NoAnswer || !refusesBlobs(error)) return false;
  }
  try {
    await writeStored(path, await withoutBlobs(report));
    return true;
  } catch {
    return false;
  }
}

/** Whether this device can store reports, so that a page can warn a person before a report is written. */
export async function storesReports(): Promise<boolean> {
  return succeeds(async () => {
    await writeStored('portal.probe', null);
    await removeStored(['portal.probe']);
  });
}
