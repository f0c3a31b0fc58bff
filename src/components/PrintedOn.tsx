import { usePrinting } from '../lib/screen/use-printing.ts';
import { momentText } from '../records/time.ts';

/** When it was printed, on paper alone. */
export function PrintedOn() {
  const now = usePrinting();
  return now && <p>{`Printed on ${momentText(now)}`}</p>;
}
