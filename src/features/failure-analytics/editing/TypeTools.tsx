import { typeLabel } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import type { EditOf } from '../draft/failure-edit.ts';
import { focusKey } from './focus-target.ts';
import { UnsavedMark } from './UnsavedMark.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './TypeTools.module.css';

interface TypeToolsProps {
  post: string;
  type: string;
  /** The unsaved renames that led to this name. */
  renamed: readonly EditOf<'retype'>[];
  /** Another type had the name already: their counts are merged. */
  joined: boolean;
  saving: boolean;
  onAsk: (action: 'rename' | 'remove') => void;
  onUndo: (edit: EditOf<'retype'>) => void;
}

const actions = [
  { action: 'rename', label: 'Rename' },
  { action: 'remove', label: 'Remove' },
] as const;

export function TypeTools({ post, type, renamed, joined, saving, onAsk, onUndo }: TypeToolsProps) {
  const name = typeLabel(type);
  return (
    <div className={styles.tools}>
      {renamed.map((edit) => (
        <div key={edit.type} className={`${layout.row} ${styles.note}`}>
          <UnsavedMark>
            Not saved: {joined ? 'with the counts of' : 'was'} <s>{typeLabel(edit.type)}</s>
          </UnsavedMark>
          <Button
            variant="ghost"
            className={styles.button}
            busy={saving}
            aria-label={`Undo: ${typeLabel(edit.type)} renamed to ${name} in ${post}`}
            onClick={() => onUndo(edit)}
          >
            Undo
          </Button>
        </div>
      ))}
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
