import { Button } from '../../ui/Button.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';

interface SiteSaveBarProps {
  isNew: boolean;
  changed: readonly string[];
  isSaving: boolean;
  hasFailed: boolean;
  onDiscard: () => void;
}

export function SiteSaveBar({ isNew, changed, isSaving, hasFailed, onDiscard }: SiteSaveBarProps) {
  const problem = { title: 'Error updating data.', text: 'What you typed is still here: try again.' };
  return (
    <SaveBar
      kept={isNew || changed.length > 0}
      status={isSaving ? '' : unsavedText(isNew, changed)}
      problem={hasFailed ? problem : null}
    >
      {changed.length > 0 && (
        <Button busy={isSaving} onClick={onDiscard}>
          {isNew ? 'Clear' : 'Discard'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isSaving}>
        {isSaving ? 'Saving…' : isNew ? 'Add site' : 'Save'}
      </Button>
    </SaveBar>
  );
}

function unsavedText(isNew: boolean, changed: readonly string[]): string {
  if (isNew) return 'The site has not been added yet.';
  if (changed.length === 0) return 'Everything is saved.';
  return `Not saved: ${changed.join(', ')}`;
}
