import { useCopyTime } from '../lib/device/query-copies.ts';
import { t } from '../lib/language/translate.ts';
import { draftMoment } from '../records/time.ts';
import { useToday } from './use-today.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';

interface AsOfProps {
  /** When the server answered, in milliseconds since 1970 (`dataUpdatedAt`). */
  at: number;
}

/**
 * Shows when figures that depend on the current time were read: `as of 14:10` (`decisions §12`). It is not a status
 * region, because a screen reader would announce it every five minutes. It is hidden while an offline copy is shown,
 * which has its own notice, and on paper, which says when it was printed.
 */
export function AsOf({ at }: AsOfProps) {
  const today = useToday();
  const isCopy = useCopyTime() !== null;
  if (isCopy) return null;
  return (
    <span className={`${texts.note} ${layout.unprinted}`}>{t('as of {time}', { time: draftMoment(at, today) })}</span>
  );
}
