import { useStore } from '../../lib/store.ts';
import type { ReportEnd, ReportOutcome, ReportQueue } from '../../records/fault/report-queue.ts';

/** What became of a report that was handed in: one that waited is sent later, here or by another tab. Null where it was refused by now. */
export function useReportEnd<Place>(
  { reports, received }: Pick<ReportQueue<Place>, 'reports' | 'received'>,
  outcome: Extract<ReportOutcome, { attempt: string }> | null,
): ReportEnd | null {
  const queued = useStore(reports).find(({ attempt }) => attempt === outcome?.attempt);
  const last = useStore(received);
  if (outcome === null || (queued && queued.refused !== null)) return null;
  if (outcome.kind === 'reported') return outcome;
  const { attempt } = outcome;
  const answer = queued?.answer ?? (last?.attempt === attempt ? last.answer : null);
  if (answer !== null) return { kind: 'reported', attempt, answer };
  return queued ? outcome : { kind: 'sent', attempt };
}
