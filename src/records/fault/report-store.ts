import { databaseState, readFolder, removeStored, succeeds, writeStored } from '../../lib/device/database.ts';
import { NoAnswer } from '../../lib/device/device-store.ts';
import { refusesBlobs, withBlobs, withoutBlobs } from '../../lib/device/stored-bytes.ts';
import type { QueuedReport, ReportStore } from './report-queue.ts';

// Reports that wait on a device, for whoever uses it: those of stickers belong to no access key. Those of a key are drafts
// (`key-report-store.ts`).

/** Reports below a folder of the device's database, such as `sticker-reports/`. @param folder ends with a slash, and is nobody else's */
export function deviceReportStore<Place>(folder: string): ReportStore<Place> {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`portal.${folder}`) : null;
  // oxlint-disable-next-line require-post-message-target-origin -- a channel has no target, it never leaves the origin
  const tell = () => channel?.postMessage(null);
  return {
    list: async () => {
      const found = await readFolder<unknown>(folder);
      const reports = await Promise.all(
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is ever put there
        found.map(async ([, stored]) => (await withBlobs(stored)) as QueuedReport<Place>),
      );
      return reports.toSorted((a, b) => a.noticedAt - b.noticedAt);
    },
    put: async (report) => {
      const isStored = await write(folder + report.attempt, report);
      tell();
      return isStored;
    },
    remove: async (attempt) => {
      // at the latest when the database answers again
      await removeStored([folder + attempt]).catch(() => undefined);
      tell();
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

/** Whether this device stores reports: a page says first where it does not. */
export async function storesReports(): Promise<boolean> {
  return succeeds(async () => {
    await writeStored('portal.probe', null);
    await removeStored(['portal.probe']);
  });
}
