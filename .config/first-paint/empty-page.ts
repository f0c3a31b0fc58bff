import { createContext, runInContext } from 'node:vm';

const ignore = () => undefined;

/** The globals of a browser that the portal uses before it shows anything, on a device on which nothing is stored. */
function emptyPage(): Record<string, unknown> {
  const page: Record<string, unknown> = {
    AbortController,
    AbortSignal,
    Blob,
    DOMException,
    FormData,
    Headers,
    ReadableStream,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    // the Supabase client asks whether there is one
    WebSocket: ignore,
    addEventListener: ignore,
    clearTimeout,
    console,
    document: { documentElement: { dataset: {} }, querySelector: () => null, addEventListener: ignore },
    location: new URL('http://localhost/'),
    matchMedia: () => ({ matches: false, addEventListener: ignore }),
    navigator: { languages: [] },
    performance,
    queueMicrotask,
    setTimeout,
  };
  return Object.assign(page, { window: page });
}

/** Runs a script in an empty page. Returns the value of an expression there. @param code of the script */
export function runInEmptyPage(code: string, expression: string): unknown {
  const page = createContext(emptyPage());
  runInContext(code, page);
  return runInContext(expression, page);
}
