import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/**
 * The button of a download that is not possible without a connection. It says why. It is not `disabled`, because it
 * would lose the focus.
 */
export function UnavailableDownload({ label, why }: { label: string; why: string }) {
  return (
    <Button unavailable title={why}>
      <Icon name="download" />
      {label}
    </Button>
  );
}
