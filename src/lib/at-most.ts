/** Runs tasks, not more than `limit` of them at the same time, in the order in which they are given. */
export function atMost(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // the place goes to the next one in the queue
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
