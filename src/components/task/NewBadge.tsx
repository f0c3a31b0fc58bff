import { Badge } from '../../ui/Badge.tsx';

/** Stands with what `useNewTasks` names. */
export function NewBadge() {
  return <Badge tone="strong">New</Badge>;
}
