import { t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

const chooseId = 'choose-visits';

/** Gives the focus back to the button that begins choosing, as the bar disappears with its own. */
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

/** Begins and ends the choice of visits, which gives each row a box. */
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
