import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/**
 * The button of a download that needs a connection and has none. It says why, and keeps the focus, which `disabled`
 * would lose.
 */
export function UnavailableDownload({ label, why }: { label: string; why: string }) {
  return (
    <Button unavailable title={why}>
      <Icon name="download" />
      {label}
    </Button>
  );
}
