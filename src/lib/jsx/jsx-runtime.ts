import { jsx as createElement, jsxs as createElements } from 'react/jsx-runtime';
import { ownTexts } from './own-texts.ts';

// The functions that compiled JSX calls (`jsxImportSource`): those of React, after `ownTexts` has put texts into elements of their own.
export { Fragment } from 'react/jsx-runtime';
export type * as JSX from './jsx-types.ts';

export const jsx: typeof createElement = (type, props, key) => createElement(type, ownTexts(type, props), key);
export const jsxs: typeof createElements = (type, props, key) => createElements(type, ownTexts(type, props), key);
