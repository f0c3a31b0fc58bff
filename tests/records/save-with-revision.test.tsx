import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptOver, DoneBefore } from '../../src/records/attempt.ts';
import { saveWithRevision } from '../../src/records/save-with-revision.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A record of numbers, to which others add numbers while it is saved. */
const table = (...others: number[]) => {
  const row = { revision: 1, values: [0] };
  return {
    row,
    read: vi.fn<() => Promise<typeof row>>(async () => structuredClone(row)),
    write: async (current: typeof row, value: number) => {
      const faster = others.shift();
      if (faster !== undefined) Object.assign(row, { revision: row.revision + 1, values: [...row.values, faster] });
      if (row.revision !== current.revision) return null;
      return Object.assign(row, { revision: row.revision + 1, values: [...current.values, value] });
    },
  };
};

async function resultOf<Result>(saving: Promise<Result>) {
  const result = saving.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  return result;
}

const withSeven = ({ values }: { values: number[] }) => [...values, 7];
const refuseAsRepeated = (revision: number) => (): Promise<number[] | null> =>
  Promise.reject(new DoneBefore(JSON.stringify({ revision, added: [3] })));
const refuse = () => Promise.reject(new Error('refused'));

describe('saving with a revision', () => {
  it('reads the record, and writes it with the change', async () => {
    const { row, read, write } = table();
    await resultOf(saveWithRevision({ read, write: (current) => write(current, 9) }));
    expect(row).toEqual({ revision: 2, values: [0, 9] });
    expect(read).toHaveBeenCalledOnce();
  });

  it('starts with what the screen had read', async () => {
    const { row, read, write } = table();
    await resultOf(
      saveWithRevision({ read, base: { revision: 1, values: [0] }, write: (current) => write(current, 9) }),
    );
    expect(row.values).toEqual([0, 9]);
    expect(read).not.toHaveBeenCalled();
  });

  it('includes what others wrote meanwhile, however often', async () => {
    const { row, read, write } = table(1, 2, 3);
    await resultOf(saveWithRevision({ read, write: (current) => write(current, 9) }));
    expect(row.values).toEqual([0, 1, 2, 3, 9]);
  });

  it('ends with the error of a write', async () => {
    const { row, read } = table();
    expect(await resultOf(saveWithRevision({ read, write: refuse }))).toEqual({ error: new Error('refused') });
    expect(row.values).toEqual([0]);
  });

  it('ends with what is stored if an earlier request of the attempt had arrived', async () => {
    const { read } = table();
    expect(await resultOf(saveWithRevision({ read, write: refuseAsRepeated(1), done: withSeven }))).toEqual({
      value: [0, 7],
    });
    // unless the record changed since, because then the person wants a new save
    expect(await resultOf(saveWithRevision({ read, write: refuseAsRepeated(5), done: withSeven }))).toEqual({
      error: new AttemptOver(),
    });
    expect(await resultOf(saveWithRevision({ read, write: refuseAsRepeated(1) }))).toMatchObject({
      error: { did: { added: [3] } },
    });
  });

  it('gives up if others have saved first 20 times', async () => {
    const { row, read, write } = table(...Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await resultOf(saveWithRevision({ read, write: (current) => write(current, 9) }))).toEqual({
      error: new Error('Too many others are saving at this moment'),
    });
    expect(row.values).toEqual(Array.from({ length: 21 }, (_, index) => index));
  });
});
