import { whenIdle } from '../../lib/screen/when-idle.ts';

/** Not part of the first load. Where it does not come, errors go unreported, and nothing else is lost. */
const loadReports = () => import('./error-reports.ts');
const nothing = () => undefined;

/** Has the errors of this page reported, once nothing else is going on. */
export function watchErrors(): void {
  whenIdle(() => void loadReports().then((reports) => reports.startWatch(), nothing));
}

/** For what React hands to an error boundary: no event tells of it. */
export function reportCaught(cause: unknown): void {
  console.error(cause);
  void loadReports().then((reports) => reports.reportError(cause), nothing);
}
