import { usePrinting } from '../lib/screen/use-printing.ts';
import { momentText } from '../records/time.ts';

export function PrintedOn() {
  const now = usePrinting();
  return now && <p>{`Printed on ${momentText(now)}`}</p>;
}
