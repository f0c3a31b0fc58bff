import * as v from 'valibot';
import { draftLoginId, storeDraft, readDraft, removeDraft } from '../lib/device/drafts.ts';
import type { CallResult } from '../lib/request-error.ts';

/*
 * Makes a save happen once. It promises that a save which was sent several times, because its answer was lost or because somebody
 * pressed again, in another tab, after a reload or a new login, is done once: its id is stored on the device before it is sent,
 * and the database refuses the same id with what it did then. It costs one small draft for each save that runs. A save that fails
 * keeps its id for the next try; other content gets another id. Where the browser stores nothing, the id is in memory only, so a
 * save that is repeated after a reload is a new one.
 */

/** The header that names a save to the database, which does it once however often it is sent (`decisions §8`). */
export const attemptHeader = 'x-portal-attempt';

const attempt = v.object({ id: v.string(), content: v.string() });
type Attempt = v.InferOutput<typeof attempt>;
/** Attempts in memory, by login, where the browser stores nothing: the database refuses an attempt of another key. */
const inMemory = new WeakMap<object, Map<string, Attempt>>();

function attemptsOfLogin(): Map<string, Attempt> {
  const login = draftLoginId();
  const attempts = inMemory.get(login) ?? new Map<string, Attempt>();
  inMemory.set(login, attempts);
  return attempts;
}

/**
 * Saves under an id that is kept on this device until the save is answered: pressed again, in another tab, after a reload
 * or a new login, it is the same attempt. Other content is another attempt, as is the same content once what was done
 * has been changed since.
 * @param operation names what is saved, such as `site/3`.
 * @param content all that decides what is written, as JSON.
 */
export async function withIdempotencyKey<Result>(
  operation: string,
  content: unknown,
  save: (attemptId: string) => Promise<Result>,
): Promise<Result> {
  const name = `attempt/${operation}`;
  const text = JSON.stringify(content);
  const attempts = attemptsOfLogin();
  const stored = readDraft(name, attempt)?.value ?? attempts.get(name);
  const current = stored?.content === text ? stored : { id: crypto.randomUUID(), content: text };
  if (!storeDraft(name, null, current)) attempts.set(name, current);
  const forgetAttempt = () => {
    attempts.delete(name);
    // an attempt has no files, so nobody has to wait
    void removeDraft(name);
  };
  try {
    const result = await save(current.id);
    forgetAttempt();
    return result;
  } catch (error) {
    if (!(error instanceof AttemptOver)) throw error;
    // what this attempt stored was changed since: the same content is saved again, as a new attempt
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

/** What the first request of an attempt stored. */
const done = v.object({
  id: v.optional(v.number()),
  revision: v.number(),
  /** Ids of the visits that the request added. */
  added: v.optional(v.array(v.number()), []),
});

/** An earlier request of this attempt was stored, but its answer was lost. `did` is what it stored. */
export class DoneBefore extends Error {
  readonly did: v.InferOutput<typeof done>;

  constructor(details: unknown) {
    super('This was done before');
    this.name = 'DoneBefore';
    this.did = v.parse(v.pipe(v.string(), v.parseJson(), done), details);
  }
}

/** Throws where the answer says that an earlier request of the attempt was stored. @throws DoneBefore, AttemptOver */
export function refuseRepetition({ error }: Pick<CallResult<unknown>, 'error'>): void {
  if (error?.hint === 'done-before') throw new DoneBefore(error.details);
  if (error?.hint === 'attempt-over') throw new AttemptOver();
}
