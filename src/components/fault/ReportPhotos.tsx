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

/** What photos of reports are shrunk to fit: about 250 KB as a JPEG. */
const box = { width: 1_280, height: 1_280 };
/** The bucket takes no more. */
const mostBytes = 2 * 1024 * 1024;

/** A chosen file as a photo of a report; null where it is none that can be sent. */
async function shrunkPhoto(file: File): Promise<ChosenPhoto | null> {
  try {
    const { blob } = await shrinkToBlob(new Uint8Array(await file.arrayBuffer()), box);
    return blob.size > mostBytes ? null : { id: crypto.randomUUID(), name: file.name, content: blob };
  } catch {
    return null;
  }
}

/** The photos of a report, shrunk as they are chosen. */
export function ReportPhotos({ form, onChange }: ReportFormProps) {
  const { photos } = form;
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const add = (files: readonly File[]) => {
    const room = faultLimits.photos - photos.length - reading;
    setProblem(files.length > room ? t('A report takes up to 3 photos.') : null);
    let before: Promise<unknown> = Promise.resolve();
    for (const file of files.slice(0, Math.max(0, room))) {
      setReading((count) => count + 1);
      // one after the other, as each takes much memory
      const reads = before.then(() => shrunkPhoto(file));
      before = reads;
      onChange(
        reads.then((photo) => {
          setReading((count) => count - 1);
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
        // phones turn their own formats into this one
        <FilePick accept="image/jpeg" multiple onFiles={add}>
          <SymptomIcon symptom="photo" />
          {photos.length === 0 ? t('Add photos') : t('Add another photo')}
        </FilePick>
      )}
      <p className={texts.small} role="status">
        {reading > 0 ? t('Reading the photo…') : ''}
      </p>
      <ErrorNote>{problem}</ErrorNote>
    </div>
  );
}

function Picture({ photo, alt }: { photo: ChosenPhoto; alt: string }) {
  const ref = useShownFile(photo.content);
  return <img ref={ref} className={styles.picture} alt={alt} />;
}
