import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface OtherTableProps {
  text: string;
  onTake: () => void;
  /** The label of the button that opens the other import. */
  children: ReactNode;
}

/** Says that the file seems to belong to the other import (of visits or of sites), and hands it over. */
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
