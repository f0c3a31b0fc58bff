import { typeLabel } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusKey } from './focus-target.ts';
import styles from './TypeTools.module.css';

interface TypeToolsProps {
  post: string;
  type: string;
  onAsk: (action: 'rename' | 'remove') => void;
}

const actions = [
  { action: 'rename', label: 'Rename' },
  { action: 'remove', label: 'Remove' },
] as const;

export function TypeTools({ post, type, onAsk }: TypeToolsProps) {
  const name = typeLabel(type);
  return (
    <div className={styles.tools}>
      <div className={styles.actions}>
        {actions.map(({ action, label }) => (
          <Button
            key={action}
            variant="ghost"
            className={styles.button}
            {...(action === 'rename' && { 'data-focus': focusKey('rename-type', post, name) })}
            aria-label={`${label} ${name}, ${post}`}
            onClick={() => onAsk(action)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
