import { t } from '../../lib/language/translate.ts';
import { faultMoment } from '../../records/fault/fault-end.ts';
import { originText } from '../../records/fault/fault-words.ts';
import type { Fault, FaultVoice } from '../../records/fault/fault.ts';
import { voiceText } from '../../records/fault/voice-words.ts';
import { languageOf } from '../../records/task/task.ts';
import { FaultPhotos } from './FaultPhotos.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultReports.module.css';

/** The reports of a fault, oldest first, in a part that unfolds: the words, the reporter and the photos. */
export function FaultReports({ fault, now }: { fault: Fault; now: Date }) {
  const { voices, more_voices: moreCount } = fault;
  const count = voices.length + moreCount;
  const photos = voices.reduce((sum, voice) => sum + voice.photos.length, 0);
  const label = t('{count, plural, one {# report} other {# reports}}', { count });
  return (
    <details>
      <summary className={styles.summary}>
        {photos === 0
          ? label
          : t('{reports}, {photos, plural, one {# photo} other {# photos}}', { reports: label, photos })}
      </summary>
      <ol className={`${layout.gap3} ${styles.list}`}>
        {voices.map((voice, index) => (
          <Report key={voice.id} voice={voice} sticker={index === 0 ? fault.sticker : null} now={now} />
        ))}
      </ol>
      {moreCount > 0 && (
        <p className={texts.small}>
          {t('and {count, plural, one {# more report} other {# more reports}}, which are only counted', {
            count: moreCount,
          })}
        </p>
      )}
    </details>
  );
}

interface ReportProps {
  voice: FaultVoice;
  /** The number of the sticker by which the fault was first reported; null for all reports but the first. */
  sticker: number | null;
  now: Date;
}

function Report({ voice, sticker, now }: ReportProps) {
  const { at, noticed_at: noticedAt, origin, text, name, phone, photos, forgotten } = voice;
  const parts = { time: faultMoment(at, now), how: originText(origin, sticker) };
  const reporter = [name, phone].filter((part) => part !== null && part !== '').join(', ');
  return (
    <li className={`${layout.gap1} ${texts.breaks}`}>
      <p className={texts.small}>
        {noticedAt === null
          ? t('{time}, {how}', parts)
          : t('{time}, {how}, noticed {noticed}', { ...parts, noticed: faultMoment(noticedAt, now) })}
      </p>
      {reporter !== '' && <p className={texts.small}>{reporter}</p>}
      {text !== '' && (
        <p className={styles.words} lang={languageOf(text)}>
          {voiceText(text)}
        </p>
      )}
      {forgotten && <p className={texts.hint}>{t('The name, the number and the words were deleted.')}</p>}
      {photos.length > 0 && <FaultPhotos photos={photos} />}
    </li>
  );
}
