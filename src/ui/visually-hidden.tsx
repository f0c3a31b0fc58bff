import type { ReactNode } from 'react';
import layout from './layout.module.css';

/** Renders a tag of a message (`rich`) so that only screen readers get its text. */
export const visuallyHidden = (inner: ReactNode) => <span className={layout.visuallyHidden}>{inner}</span>;
