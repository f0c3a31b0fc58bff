import { whenIdle } from '../../lib/screen/when-idle.ts';

/** Loads `error-capture.ts`, which is not part of the first load. If that fails, errors are not sent, and everything else works. */
const loadCapture = () => import('./error-capture.ts');

/** Starts to capture uncaught errors when the page is idle. */
export function watchErrors(): void {
  whenIdle(
    () =>
      void loadCapture().then(
        (capture) => capture.startErrorCapture(),
        () => undefined,
      ),
  );
}

/** Logs and captures an error that a React error boundary has caught: the browser fires no `error` event for it. */
export function captureCaught(cause: unknown): void {
  console.error(cause);
  void loadCapture().then(
    (capture) => capture.captureError(cause),
    () => undefined,
  );
}
