import { dataOf, type CallResult } from '../lib/request-error.ts';
import { AttemptOver, DoneBefore, refuseRepetition } from './attempt.ts';

/*
 * The one way to save a record that others save too. It promises that nobody's change is overwritten: a record is written only
 * under the revision that was read (`decisions §5`), and where somebody else was faster the change is applied to what is stored
 * now and written again. It costs one more read and write for each race that is lost. After 20 lost races it gives up with an
 * error, and nothing is written. It decides no conflict: what two people changed differently is for `write` to merge or to refuse.
 */

/** How often a save may be overtaken before it gives up. */
const maxAttempts = 20;
/** The longest pause grows by this with each attempt. */
const jitterMs = 40;

interface SaveWithRevision<Stored extends { revision: number | null }, Saved> {
  read: () => Promise<Stored>;
  /**
   * Applies the change to `current` and writes it under its revision (`decisions §5`), with the next revision
   * (`decisions §8`). Returns null when `writtenRows` is empty, because somebody else was faster. May be called more
   * than once.
   */
  write: (current: Stored) => Promise<Saved | null>;
  /**
   * Makes the result from the stored record, when an earlier request of the attempt was stored and nobody has changed
   * the record since. Without it, DoneBefore is thrown.
   */
  done?: (stored: Stored) => Saved;
  /** What the screen has already read; saves the first read. */
  base?: Stored;
}

/**
 * The rows that were written; none when somebody else was faster: the database returns no row, or a conflict.
 * @throws RequestError, or DoneBefore for a repetition
 */
export function writtenRows<T>(response: CallResult<T[]>): T[] {
  refuseRepetition(response);
  return response.error?.code === 'PT409' ? [] : dataOf(response);
}

/**
 * Saves a record without losing concurrent changes, as is said above. It never asks a person.
 * @throws what `read` and `write` throw; DoneBefore and AttemptOver for a repetition; an error after 20 lost races
 */
export async function saveWithRevision<Stored extends { revision: number | null }, Saved>({
  read,
  write,
  done,
  base,
}: SaveWithRevision<Stored, Saved>): Promise<Saved> {
  let current = base ?? (await read());
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      // each attempt builds on the one before
      const saved = await write(current);
      if (saved !== null) return saved;
    } catch (error) {
      if (!(error instanceof DoneBefore) || !done) throw error;
      const stored = await read();
      if (stored.revision !== error.did.revision) throw new AttemptOver();
      return done(stored);
    }
    // random, so that two saves that collided do not collide again
    await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs * attempt));
    // only a read after the pause is up to date
    current = await read();
  }
  throw new Error('Too many others are saving at this moment');
}
