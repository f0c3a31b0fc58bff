import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../lib/language/translate.ts';
import { followLimits, longLine, namedLines, nextLine, type FollowLine } from '../../records/task/follow-ups.ts';
import type { TypedTask } from '../../records/task/typed-task.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useSiteVisits } from './use-site-visits.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FollowFields.module.css';

/** A recommendation that the maintenance form suggests: the name of a check that failed, and what should be done. */
export interface FollowOffer {
  check: string;
  text: string;
}

interface FollowFieldsProps {
  /** The name of the site; null while no site is chosen. */
  site: string | null;
  /** The id of a visit that is corrected; null for a new visit. */
  visit: number | null;
  typed: Pick<TypedTask, 'follow'>;
  onChange: (values: Pick<TypedTask, 'follow'>) => void;
  error: string | undefined;
  /** The saved task. The numbers of its recommendations are in use, even if they were removed from the form. */
  savedTask?: Pick<TypedTask, 'follow'> | undefined;
  offers?: readonly FollowOffer[] | undefined;
}

const noOffers: readonly FollowOffer[] = [];

/** Asks what should be done next, with a line for each recommendation (`decisions §14`). A line that an admin closed cannot be changed. */
export function FollowFields(props: FollowFieldsProps) {
  const { site, visit, typed, onChange, error, savedTask, offers = noOffers } = props;
  const { follow } = typed;
  const { visits } = useSiteVisits(site, visit);
  const newLine = () => nextLine(follow, [...(savedTask?.follow ?? []), ...namedLines(visits, visit)]);
  const list = useRef<HTMLDivElement>(null);
  // an offer is used if a recommendation begins with the name of its check, even if the words after that were changed
  const unusedOffers = offers.filter(({ check }) => !follow.some(({ text }) => text.startsWith(check)));
  const tooLongLine = longLine(follow, savedTask?.follow);
  const change = (changed: readonly FollowLine[]) => {
    flushSync(() => onChange({ follow: changed }));
    // the pressed button may have disappeared, so the last input gets the focus
    const inputs = list.current?.querySelectorAll<HTMLElement>('input') ?? [];
    ([...inputs].at(-1) ?? list.current?.querySelector('button'))?.focus();
  };
  return (
    <fieldset className={`${layout.gap3} ${styles.lines}`}>
      <legend className={texts.label}>{t('Follow up: what should be done next (optional)')}</legend>
      <div ref={list} className={layout.gap3}>
        {follow.map((line, index) => (
          <div key={line.line} className={styles.line}>
            <TextField
              label={t('Recommendation {number}', { number: index + 1 })}
              // when the form is refused, the field with this name gets the focus
              name={line.line === tooLongLine ? 'follow' : undefined}
              autoComplete="off"
              limit={followLimits.text}
              readOnly={line.closed !== undefined}
              value={line.text}
              onChange={(text) =>
                onChange({ follow: follow.map((other) => (other === line ? { ...line, text } : other)) })
              }
              error={line.line === tooLongLine ? error : undefined}
            />
            {line.closed === undefined && (
              <Button
                variant="ghost"
                aria-label={t('Remove recommendation {number}', { number: index + 1 })}
                onClick={() => change(follow.filter((other) => other !== line))}
              >
                <Icon name="close" />
              </Button>
            )}
          </div>
        ))}
        {follow.length < followLimits.lines && (
          <div className={layout.wrap}>
            {unusedOffers.map(({ check, text }) => (
              <Button key={check} onClick={() => change([...follow, { ...newLine(), text }])}>
                <Icon name="flag" />
                {t('Follow up: {text}', { text: check })}
              </Button>
            ))}
            <Button onClick={() => change([...follow, newLine()])}>
              <Icon name="plus" />
              {t('Add a recommendation')}
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  );
}
