import { Link } from 'react-router-dom';
import { FaultPhotos } from '../../components/fault-record/FaultPhotos.tsx';
import { t } from '../../lib/language/translate.ts';
import { useNow } from '../../lib/screen/pace.ts';
import { telUrl } from '../../records/company.ts';
import { faultTitle, minutesOver, minutesSince, spanText } from '../../records/fault/fault-words.ts';
import type { Fault, FaultVoice } from '../../records/fault/fault.ts';
import { voiceText } from '../../records/fault/voice-words.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './SiteFaults.module.css';

/** The open faults of a site, the most urgent first (`decisions §15`), with their reports, photos and telephone numbers. */
export function SiteFaults({ site, faults }: { site: string; faults: readonly Fault[] }) {
  // updates the ages of the faults every 30 seconds
  const now = useNow(30_000);
  const oldestMinutes = Math.max(...faults.map(({ reported_at: at }) => minutesSince(at, now)));
  return (
    <section className={`${layout.gap2} ${texts.breaks} ${styles.faults}`} aria-label={t('Open faults')}>
      <p className={`${layout.line} ${surface.smallIcons} ${texts.bold} ${styles.count}`}>
        <Icon name="warning" />
        {t('{count, plural, one {# fault open, {age}} other {# faults open, oldest {age}}}', {
          count: faults.length,
          age: spanText(oldestMinutes),
        })}
      </p>
      <ul className={layout.gap3}>
        {faults.map((fault) => (
          <OpenFault key={fault.id} site={site} fault={fault} now={now} />
        ))}
      </ul>
    </section>
  );
}

function OpenFault({ site, fault, now }: { site: string; fault: Fault; now: Date }) {
  const overMinutes = minutesOver(fault, now);
  const photos = fault.voices.flatMap((voice) => voice.photos);
  return (
    <li className={layout.gap1}>
      <Link
        className={`${layout.target} ${styles.title}`}
        to={linkTo(paths.addTask, { site, answers: fault.id })}
        lang={fault.known ? undefined : languageOf(fault.what)}
      >
        {faultTitle(fault)}
      </Link>
      <p className={`${texts.smaller} ${texts.muted}`}>
        <time dateTime={fault.reported_at} title={momentText(fault.reported_at)}>
          {t('no. {id}, open for {duration}', {
            id: fault.id,
            duration: spanText(minutesSince(fault.reported_at, now)),
          })}
        </time>
      </p>
      {overMinutes !== null && (
        <p className={`${texts.smaller} ${texts.problem}`}>
          {t('over by {duration}', { duration: spanText(overMinutes) })}
        </p>
      )}
      {fault.voices.map((voice) => (
        <Voice key={voice.id} voice={voice} />
      ))}
      {photos.length > 0 && <FaultPhotos photos={photos} />}
    </li>
  );
}

/** A report of a fault: its text, and the name and number of the person. Absent if it has none of these. */
function Voice({ voice: { text, name, phone } }: { voice: FaultVoice }) {
  if (text === '' && name === null && phone === null) return null;
  return (
    <div className={styles.voice}>
      {text !== '' && (
        <p className={styles.words} lang={languageOf(text)}>
          {voiceText(text)}
        </p>
      )}
      {(name !== null || phone !== null) && (
        <p className={layout.wrap}>
          {name !== null && <span lang={languageOf(name)}>{name}</span>}
          {phone !== null && <CallNumber phone={phone} />}
        </p>
      )}
    </div>
  );
}

/** A telephone number that a stranger typed. It is a link only if it has at least three digits in a row; otherwise it may be any text. */
function CallNumber({ phone }: { phone: string }) {
  if (!/\d{3}/u.test(phone)) return <span>{phone}</span>;
  return (
    <a className={`${layout.inline} ${layout.target}`} href={telUrl(phone)}>
      <Icon name="phone" />
      {phone}
    </a>
  );
}
