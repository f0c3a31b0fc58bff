import * as v from 'valibot';
import { readDraft } from '../../lib/drafts.ts';

/** Name of the draft of a new task in the browser. */
export const newTaskDraft = 'add-task';

/**
 * What became of 'Update' on a new task, as its draft keeps it; those of earlier releases did not. `waiting`: it goes up by
 * itself as soon as that can be done. `stopped`: a file did not go up. `refused`: the server would not have it. Both wait
 * for whoever typed it.
 */
export const storedUpdate = v.optional(v.picklist(['none', 'waiting', 'stopped', 'refused']), 'none');
export type UpdateState = v.InferOutput<typeof storedUpdate>;

/** What became of the new task that is kept on this device for the session's key; `none` where there is nothing. */
export function keptUpdate(): UpdateState {
  return readDraft(newTaskDraft, v.object({ update: storedUpdate }))?.value.update ?? 'none';
}
