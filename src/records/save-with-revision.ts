import { dataOf, type CallResult } from '../lib/request-error.ts';
import { AttemptOver, DoneBefore, throwIfRepeated } from './attempt.ts';

/*
 * The only way to save a record that several people save. Nobody's change is overwritten: a record is written only under the revision that was
 * read (`decisions §5`). If somebody else was faster, the record is read again, and the change is applied to it and written. After 20 such
 * tries it fails with an error, and nothing is written. Conflicts are not decided here: `write` merges or refuses values that two people
 * changed differently.
 */

/** The save fails after this many tries in which somebody else was faster. */
const maxTries = 20;
/** The longest random pause grows by this many milliseconds with each try. */
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
  /** The record that the screen has read already; without it, the record is read first. */
  base?: Stored;
}

/**
 * The rows that were written; empty when somebody else was faster, which the database answers with no row or with a conflict.
 * @throws RequestError, or DoneBefore for a repetition
 */
export function writtenRows<T>(response: CallResult<T[]>): T[] {
  throwIfRepeated(response);
  return response.error?.code === 'PT409' ? [] : dataOf(response);
}

/**
 * Saves a record without losing concurrent changes.
 * @throws errors of `read` and `write`; DoneBefore and AttemptOver for a repetition; an Error when others were faster 20 times
 */
export async function saveWithRevision<Stored extends { revision: number | null }, Saved>({
  read,
  write,
  done,
  base,
}: SaveWithRevision<Stored, Saved>): Promise<Saved> {
  let current = base ?? (await read());
  for (let tries = 1; tries <= maxTries; tries += 1) {
    try {
      // the tries follow each other, because each needs the record as it is then
      const saved = await write(current);
      if (saved !== null) return saved;
    } catch (error) {
      if (!(error instanceof DoneBefore) || !done) throw error;
      const stored = await read();
      if (stored.revision !== error.did.revision) throw new AttemptOver();
      return done(stored);
    }
    // random, so that two saves that collided do not collide again
    await new Promise((resolve) => setTimeout(resolve, Math.random() * jitterMs * tries));
    // the record is read after the pause, so that it is up to date
    current = await read();
  }
  throw new Error('Too many others are saving at this moment');
}
