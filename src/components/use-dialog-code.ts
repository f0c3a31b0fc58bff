import { useState, type ComponentType } from 'react';
import { fetchCode } from '../lib/fetch-code.ts';
import { notify } from '../lib/notify.ts';

interface DialogCode<Props> {
  /** The component of the dialog, which the caller renders; null while the dialog is closed. */
  Opened: ComponentType<Props> | null;
  isLoading: boolean;
  open: () => void;
  close: () => void;
}

/**
 * A dialog whose code is loaded only when it is opened, so that the first load of the page stays small.
 * @param failureText the message if the code cannot be loaded
 */
export function useDialogCode<Props>(
  load: () => Promise<ComponentType<Props>>,
  failureText: string,
): DialogCode<Props> {
  const [Opened, setOpened] = useState<ComponentType<Props> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    if (isLoading) return;
    setLoading(true);
    try {
      const Loaded = await fetchCode(load);
      setOpened(() => Loaded);
    } catch {
      notify.error(failureText);
    } finally {
      setLoading(false);
    }
  };
  return { Opened, isLoading, open: () => void open(), close: () => setOpened(null) };
}
