import { useRef, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { shrinkToBlob } from '../../lib/photo/shrink-photo.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { useShownFile } from '../../lib/screen/shown-file.ts';
import { faultLimits } from '../../records/fault/fault.ts';
import type { ChosenPhoto } from '../../records/fault/report-form.ts';
import { CloseButton } from '../../ui/Button.tsx';
import { FilePick } from '../../ui/file/FilePick.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import type { ReportFormProps } from './SymptomChoice.tsx';
import { SymptomIcon } from './SymptomIcon.tsx';
import texts from '../../ui/text.module.css';
import styles from './ReportFields.module.css';

/** Photos of reports are shrunk to fit this size in pixels, which is about 250 KB as a JPEG. */
const maxSize = { width: 1_280, height: 1_280 };
/** The bucket refuses larger files. */
const maxBytes = 2 * 1024 * 1024;

/** Shrinks a chosen file to a photo of a report. Null if it is no image, or is still too large. */
async function shrunkPhoto(file: File): Promise<ChosenPhoto | null> {
  try {
    const { blob } = await shrinkToBlob(new Uint8Array(await file.arrayBuffer()), maxSize);
    return blob.size > maxBytes ? null : { id: crypto.randomUUID(), name: file.name, content: blob };
  } catch {
    return null;
  }
}

/** The photos of a report. Each is shrunk when it is chosen. */
export function ReportPhotos({ form, onChange }: ReportFormProps) {
  const { photos } = form;
  const [problem, setProblem] = useState<string | null>(null);
  /** How many photos are being shrunk. */
  const [readingCount, setReadingCount] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const add = (files: readonly File[]) => {
    const room = faultLimits.photos - photos.length - readingCount;
    setProblem(files.length > room ? t('A report takes up to 3 photos.') : null);
    let previous: Promise<unknown> = Promise.resolve();
    for (const file of files.slice(0, Math.max(0, room))) {
      setReadingCount((count) => count + 1);
      // one after the other, because each takes much memory
      const shrinking = previous.then(() => shrunkPhoto(file));
      previous = shrinking;
      onChange(
        shrinking.then((photo) => {
          setReadingCount((count) => count - 1);
          if (photo === null) setProblem(t('{name} cannot be read. Choose another photo.', { name: file.name }));
          return ({ photos: chosen }) =>
            photo !== null && chosen.length < faultLimits.photos ? { photos: [...chosen, photo] } : {};
        }),
      );
    }
  };
  const remove = (id: string) => {
    setProblem(null);
    onChange(({ photos: chosen }) => ({ photos: chosen.filter((photo) => photo.id !== id) }));
    focusAfter(() => list.current?.querySelector<HTMLElement>('button, input') ?? null);
  };

  return (
    <div ref={list} className={styles.folded}>
      <p className={texts.small}>{t('No faces or number plates unless they show the fault.')}</p>
      {photos.length > 0 && (
        <ul className={styles.photos}>
          {photos.map((photo, index) => (
            <li key={photo.id} className={styles.photo}>
              <Picture photo={photo} alt={t('Photo {number}', { number: index + 1 })} />
              <CloseButton label={t('Remove photo {number}', { number: index + 1 })} onClick={() => remove(photo.id)} />
            </li>
          ))}
        </ul>
      )}
      {photos.length < faultLimits.photos && (
        // with only JPEG accepted, phones convert photos of other formats to it
        <FilePick accept="image/jpeg" multiple onFiles={add}>
          <SymptomIcon symptom="photo" />
          {photos.length === 0 ? t('Add photos') : t('Add another photo')}
        </FilePick>
      )}
      <p className={texts.small} role="status">
        {readingCount > 0 ? t('Reading the photo…') : ''}
      </p>
      <ErrorNote>{problem}</ErrorNote>
    </div>
  );
}

function Picture({ photo, alt }: { photo: ChosenPhoto; alt: string }) {
  const ref = useShownFile(photo.content);
  return <img ref={ref} className={styles.picture} alt={alt} />;
}
