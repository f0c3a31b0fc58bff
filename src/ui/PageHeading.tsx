import { useEffect, type ReactNode } from 'react';
import layout from './layout.module.css';

interface PageHeadingProps {
  title: string;
  children?: ReactNode;
}

/** The one `h1` of a page; sets the document title too. */
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
