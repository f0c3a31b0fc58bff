import { shownLanguage } from '../../lib/language/choice.ts';
import { t } from '../../lib/language/translate.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useStore } from '../../lib/store.ts';
import { CodeForm } from './CodeForm.tsx';
import type { StickerQueue } from './sticker-queue.ts';
import type { StickerDoor } from './sticker.ts';
import { StickerHead } from './StickerHead.tsx';
import { StickerReport } from './StickerReport.tsx';
import styles from './ReportPage.module.css';

interface ReportPageProps {
  door: StickerDoor;
  queue: StickerQueue;
}

/** The page that a sticker opens: the state of its post, and a form to report a fault there. */
export function ReportPage({ door, queue }: ReportPageProps) {
  const sticker = useStore(door.state);
  // renders the page again when the language changes
  const language = useStore(shownLanguage);
  useWhen(language, () => {
    document.title = t('Report a fault');
  });
  const asksCode = sticker.kind === 'none' || sticker.kind === 'invalid';
  return (
    <div className={styles.page}>
      <StickerHead sticker={sticker} />
      {asksCode ? (
        <CodeForm isInvalid={sticker.kind === 'invalid'} queue={queue} onOpen={(secret) => door.open(secret)} />
      ) : (
        // the key gives another sticker a new form
        <StickerReport key={sticker.secret} sticker={sticker} queue={queue} onReported={() => door.ask()} />
      )}
    </div>
  );
}
