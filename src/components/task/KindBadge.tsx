import { visitKindLabel, type VisitKind } from '../../records/task/visit-kind.ts';
import { Badge } from '../../ui/Badge.tsx';

const tones = { preventive: 'info', emergency: 'warn', other: 'neutral' } as const;

/** What kind of visit a task is of (`decisions §8`); nothing where nothing was said. */
export function KindBadge({ kind }: { kind: VisitKind | undefined }) {
  return kind && <Badge tone={tones[kind]}>{visitKindLabel(kind)}</Badge>;
}
