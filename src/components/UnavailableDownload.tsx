import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

/** The button of a download that a lost connection prevents. It says why, and keeps the focus, unlike `disabled`. */
export function UnavailableDownload({ label, why }: { label: string; why: string }) {
  return (
    <Button unavailable title={why}>
      <Icon name="download" />
      {label}
    </Button>
  );
}
