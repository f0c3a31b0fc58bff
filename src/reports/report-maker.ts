import { askWorker, startWorker, type MadeReport } from './ask-worker.ts';
import type { ReportRequest } from './report-request.ts';

/** Makes many reports, one after the other, in one worker, which loads its code and fonts only once. */
export interface ReportMaker {
  /** Makes a report. @throws Error when it cannot be made; AbortError at once when cancelled */
  make: (request: ReportRequest, signal: AbortSignal) => Promise<MadeReport>;
  /** Ends the worker. Files that it made can still be used. */
  end: () => void;
}

/** Opens a maker of reports. It shows no progress. The caller ends it after the last report. */
export function openReportMaker(): ReportMaker {
  let worker: Worker | null = null;
  const end = () => {
    worker?.terminate();
    worker = null;
  };
  return {
    end,
    async make(request, signal) {
      signal.throwIfAborted();
      worker ??= startWorker();
      const controller = new AbortController();
      const cancelled = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { signal: controller.signal });
      });
      try {
        return await Promise.race([askWorker(worker, request), cancelled]);
      } catch (error) {
        // the worker may still be busy, or broken
        end();
        throw error;
      } finally {
        controller.abort();
      }
    },
  };
}
