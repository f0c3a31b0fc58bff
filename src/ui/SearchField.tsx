import type { ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** A field for what is looked for; what was looked for before is not offered again. */
export function SearchField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete'>) {
  return <TextField {...props} type="search" autoComplete="off" />;
}
