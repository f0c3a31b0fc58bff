import { getConfig, prettyDOM } from '@testing-library/react';

/** Whether the library asks again and again: then it prints the page itself when it gives up. */
const isTrying = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

/** What a query throws that finds nothing, or too much. To print the page at each try cost more than the search itself. */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error([message, isTrying() ? null : prettyDOM(container)].filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
