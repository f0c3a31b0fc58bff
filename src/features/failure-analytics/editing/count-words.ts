import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import type { YearSum } from '../draft/counts-by-year.ts';

/** `7 failures (entrance 3, exit 4)` */
export function lossWords({ entrance, exit }: Pick<YearSum, 'entrance' | 'exit'>): string {
  const total = entrance + exit;
  const failures = `${total.toLocaleString('en')} ${total === 1 ? 'failure' : 'failures'}`;
  return `${failures} (entrance ${entrance.toLocaleString('en')}, exit ${exit.toLocaleString('en')})`;
}

/** `entrance 5 + 2 = 7, exit 3 + 1 = 4` */
export function sumWords(parts: readonly FailureEntry[]): string {
  return (['entrance', 'exit'] as const)
    .map((side) => {
      const counts = parts.map((part) => part[side]);
      const sum = counts.reduce((all, one) => all + one, 0);
      return `${side} ${counts.map((one) => one.toLocaleString('en')).join(' + ')} = ${sum.toLocaleString('en')}`;
    })
    .join(', ');
}
