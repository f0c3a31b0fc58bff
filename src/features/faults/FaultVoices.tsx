import { useRef, useState } from 'react';
import { FaultPhotos } from '../../components/fault-record/FaultPhotos.tsx';
import { useRight } from '../../components/use-right.ts';
import { t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { originText } from '../../records/fault/fault-words.ts';
import type { Fault, FaultVoice } from '../../records/fault/fault.ts';
import { voiceText } from '../../records/fault/voice-words.ts';
import { languageOf } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { forgetVoice, useFaultAction } from './fault-calls.ts';
import { CallLink } from './FaultTable.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultDialog.module.css';

/** All reports of a fault, the first one first. */
export function FaultVoices({ fault }: { fault: Fault }) {
  const { voices, more_voices: more, sticker } = fault;
  return (
    <>
      <ol className={`${layout.gap3} ${styles.voices}`}>
        {voices.map((voice) => (
          <Voice key={voice.id} voice={voice} fault={fault} sticker={sticker} />
        ))}
      </ol>
      {more > 0 && (
        <p className={texts.muted}>
          {t('and {count, plural, one {# more report} other {# more reports}}, which are only counted', {
            count: more,
          })}
        </p>
      )}
    </>
  );
}

interface VoiceProps {
  voice: FaultVoice;
  fault: Fault;
  sticker: number | null;
}

function Voice({ voice, fault, sticker }: VoiceProps) {
  const { at, noticed_at: noticedAt, origin, text, name, phone, photos, forgotten } = voice;
  // only the first report has the number of the sticker
  const source = originText(origin, voice === fault.voices[0] ? sticker : null);
  return (
    <li className={`${surface.box} ${layout.gap2} ${texts.breaks} ${styles.voice}`} tabIndex={-1}>
      <p className={texts.note}>
        {noticedAt === null
          ? t('{time}, {how}', { time: momentText(at), how: source })
          : t('{time}, {how} · noticed {noticed}', {
              time: momentText(at),
              how: source,
              noticed: momentText(noticedAt),
            })}
      </p>
      {(name !== null || phone !== null) && (
        <p className={layout.row}>
          {name !== null && (
            <span className={texts.bold} lang={languageOf(name)}>
              {name}
            </span>
          )}
          {phone !== null && <CallLink number={phone} />}
        </p>
      )}
      {text !== '' && (
        <p className={styles.text} lang={languageOf(text)}>
          {voiceText(text)}
        </p>
      )}
      {forgotten && <p className={texts.hint}>{forgottenText()}</p>}
      {!forgotten && photos.length > 0 && <FaultPhotos photos={photos} />}
      {(name !== null || phone !== null || text !== '' || photos.length > 0) && (
        <ForgetReporter voice={voice} fault={fault} />
      )}
    </li>
  );
}

const forgottenText = () => t('The name, the number and the words were deleted.');

/**
 * A button that deletes the name, the number, the words and the photos of a report after a confirmation (`decisions §15`). A report may be
 * forgotten already and still have photos: the database forgets old reports, and deleting the photos may have failed. Then the button deletes the
 * photos.
 */
function ForgetReporter({ voice, fault }: Pick<VoiceProps, 'voice' | 'fault'>) {
  const { forgotten, photos } = voice;
  const count = photos.length;
  const canForget = useRight('closeFaults');
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const action = useFaultAction(forgetVoice, {
    fault,
    done: photos.length > 0 ? t('The name, the number, the words and the photos were deleted.') : forgottenText(),
    onDone: () => {
      const entry = button.current?.closest<HTMLElement>('li');
      setAsking(false);
      // the button disappears, so the report gets the focus
      focusAfter(() => entry);
    },
  });
  if (!canForget) return null;
  return (
    <div ref={button}>
      <Button variant="ghost" className={styles.forget} onClick={() => setAsking(true)}>
        {forgotten
          ? t('{count, plural, one {Delete # photo} other {Delete # photos}}', { count })
          : t('Forget the reporter')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={
          forgotten
            ? t('{count, plural, one {Delete the photo of this report?} other {Delete the # photos of this report?}}', {
                count,
              })
            : t(
                '{count, plural, =0 {Delete the name, the number and the words of this report?} one {Delete the name, the number, the words and the photo of this report?} other {Delete the name, the number, the words and the # photos of this report?}}',
                { count },
              )
        }
        action={action.isPending ? t('Deleting…') : t('Delete')}
        variant="danger"
        busy={action.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => action.mutate(voice)}
      >
        <div className={layout.gap3}>
          <p>{t('That it was reported, and when, stays. This cannot be undone.')}</p>
          {action.problem !== null && (
            <p role="alert" className={texts.problem}>
              {action.problem}
            </p>
          )}
        </div>
      </ConfirmDialog>
    </div>
  );
}
