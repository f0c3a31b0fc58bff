import * as v from 'valibot';
import { callDoor } from '../door-call.ts';
import { SecretDoor, type DoorState } from '../secret-door.ts';

/** A fault of the sticker's post: open, or ended within 30 days. Times are as tasks store them. */
const stickerFault = v.object({
  fault: v.number(),
  /** A symptom or a failure type; null for own words, which are never shown here. */
  what: v.nullable(v.string()),
  since: v.string(),
  answered: v.nullable(v.string()),
  closed: v.nullable(v.string()),
});
export type StickerFault = v.InferOutput<typeof stickerFault>;

const openedSticker = v.object({
  /** Its number. */
  sticker: v.number(),
  site: v.string(),
  post: v.nullable(v.string()),
  faults: v.array(stickerFault),
});
export type OpenedSticker = v.InferOutput<typeof openedSticker>;

/** What the page knows of the sticker in its address. While the service is silent or asked too often, reports may be tried. */
export type StickerState = DoorState<OpenedSticker>;

/** How old the state may be when somebody comes back to the page. */
const freshMs = 60_000;

/** The sticker in the address. It is asked again when somebody comes back to the page after a minute. */
export class StickerDoor extends SecretDoor<OpenedSticker> {
  constructor() {
    super((secret) => callDoor('open_sticker', { secret }, openedSticker), { freshMs });
  }
}
