import { whenIdle } from '../../lib/screen/when-idle.ts';

/** Loads `error-capture.ts` after the first load. If that fails, errors are not sent, and nothing else is lost. */
const loadCapture = () => import('./error-capture.ts');

/** Captures uncaught errors, from the moment the page is idle. */
export function watchErrors(): void {
  whenIdle(
    () =>
      void loadCapture().then(
        (capture) => capture.startErrorCapture(),
        () => undefined,
      ),
  );
}

/** Logs and captures an error that reached a React error boundary, which fires no event. */
export function captureCaught(cause: unknown): void {
  console.error(cause);
  void loadCapture().then(
    (capture) => capture.captureError(cause),
    () => undefined,
  );
}
