import { whenIdle } from '../../lib/screen/when-idle.ts';

/** Not part of the first load. If it fails to load, errors go unreported, and nothing else is lost. */
const loadReports = () => import('./error-reports.ts');

export function watchErrors(): void {
  whenIdle(
    () =>
      void loadReports().then(
        (reports) => reports.startWatch(),
        () => undefined,
      ),
  );
}

/** For errors that reach a React error boundary, which fire no event. */
export function reportCaught(cause: unknown): void {
  console.error(cause);
  void loadReports().then(
    (reports) => reports.reportError(cause),
    () => undefined,
  );
}
