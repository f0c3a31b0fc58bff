import { useRef } from 'react';
import { visitText } from '../../records/task/typed-task.ts';
import type { VisitTime } from '../../records/task/visit-time.ts';
import { Button } from '../../ui/Button.tsx';
import texts from '../../ui/text.module.css';
import styles from './PhotoTimeOffer.module.css';

interface PhotoTimeOfferProps {
  taken: VisitTime | null;
  visit: VisitTime;
  onUse: (taken: VisitTime) => void;
}

/** Sets the visit's date and time to those of its photos (`decisions §8`). */
export function PhotoTimeOffer({ taken, visit, onUse }: PhotoTimeOfferProps) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  if (!taken) return null;
  const agrees = taken.date === visit.date && taken.clock === visit.clock;
  return (
    <p ref={paragraph} className={`${texts.note} ${styles.offer}`} role="status" tabIndex={-1}>
      {agrees ? (
        `Taken on ${visitText(taken)}, the same as the visit date.`
      ) : (
        <Button
          onClick={() => {
            onUse(taken);
            // the button disappears
            paragraph.current?.focus();
          }}
        >
          {`Taken on ${visitText(taken)}: use it`}
        </Button>
      )}
    </p>
  );
}
