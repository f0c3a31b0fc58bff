import { connection } from '../../lib/connection.ts';
import { draftLoginId } from '../../lib/device/drafts.ts';
import { onOtherSession } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { uploadFile } from '../../lib/upload/upload-file.ts';
import { siteTime } from '../time.ts';
import { invalidateFaults } from './fault-news.ts';
import { reportFault } from './fault-queries.ts';
import { faultBucket } from './fault.ts';
import { keyReportStore, type SitePlace } from './key-report-store.ts';
import { ReportQueue, type ReportSender } from './report-queue.ts';

// The queue of fault reports of the access key that is logged in. It starts when it is first requested and stops when the session ends.
// The next session starts a new queue, which finds the stored reports.

const sender: ReportSender<SitePlace> = {
  send: async (place, report) => {
    const answer = await reportFault(place.site_id, place.post, report);
    // not awaited: the report is answered before the screens are read again
    void invalidateFaults();
    return answer;
  },
  sendPhoto: async (name, photo, _place, options) => {
    await uploadFile(name, photo, { ...options, to: faultBucket });
    void invalidateFaults();
  },
  wait: (signal, attempt) => connection.waitBeforeRetry(signal, attempt),
};

let current: { login: object; queue: ReportQueue<SitePlace>; controller: AbortController } | null = null;

onOtherSession(() => {
  current?.controller.abort();
  current = null;
});

/** The running queue of this key's reports. */
export function ownReports(): ReportQueue<SitePlace> {
  const login = draftLoginId();
  if (current?.login === login) return current.queue;
  current?.controller.abort();
  const queue = new ReportQueue(keyReportStore(), sender, sayReported);
  const controller = new AbortController();
  current = { login, queue, controller };
  void queue.start(controller.signal);
  return queue;
}

/** Tells the person that a waiting report was sent in the background. */
function sayReported({ answer }: { answer: { fault: number; at: string } }): void {
  notify.success(
    t('Reported at {clock}, number {number}. The office has it.', {
      clock: siteTime(answer.at).clock,
      number: answer.fault,
    }),
    undefined,
    { about: `fault/${answer.fault}` },
  );
}
