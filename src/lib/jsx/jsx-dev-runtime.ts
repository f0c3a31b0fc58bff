import { jsxDEV as createElement } from 'react/jsx-dev-runtime';
import { ownTexts } from './own-texts.ts';

// What the compiler calls in development and in tests; else `jsx-runtime.ts`.
export { Fragment } from 'react/jsx-dev-runtime';
export type * as JSX from './jsx-types.ts';

export const jsxDEV: typeof createElement = (type, given, key, isStatic, ...origin) => {
  const props = ownTexts(type, given);
  // a single text may be left of a list, but React wants a list of the children that it need not check
  return createElement(type, props, key, isStatic && hasList(props), ...origin);
};

const hasList = (props: unknown) =>
  typeof props === 'object' && props !== null && 'children' in props && Array.isArray(props.children);
