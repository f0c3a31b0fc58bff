import type { ReactNode } from 'react';
import layout from './layout.module.css';

/** For the tag of a message: its text is only for screen readers. */
export const visuallyHidden = (inner: ReactNode) => <span className={layout.visuallyHidden}>{inner}</span>;
