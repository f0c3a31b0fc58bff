import type { Concern, ConcernKind } from '../records/site/concerns.ts';
import { Badge } from '../ui/Badge.tsx';
import layout from '../ui/layout.module.css';
import styles from './SiteNeeds.module.css';

const concernIcons: Record<ConcernKind, 'warning' | 'gate-down' | 'calendar' | 'info'> = {
  'late fault': 'warning',
  overdue: 'warning',
  offline: 'gate-down',
  fault: 'warning',
  expired: 'warning',
  'due soon': 'calendar',
  ending: 'calendar',
  calls: 'warning',
  due: 'calendar',
  'ends later': 'calendar',
  'unread end': 'calendar',
  keys: 'info',
  interval: 'info',
  follow: 'info',
};

/** Badges that say what a site needs (`records/site/concerns.ts`). Not rendered if it needs nothing. */
export function SiteNeeds({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) return null;
  return (
    <span className={`${layout.wrap} ${styles.needs}`}>
      {concerns.map(({ kind, tone, text }) => (
        <Badge key={kind} tone={tone} icon={concernIcons[kind]}>
          {text}
        </Badge>
      ))}
    </span>
  );
}
