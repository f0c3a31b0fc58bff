import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NamedValue } from '../../components/NamedValue.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { telUrl } from '../../records/company.ts';
import { faultEnd } from '../../records/fault/fault-end.ts';
import {
  closingLabels,
  contractEndedBefore,
  faultPost,
  faultWhat,
  minutesOver,
  minutesSince,
  originText,
  spanText,
} from '../../records/fault/fault-words.ts';
import { isOpen, type Fault } from '../../records/fault/fault.ts';
import { voiceText } from '../../records/fault/voice-words.ts';
import { toVisit } from '../../records/portal-links.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText, shortDay, siteStamp, siteTime } from '../../records/time.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { photosOf, reportCount } from './fault-csv.ts';
import type { FaultState } from './fault-filters.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultsRoute.module.css';

interface FaultTableProps {
  faults: readonly Fault[];
  state: FaultState;
  now: Date;
  onOpen: (fault: Fault) => void;
}

const captions = {
  open: () => t('Open faults, those first that are longest over their promise'),
  ended: () => t('Ended faults, the last one first'),
  all: () => t('All faults, the newest report first'),
} as const satisfies Record<FaultState, () => string>;

/** The table of faults. In a window narrower than 1120 px each row is a card. */
export function FaultTable({ faults, state, now, onOpen }: FaultTableProps) {
  return (
    <DataTable
      caption={<span className={layout.visuallyHidden}>{captions[state]()}</span>}
      heads={[
        t('Fault'),
        t('Site'),
        t('Post'),
        state === 'open' ? t('Open for') : t('State'),
        t('Reported by'),
        t('Reports'),
      ]}
      cardsBelow={1120}
      rowsOf={faults}
      className={styles.table}
    >
      {faults.map((fault) => (
        <FaultRow key={fault.id} fault={fault} now={now} onOpen={onOpen} />
      ))}
    </DataTable>
  );
}

function FaultRow({ fault, now, onOpen }: { fault: Fault; now: Date; onOpen: (fault: Fault) => void }) {
  const what = faultWhat(fault);
  const [first] = fault.voices;
  const photos = photosOf(fault).length;
  const count = reportCount(fault);
  return (
    <tr className={minutesOver(fault, now) === null ? '' : styles.over}>
      <th scope="row" className={styles.what}>
        <button
          type="button"
          className={`${surface.bare} ${styles.open}`}
          aria-haspopup="dialog"
          onClick={() => onOpen(fault)}
        >
          <span lang={fault.known ? undefined : languageOf(what)}>{what}</span>
        </button>
        {first && first.text !== '' && (
          <span className={`${texts.clamp} ${texts.note} ${styles.words}`} lang={languageOf(first.text)}>
            {voiceText(first.text)}
          </span>
        )}
      </th>
      <td className={styles.site}>{fault.site}</td>
      <td>
        <NamedValue head={t('Post')} nameClass={styles.name}>
          {faultPost(fault.post)}
        </NamedValue>
      </td>
      <td className={styles.age}>
        <FaultAge fault={fault} now={now} />
      </td>
      <td className={styles.who}>
        <Reporter fault={fault} />
      </td>
      <td className={`${surface.smallIcons} ${styles.reports}`}>
        <span>{t('{count, plural, one {# report} other {# reports}}', { count })}</span>
        {photos > 0 && (
          <span className={layout.inline}>
            <Icon name="photo" />
            {t('{count, plural, one {# photo} other {# photos}}', { count: photos })}
          </span>
        )}
      </td>
    </tr>
  );
}

/** How long a fault is or was open, whether that is over the promise, and since when it is open or how it ended. */
export function FaultAge({ fault, now }: { fault: Fault; now: Date }) {
  const overMinutes = minutesOver(fault, now);
  const contractEnded = contractEndedBefore(fault);
  const end = faultEnd(fault)?.at ?? null;
  const minutes = minutesSince(fault.reported_at, end === null ? now : new Date(end));
  return (
    <>
      <time className={styles.span} dateTime={fault.reported_at} title={momentText(fault.reported_at)}>
        {isOpen(fault) ? spanText(minutes) : t('after {duration}', { duration: spanText(minutes) })}
      </time>
      {overMinutes !== null && (
        <span className={`${surface.smallIcons} ${texts.problem}`}>
          <Icon name="warning" />
          {t('over by {duration}', { duration: spanText(overMinutes) })}
        </span>
      )}
      <span className={texts.small}>
        {isOpen(fault) ? sinceText(fault.reported_at, now) : <FaultEnd fault={fault} />}
      </span>
      {contractEnded !== null && (
        <span className={`${texts.small} ${texts.warning}`}>
          {t('No contract since {day}', { day: shortDay(contractEnded) })}
        </span>
      )}
    </>
  );
}

/** Such as `since 09:12`; if it was not today, with the day. */
function sinceText(moment: string, now: Date): string {
  const day = siteStamp(new Date(moment)).slice(0, 10);
  const { clock } = siteTime(moment);
  return day === siteStamp(now).slice(0, 10)
    ? t('since {moment}', { moment: clock })
    : t('since {moment}', { moment: t('{day} at {clock}', { day: shortDay(day), clock }) });
}

/** Returns a function that renders a part of a message as a link to `to`. */
export const inLink = (to: string) => (inner: ReactNode) => <Link to={to}>{inner}</Link>;

/** Says how a fault ended: with a link to the visit, or with the reason for closing. */
function FaultEnd({ fault: { answers, closed, site } }: { fault: Fault }): ReactNode {
  const visit = faultEnd({ answers, closed })?.visit ?? null;
  if (visit !== null)
    return (
      <span>
        {rich('Answered by <visit>visit {id}</visit>', {
          id: visit,
          visit: inLink(toVisit(visit, site)),
        })}
      </span>
    );
  return <span>{closed ? said(closingLabels[closed.as]) : ''}</span>;
}

/** The first reporter who gave a name or number, with a link to call, and how the fault was reported. */
function Reporter({ fault: { voices, origin, sticker } }: { fault: Fault }) {
  const reporter = voices.find(({ name, phone }) => name !== null || phone !== null);
  const name = reporter?.name ?? null;
  const phone = reporter?.phone ?? null;
  return (
    <>
      {name !== null && <span lang={languageOf(name)}>{name}</span>}
      {phone !== null && <CallLink number={phone} />}
      <span className={texts.small}>{originText(origin, sticker)}</span>
    </>
  );
}

/** The telephone number of a reporter. Anybody can type it, so it is a link only if it has at least three digits in a row. */
export function CallLink({ number }: { number: string }) {
  if (!/\d{3}/u.test(number)) return <span>{number}</span>;
  return (
    <a className={`${layout.target} ${styles.call}`} href={telUrl(number)}>
      {number}
    </a>
  );
}
