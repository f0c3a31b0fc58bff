import { askWorker, startWorker, type MadeReport } from './ask-worker.ts';
import type { ReportRequest } from './report-request.ts';

/** Makes many reports, one after the other, in a worker that has its code and fonts by the second one. */
export interface ReportMaker {
  /** @throws Error when it cannot be made; an AbortError at once when cancelled */
  make: (request: ReportRequest, signal: AbortSignal) => Promise<MadeReport>;
  /** Ends the worker. The files stay. */
  end: () => void;
}

/** A maker of reports, which shows no progress of its own. End it when the last file was made. */
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
        // it may still be at work, or of no use any more
        end();
        throw error;
      } finally {
        controller.abort();
      }
    },
  };
}
