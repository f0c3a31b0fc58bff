import { expect, it } from 'vitest';
import { atMost } from '../../src/lib/at-most.ts';

it('runs so many tasks at a time and not more, in their order, past those that fail', async () => {
  const limited = atMost(3);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      limited(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, index % 4));
        running -= 1;
        if (index % 5 === 0) throw new Error('broken');
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});
