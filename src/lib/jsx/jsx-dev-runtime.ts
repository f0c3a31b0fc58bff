import { jsxDEV as createElement } from 'react/jsx-dev-runtime';
import { ownTexts } from './own-texts.ts';

// The function that compiled JSX calls in development and in tests. The build uses `jsx-runtime.ts`.
export { Fragment } from 'react/jsx-dev-runtime';
export type * as JSX from './jsx-types.ts';

export const jsxDEV: typeof createElement = (type, originalProps, key, isStatic, ...origin) => {
  const props = ownTexts(type, originalProps);
  // `isStatic` requires a list of children, but `ownTexts` may have joined the list to a single text
  return createElement(type, props, key, isStatic && hasList(props), ...origin);
};

const hasList = (props: unknown) =>
  typeof props === 'object' && props !== null && 'children' in props && Array.isArray(props.children);
