import type { ComponentProps } from 'react';
import { Dialog } from './Dialog.tsx';

/** A dialog as large as the window, for what is looked at closely. It is open as long as it is rendered. */
export function FullDialog(dialog: Omit<ComponentProps<typeof Dialog>, 'open' | 'size'>) {
  return <Dialog {...dialog} open size="full" />;
}
