import type { ComponentProps } from 'react';
import { Dialog } from './Dialog.tsx';

/** Fills the window. Open as long as it is rendered. */
export function FullDialog(dialog: Omit<ComponentProps<typeof Dialog>, 'open' | 'size'>) {
  return <Dialog {...dialog} open size="full" />;
}
