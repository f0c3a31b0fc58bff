import { siteFieldLabels, type SiteField } from '../../records/site/site-fields.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SaveBar.module.css';

interface SaveBarProps {
  isNew: boolean;
  changed: readonly SiteField[];
  state: 'idle' | 'saving' | 'failed';
  onDiscard: () => void;
}

/** Stays in sight at the foot of the form: what is not saved, and the way to save it. */
export function SaveBar({ isNew, changed, state, onDiscard }: SaveBarProps) {
  return (
    // with nothing to save it would only be in the way, of the message of success too
    <div className={`${styles.bar} ${isNew || changed.length > 0 ? styles.kept : ''}`}>
      <div className={styles.words}>
        {state === 'failed' ? (
          <p role="alert" className={styles.failed}>
            <Icon name="warning" />
            <strong>Error updating data.</strong>
            <span>What you typed is still here: try again.</span>
          </p>
        ) : (
          <p role="status">{summary(isNew, changed, state)}</p>
        )}
      </div>
      {changed.length > 0 && (
        <Button busy={state === 'saving'} onClick={onDiscard}>
          {isNew ? 'Clear' : 'Discard'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={state === 'saving'}>
        {state === 'saving' ? 'Saving…' : isNew ? 'Add site' : 'Save'}
      </Button>
    </div>
  );
}

function summary(isNew: boolean, changed: readonly SiteField[], state: SaveBarProps['state']): string {
  if (state === 'saving') return '';
  if (isNew) return 'The site is not added yet.';
  if (changed.length === 0) return 'All is saved.';
  return `Not saved: ${changed.map((field) => siteFieldLabels[field]).join(', ')}`;
}
