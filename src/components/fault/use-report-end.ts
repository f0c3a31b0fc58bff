import { useStore } from '../../lib/store.ts';
import type { ReportEnd, ReportOutcome, ReportQueue } from '../../records/fault/report-queue.ts';

/**
 * What became of a submitted report. A report that waited may have been sent since, by this tab or another. Null without a report, and
 * if the server has refused it meanwhile.
 */
export function useReportEnd<Place>(
  { reports, received }: Pick<ReportQueue<Place>, 'reports' | 'received'>,
  outcome: Extract<ReportOutcome, { attempt: string }> | null,
): ReportEnd | null {
  const queued = useStore(reports).find(({ attempt }) => attempt === outcome?.attempt);
  const lastReceived = useStore(received);
  if (outcome === null || (queued && queued.refused !== null)) return null;
  if (outcome.kind === 'reported') return outcome;
  const { attempt } = outcome;
  const answer = queued?.answer ?? (lastReceived?.attempt === attempt ? lastReceived.answer : null);
  if (answer !== null) return { kind: 'reported', attempt, answer };
  return queued ? outcome : { kind: 'sent', attempt };
}
