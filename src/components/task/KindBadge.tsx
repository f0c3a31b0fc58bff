import { isVisitKind, visitKindLabel } from '../../records/task/visit.ts';
import { Badge } from '../../ui/Badge.tsx';
import texts from '../../ui/text.module.css';

const tones = { emergency: 'warn', other: 'neutral' } as const;

/** The kind of a visit (`decisions §8`); nothing if it is unknown. The usual kind is plain text, so that the other kinds stand out. */
export function KindBadge({ kind }: { kind: unknown }) {
  if (!isVisitKind(kind)) return null;
  if (kind === 'preventive') return <span className={texts.fine}>{visitKindLabel(kind)}</span>;
  return <Badge tone={tones[kind]}>{visitKindLabel(kind)}</Badge>;
}
