/** Measures how long the page's main thread is blocked. */
export function watchMainThread(): () => { longestTask: number; longestGap: number } {
  let longestTask = 0;
  let longestGap = 0;
  const take = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestTask = Math.max(longestTask, duration);
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'longtask' });
  let before = performance.now();
  const measure = () => {
    const now = performance.now();
    longestGap = Math.max(longestGap, now - before - 10);
    before = now;
  };
  const timer = setInterval(measure, 10);
  return () => {
    measure();
    take(observer.takeRecords());
    observer.disconnect();
    clearInterval(timer);
    return { longestTask: Math.round(longestTask), longestGap: Math.round(longestGap) };
  };
}
