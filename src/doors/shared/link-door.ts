import * as v from 'valibot';
import { sharedVisitSchema, storedTime } from '../../records/task/task.ts';
import { callDoor } from '../door-call.ts';
import { SecretDoor, type DoorState } from '../secret-door.ts';

const openedLinkSchema = v.object({
  site: v.string(),
  address: v.nullable(v.string()),
  until: storedTime,
  /** The visits of the link that are not hidden, the newest first. */
  visits: v.array(sharedVisitSchema),
});

export interface OpenedLink extends v.InferOutput<typeof openedLinkSchema> {
  /** When the service answered, in milliseconds since 1970. */
  at: number;
}

/** What the page knows about the link in its address. */
export type LinkState = DoorState<OpenedLink>;

/** Resolves when the page is visible, or `signal` is aborted. */
function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const check = () => {
      if (document.hidden && !signal.aborted) return;
      controller.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal: controller.signal });
    signal.addEventListener('abort', check, { signal: controller.signal });
    check();
  });
}

/** How old (ms) the visits may be when somebody returns to the page: the link may have ended, or a visit may be hidden by now. */
const freshMs = 60_000;

/**
 * The link in the address (`decisions §16`). It is opened only while the page is visible, because its openings are counted: a tab in the
 * background must not count. Previews of messengers and scanners of mail do not count either, as they run no script and get no fragment.
 */
export class LinkDoor extends SecretDoor<OpenedLink> {
  constructor() {
    super(
      async (secret, signal) => {
        await whenVisible(signal);
        signal.throwIfAborted();
        const opened = await callDoor('open_link', { secret }, openedLinkSchema);
        return { ...opened, at: Date.now() };
      },
      { freshMs },
    );
  }
}
