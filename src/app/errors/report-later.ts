import { whenIdle } from '../../lib/screen/when-idle.ts';

/** Loads the reports after the first load. If that fails, errors go unreported, and nothing else is lost. */
const loadReports = () => import('./error-reports.ts');

/** Reports uncaught errors, from the moment the page is idle. */
export function watchErrors(): void {
  whenIdle(
    () =>
      void loadReports().then(
        (reports) => reports.startWatch(),
        () => undefined,
      ),
  );
}

/** Logs and reports an error that reached a React error boundary, which fires no event. */
export function reportCaught(cause: unknown): void {
  console.error(cause);
  void loadReports().then(
    (reports) => reports.reportError(cause),
    () => undefined,
  );
}
