import { t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

const chooseId = 'choose-visits';

/** Moves the focus to the Choose button, because `ChosenBar` disappears with the button that was pressed in it. */
export function focusChooseButton(): void {
  document.getElementById(chooseId)?.focus();
}

interface ChooseButtonProps {
  isChoosing: boolean;
  /** Whether there is nothing to choose from. */
  isEmpty: boolean;
  onBegin: () => void;
  onEnd: () => void;
}

/** Starts and ends choosing visits. While visits are chosen, each row has a checkbox. */
export function ChooseButton({ isChoosing, isEmpty, onBegin, onEnd }: ChooseButtonProps) {
  return (
    <Button
      id={chooseId}
      aria-pressed={isChoosing}
      disabled={isEmpty && !isChoosing}
      onClick={isChoosing ? onEnd : onBegin}
    >
      <Icon name="check" />
      {t('Choose')}
    </Button>
  );
}
