import { configure, getConfig, prettyDOM } from '@testing-library/react';

/** Testing Library's own setting, missing from its types. */
const trying = '_disableExpensiveErrorDiagnostics';

/** Whether a query is being retried: on giving up, it prints the page itself. */
const isTrying = (): boolean => Reflect.get(getConfig(), trying) === true;

/** Runs a check that is retried, without listing the page's elements in its errors. */
export function whileTrying(check: () => void): void {
  const config = getConfig();
  const quiet = { ...config, [trying]: true };
  configure(quiet);
  try {
    check();
  } finally {
    configure(config);
  }
}

/**
 * The error of a query that finds nothing, or too much. Printing the page at every attempt took longer than the search.
 */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error([message, isTrying() ? null : prettyDOM(container)].filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
