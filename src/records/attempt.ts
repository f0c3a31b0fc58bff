import * as v from 'valibot';
import { draftLoginId, storeDraft, readDraft, removeDraft } from '../lib/device/drafts.ts';
import type { CallResult } from '../lib/request-error.ts';

/*
 * Makes sure that a save is done only once, even if it is sent several times: after a lost answer, after another press, in another tab, after a
 * reload or a new login. Before a save is sent, its id is stored on the device as a small draft. When the database gets the same id again, it
 * refuses the save and returns the earlier result. After a failed save the id stays for the next try; other content gets another id. If the
 * browser cannot store the id, it is only in memory, and a save that is repeated after a reload counts as a new save.
 */

/** The header with the id of a save, by which the database recognises a repetition (`decisions §8`). */
export const attemptHeader = 'x-portal-attempt';

const attemptSchema = v.object({ id: v.string(), content: v.string() });
type Attempt = v.InferOutput<typeof attemptSchema>;
/** The attempts that the browser could not store, by login: an attempt is valid only for the key that began it. */
const attemptsByLogin = new WeakMap<object, Map<string, Attempt>>();

function attemptsOfLogin(): Map<string, Attempt> {
  const login = draftLoginId();
  const attempts = attemptsByLogin.get(login) ?? new Map<string, Attempt>();
  attemptsByLogin.set(login, attempts);
  return attempts;
}

/**
 * Saves under an id that stays on this device until the save is answered. A repeated save with the same content uses the same id. Other content
 * gets a new id, and so does the same content when the record was changed after the first save.
 * @param operation the name of the saved thing, such as `site/3`
 * @param content all values that decide what is written; it must be convertible to JSON
 */
export async function withIdempotencyKey<Result>(
  operation: string,
  content: unknown,
  save: (attemptId: string) => Promise<Result>,
): Promise<Result> {
  const name = `attempt/${operation}`;
  const text = JSON.stringify(content);
  const attempts = attemptsOfLogin();
  const stored = readDraft(name, attemptSchema)?.value ?? attempts.get(name);
  const current = stored?.content === text ? stored : { id: crypto.randomUUID(), content: text };
  if (!storeDraft(name, null, current)) attempts.set(name, current);
  const forgetAttempt = () => {
    attempts.delete(name);
    // not awaited, because an attempt has no files that are removed with it
    void removeDraft(name);
  };
  try {
    const result = await save(current.id);
    forgetAttempt();
    return result;
  } catch (error) {
    if (!(error instanceof AttemptOver)) throw error;
    // the record was changed after this attempt was stored, so the same content is saved as a new attempt
    forgetAttempt();
    return withIdempotencyKey(operation, content, save);
  }
}

/** The record has changed since an earlier request of this attempt was stored, so a retry is a new attempt. */
export class AttemptOver extends Error {
  constructor() {
    super('What this attempt did has been changed since');
    this.name = 'AttemptOver';
  }
}

/** The result of the first request of an attempt. */
const firstResult = v.object({
  id: v.optional(v.number()),
  revision: v.number(),
  /** The ids of the visits that the request added. */
  added: v.optional(v.array(v.number()), []),
});

/** An earlier request of this attempt was stored, but its answer was lost. `did` is its result. */
export class DoneBefore extends Error {
  readonly did: v.InferOutput<typeof firstResult>;

  constructor(details: unknown) {
    super('This was done before');
    this.name = 'DoneBefore';
    this.did = v.parse(v.pipe(v.string(), v.parseJson(), firstResult), details);
  }
}

/** Throws if the answer says that an earlier request of the attempt was stored. @throws DoneBefore, AttemptOver */
export function throwIfRepeated({ error }: Pick<CallResult<unknown>, 'error'>): void {
  if (error?.hint === 'done-before') throw new DoneBefore(error.details);
  if (error?.hint === 'attempt-over') throw new AttemptOver();
}
