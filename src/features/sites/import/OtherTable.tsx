import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface OtherTableProps {
  text: string;
  onTake: () => void;
  /** The button that imports the file in the other way. */
  children: ReactNode;
}

/** Says that a file seems to hold something else than was asked for, and imports that. */
export function OtherTable({ text, onTake, children }: OtherTableProps) {
  return (
    <div className={layout.row}>
      <p role="status" className={texts.warning}>
        {text}
      </p>
      <Button onClick={onTake}>{children}</Button>
    </div>
  );
}
