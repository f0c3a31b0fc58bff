import type { ReactNode } from 'react';
import layout from './layout.module.css';

/** What only screen readers say: for a tag of a message. */
export const visuallyHidden = (inner: ReactNode) => <span className={layout.visuallyHidden}>{inner}</span>;
