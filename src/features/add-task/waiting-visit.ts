import * as v from 'valibot';
import { readDraft } from '../../lib/drafts.ts';

export const newTaskDraft = 'add-task';

/**
 * The state of 'Update' on a new task, as its draft keeps it; drafts of earlier releases have none. `waiting`: it is
 * sent as soon as possible. `stopped`: a file could not be uploaded. `refused`: the server rejected it. The last two
 * wait for the user.
 */
export const storedUpdate = v.optional(v.picklist(['none', 'waiting', 'stopped', 'refused']), 'none');
export type UpdateState = v.InferOutput<typeof storedUpdate>;

/** Of the new task kept on this device for the session's key; `none` without one. */
export function keptUpdate(): UpdateState {
  return readDraft(newTaskDraft, v.object({ update: storedUpdate }))?.value.update ?? 'none';
}
