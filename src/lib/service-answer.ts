// Which answers are the service's own word (`decisions §12`). Whatever else comes, from a gateway, a hotel's network or from nobody, is one
// state: the service does not answer now. Everything that talks to the service asks here; the statuses stand nowhere else.

/** The statuses of 4xx that pass: the same request may be answered a little later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether a status says that the service does not answer now: none at all (0), a redirect, 5xx, or one that passes. */
export function isPassing(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400) || status >= 500 || passing.has(status);
}
