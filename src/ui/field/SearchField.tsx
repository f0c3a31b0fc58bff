import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** Without the browser's list of earlier searches. */
export function SearchField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'>) {
  return <TextField {...props} type="search" autoComplete="off" />;
}
