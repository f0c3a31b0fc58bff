import { Badge } from '../../ui/Badge.tsx';

export function NewBadge() {
  return <Badge tone="strong">New</Badge>;
}
