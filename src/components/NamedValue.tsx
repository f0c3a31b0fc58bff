import type { ReactNode } from 'react';
import { rich } from '../lib/language/rich.tsx';
import texts from '../ui/text.module.css';

interface NamedValueProps {
  /** The name of the column. */
  head: string;
  /** A class that shows the name only where the table has no head row. */
  nameClass: string | undefined;
  children: ReactNode;
}

const inMuted = (nameClass: string | undefined) => (inner: ReactNode) => (
  <span className={`${texts.muted} ${nameClass ?? ''}`}>{inner}</span>
);

/** The content of a cell with the name of its column before it, because a table has no head row on a phone. */
export function NamedValue({ head, nameClass, children }: NamedValueProps) {
  return rich('<name>{head}: </name>{value}', {
    head,
    // a separate element, because the translation of a browser replaces text nodes that are beside other text
    value: <span>{children}</span>,
    name: inMuted(nameClass),
  });
}
