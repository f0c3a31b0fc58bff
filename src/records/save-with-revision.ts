import { dataOf, type Answer } from '../lib/request-error.ts';

/** How often somebody else may be faster before the save is given up. */
const attempts = 20;
/** Milliseconds by which the longest possible pause grows with each attempt. */
const jitter = 40;

interface SaveWithRevision<Stored, Saved> {
  read: () => Promise<Stored>;
  /**
   * Makes the change on `current` and writes it under the revision of `current` (`decisions §5`), with the next one as
   * its own (`decisions §8`). Null when `writtenRows` is empty, because somebody else was faster. May be called more
   * than once.
   */
  write: (current: Stored) => Promise<Saved | null>;
  /** What the screen had read, to save the first read. */
  base?: Stored;
}

/**
 * The rows that a write under a revision changed: none when somebody else was faster, which the database answers with
 * no row or with a conflict.
 * @throws RequestError
 */
export function writtenRows<T>(answer: Answer<T[]>): T[] {
  return answer.error?.code === 'PT409' ? [] : dataOf(answer);
}

/**
 * The one way to save a record without losing what others wrote: write under the revision that was read, and when
 * somebody else was faster, read again and make the change on what is there now.
 * @throws whatever `read` and `write` throw, which ends the save; Error when others were faster 20 times.
 */
export async function saveWithRevision<Stored, Saved>({
  read,
  write,
  base,
}: SaveWithRevision<Stored, Saved>): Promise<Saved> {
  let current = base ?? (await read());
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt builds on what the one before found
    const saved = await write(current);
    if (saved !== null) return saved;
    // those who collided must not collide again at the same moment
    // oxlint-disable-next-line no-await-in-loop -- the pause has to come before the next attempt
    await new Promise((resolve) => setTimeout(resolve, Math.random() * jitter * attempt));
    // oxlint-disable-next-line no-await-in-loop -- only what is read after the pause is up to date
    current = await read();
  }
  throw new Error('Too many others are saving at this moment');
}
