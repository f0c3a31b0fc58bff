import { configure, getConfig, prettyDOM } from '@testing-library/react';

/** The library's own word for it, which its types keep to themselves. */
const trying = '_disableExpensiveErrorDiagnostics';

/** Whether a query is asked again and again: who gives up prints the page itself. */
const isTrying = (): boolean => Reflect.get(getConfig(), trying) === true;

/** Runs a check that is made again when it fails: its queries do not list what stands on the page. */
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

/** What a query throws that finds nothing, or too much. To print the page at each try cost more than the search itself. */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error([message, isTrying() ? null : prettyDOM(container)].filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
