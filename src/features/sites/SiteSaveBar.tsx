import { Button } from '../../ui/Button.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';

interface SiteSaveBarProps {
  isNew: boolean;
  /** Labels of the fields that are not saved. */
  changed: readonly string[];
  state: 'idle' | 'saving' | 'failed';
  onDiscard: () => void;
}

/** Stays in sight at the foot of the form: what is not saved, and the way to save it. */
export function SiteSaveBar({ isNew, changed, state, onDiscard }: SiteSaveBarProps) {
  const problem = { title: 'Error updating data.', text: 'What you typed is still here: try again.' };
  return (
    <SaveBar
      kept={isNew || changed.length > 0}
      status={unsavedText(isNew, changed, state)}
      problem={state === 'failed' ? problem : null}
    >
      {changed.length > 0 && (
        <Button busy={state === 'saving'} onClick={onDiscard}>
          {isNew ? 'Clear' : 'Discard'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={state === 'saving'}>
        {state === 'saving' ? 'Saving…' : isNew ? 'Add site' : 'Save'}
      </Button>
    </SaveBar>
  );
}

function unsavedText(isNew: boolean, changed: readonly string[], state: SiteSaveBarProps['state']): string {
  if (state === 'saving') return '';
  if (isNew) return 'The site is not added yet.';
  if (changed.length === 0) return 'All is saved.';
  return `Not saved: ${changed.join(', ')}`;
}
