import type { ReactNode } from 'react';
import { t } from '../lib/language/translate.ts';
import { useWhen } from '../lib/screen/timing.ts';
import layout from './layout.module.css';

interface PageHeadingProps {
  title: string;
  /** Stays with the title when the children wrap. */
  subtitle?: ReactNode;
  /** The title of the browser's tab, where it says more. */
  tab?: string;
  children?: ReactNode;
}

/** The one `h1` of a page; sets the document title too. */
export function PageHeading({ title, subtitle, tab = title, children }: PageHeadingProps) {
  useWhen(tab, (shown) => {
    document.title = t('{page} | RFID Boom Gate Portal', { page: shown });
  });
  return (
    <div className={layout.spread}>
      <div>
        <h1>{title}</h1>
        {subtitle && <p className={layout.subtitle}>{subtitle}</p>}
      </div>
      {children}
    </div>
  );
}
