import * as v from 'valibot';
import { sharedVisitSchema, storedTime } from '../../records/task/task.ts';
import { callDoor } from '../door-call.ts';
import { SecretDoor, type DoorState } from '../secret-door.ts';

const openedLink = v.object({
  site: v.string(),
  address: v.nullable(v.string()),
  until: storedTime,
  /** Those that are shown now, newest first. */
  visits: v.array(sharedVisitSchema),
});

export interface OpenedLink extends v.InferOutput<typeof openedLink> {
  /** When the service said so, in milliseconds since 1970. */
  at: number;
}

/** What the page knows of the link in its address. */
export type LinkState = DoorState<OpenedLink>;

/** Resolves when the page is in sight, or `signal` is aborted. */
function whenInSight(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const seen = new AbortController();
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      seen.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', look, { signal: seen.signal });
    signal.addEventListener('abort', look, { signal: seen.signal });
    look();
  });
}

/** How old (ms) the visits may be when somebody comes back to the page: a link may have ended, and a visit may be hidden. */
const freshMs = 60_000;

/**
 * The link in the address (`decisions §16`). It is opened when somebody sees the page, as openings are counted: the previews of
 * messengers and the scanners of mail run no script and get no fragment, so they count nothing, and neither does a tab that nobody looks at.
 */
export class LinkDoor extends SecretDoor<OpenedLink> {
  constructor() {
    super(
      async (secret, signal) => {
        await whenInSight(signal);
        signal.throwIfAborted();
        const opened = await callDoor('open_link', { secret }, openedLink);
        return { ...opened, at: Date.now() };
      },
      { freshMs },
    );
  }
}
