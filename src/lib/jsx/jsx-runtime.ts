import { jsx as createElement, jsxs as createElements } from 'react/jsx-runtime';
import { ownTexts } from './own-texts.ts';

// What the compiler calls for JSX (`jsxImportSource`): React's own functions, with texts in elements of their own.
export { Fragment } from 'react/jsx-runtime';
export type * as JSX from './jsx-types.ts';

export const jsx: typeof createElement = (type, props, key) => createElement(type, ownTexts(type, props), key);
export const jsxs: typeof createElements = (type, props, key) => createElements(type, ownTexts(type, props), key);
