import type { ReactNode } from 'react';
import { t } from '../lib/language/translate.ts';
import { useWhen } from '../lib/screen/timing.ts';
import layout from './layout.module.css';

interface PageHeadingProps {
  title: string;
  /** Shown below the title, also when the children wrap to the next line. */
  subtitle?: ReactNode;
  /** The title of the browser tab, if it differs from the title of the page. */
  tab?: string;
  children?: ReactNode;
}

/** The only `h1` of a page. It sets the document title too. */
export function PageHeading({ title, subtitle, tab = title, children }: PageHeadingProps) {
  useWhen(tab, (pageTitle) => {
    document.title = t('{page} | RFID Boom Gate Portal', { page: pageTitle });
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
