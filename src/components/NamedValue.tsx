import type { ReactNode } from 'react';
import { rich } from '../lib/language/rich.tsx';
import texts from '../ui/text.module.css';

interface NamedValueProps {
  head: string;
  /** Shows the name only where the rows have no head above them. */
  nameClass: string | undefined;
  children: ReactNode;
}

const inMuted = (nameClass: string | undefined) => (inner: ReactNode) => (
  <span className={`${texts.muted} ${nameClass ?? ''}`}>{inner}</span>
);

/** The content of a cell, after the name of its column, as rows have no head on a phone. */
export function NamedValue({ head, nameClass, children }: NamedValueProps) {
  return rich('<name>{head}: </name>{value}', {
    head,
    // an element of its own: a browser's translation replaces a text beside another
    value: <span>{children}</span>,
    name: inMuted(nameClass),
  });
}
