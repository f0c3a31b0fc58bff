import { currentLanguage, inEnglish, said, t } from '../../lib/language/translate.ts';
import { failureTypeNames } from '../../records/fault/failure-type-names.ts';
import { symptoms } from '../../records/fault/symptoms.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { StickerFault } from './sticker.ts';
import styles from './StickerFaults.module.css';

const dayInSingapore = (instant: Date) => instant.toLocaleDateString('en-GB', { timeZone: 'Asia/Singapore' });

/** A time in Singapore, such as `09:12` for today and `3 May, 09:12` for another day. */
function shortMoment(instant: string): string {
  const moment = new Date(instant);
  const isToday = dayInSingapore(moment) === dayInSingapore(new Date());
  return moment.toLocaleString(currentLanguage().locale, {
    timeZone: 'Asia/Singapore',
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** What is wrong, in the reader's language if the portal knows it. The words of another person are never shown here (`decisions §15`). */
function whatText({ what }: StickerFault): string {
  if (what === null) return t('Another fault');
  const name = symptoms[what] ?? Object.values(failureTypeNames).find((typeName) => inEnglish(typeName) === what);
  return name ? said(name) : what;
}

/** When the fault was answered or closed, whichever came first, as in `faultEnd`; null while it is open. */
const endOf = ({ answered, closed }: StickerFault) =>
  answered !== null && closed !== null && Date.parse(closed) < Date.parse(answered) ? closed : (answered ?? closed);

interface OpenFaultsProps {
  faults: readonly StickerFault[];
  busy: boolean;
  /** Called when somebody reports the same fault. */
  onJoin: (fault: StickerFault) => void;
}

/** The open faults of this post. */
export function OpenFaults({ faults, busy, onJoin }: OpenFaultsProps) {
  const open = faults.filter((fault) => endOf(fault) === null);
  if (open.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('Reported already')}>
      {open.map((fault) => (
        <li key={fault.fault} className={styles.open}>
          <p className={styles.what}>
            {t('{what}: open since {moment}', { what: whatText(fault), moment: shortMoment(fault.since) })}
          </p>
          <p className={styles.known}>{t('The office knows.')}</p>
          <Button className={styles.join} busy={busy} onClick={() => onJoin(fault)}>
            {t('It is this one')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The faults of this post that ended within 30 days, and how they ended. */
export function EndedFaults({ faults }: { faults: readonly StickerFault[] }) {
  const ended = faults.filter((fault) => endOf(fault) !== null);
  if (ended.length === 0) return null;
  return (
    <section className={styles.ended} aria-labelledby="ended-faults">
      <h2 id="ended-faults" className={styles.title}>
        {t('In the last 30 days')}
      </h2>
      <ul className={styles.list}>
        {ended.map((fault) => (
          <li key={fault.fault} className={styles.end}>
            <Icon name="check" />
            <span>{endText(fault)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function endText(fault: StickerFault): string {
  const what = whatText(fault);
  // a fault that was never answered, or closed before its answer, ended by being closed
  return fault.answered === null || fault.answered !== endOf(fault)
    ? t('{what}: closed {moment}', { what, moment: shortMoment(fault.closed ?? '') })
    : t('{what}: answered {moment}', { what, moment: shortMoment(fault.answered) });
}
