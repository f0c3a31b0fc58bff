import { useState, type ComponentType } from 'react';
import { fetchCode } from '../lib/fetch-code.ts';
import { notify } from '../lib/notify.ts';

interface DialogCode<Props> {
  /** To be rendered while it is open; null otherwise. */
  Opened: ComponentType<Props> | null;
  isLoading: boolean;
  open: () => void;
  close: () => void;
}

/**
 * A dialog whose code comes with the press that opens it, as the first load has no room for it.
 * @param failed said where the code does not come
 */
export function useDialogCode<Props>(load: () => Promise<ComponentType<Props>>, failed: string): DialogCode<Props> {
  const [Opened, setOpened] = useState<ComponentType<Props> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    if (isLoading) return;
    setLoading(true);
    try {
      const Loaded = await fetchCode(load);
      setOpened(() => Loaded);
    } catch {
      notify.error(failed);
    } finally {
      setLoading(false);
    }
  };
  return { Opened, isLoading, open: () => void open(), close: () => setOpened(null) };
}
