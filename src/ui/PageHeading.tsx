import { useEffect, type ReactNode } from 'react';
import layout from './layout.module.css';

interface PageHeadingProps {
  title: string;
  /** A line under the title, or controls beside it. */
  children?: ReactNode;
}

/** The one `h1` of a page; names the document too. */
export function PageHeading({ title, children }: PageHeadingProps) {
  useEffect(() => {
    document.title = `${title} | RFID Boom Gate Portal`;
  }, [title]);
  return (
    <div className={layout.spread}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
