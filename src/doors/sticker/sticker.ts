import * as v from 'valibot';
import { callDoor } from '../door-call.ts';
import { SecretDoor, type DoorState } from '../secret-door.ts';

/** A fault of the sticker's post that is open, or that ended within 30 days. Times have the form in which tasks store them. */
const stickerFault = v.object({
  fault: v.number(),
  /** A symptom or a failure type; null for a fault in a person's own words, which are never shown here. */
  what: v.nullable(v.string()),
  since: v.string(),
  answered: v.nullable(v.string()),
  closed: v.nullable(v.string()),
});
export type StickerFault = v.InferOutput<typeof stickerFault>;

const openedSticker = v.object({
  /** The number that is printed on it. */
  sticker: v.number(),
  site: v.string(),
  post: v.nullable(v.string()),
  faults: v.array(stickerFault),
});
export type OpenedSticker = v.InferOutput<typeof openedSticker>;

/** What the page knows about the sticker in its address. A report may be sent even while the service does not answer or has a limit. */
export type StickerState = DoorState<OpenedSticker>;

/** How old (ms) the state may be when somebody returns to the page. */
const freshMs = 60_000;

/** The sticker in the address. Its state is read again when somebody returns to the page after a minute. */
export class StickerDoor extends SecretDoor<OpenedSticker> {
  constructor() {
    super((secret) => callDoor('open_sticker', { secret }, openedSticker), { freshMs });
  }
}
