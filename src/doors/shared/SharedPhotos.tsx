import { useEffect, useEffectEvent, useState } from 'react';
import { fetchCode } from '../../lib/fetch-code.ts';
import { t } from '../../lib/language/translate.ts';
import { useShownFile } from '../../lib/screen/shown-file.ts';
import { useInView } from '../../lib/screen/viewport.ts';
import { firstPhotos, type SharedVisit } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import type { LinkFiles } from './link-files.ts';
import type { SharedPhotoDialog } from './SharedPhotoDialog.tsx';
import { useLinkFile } from './use-link-file.ts';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './SharedPhotos.module.css';

interface SharedPhotosProps {
  visit: SharedVisit;
  files: LinkFiles;
  /** Whether they are shown however far they are from the window. */
  isWanted: boolean;
  /** The place of the photo that is open; null for none. */
  photo: number | null;
  onPhoto: (photo: number | null) => void;
  onRefused: () => void;
}

/** The first photos of a visit, fetched when it is near the window, and all of them in a carousel. */
export function SharedPhotos({ visit, files, isWanted, photo, onPhoto, onRefused }: SharedPhotosProps) {
  const [inView, watched] = useInView('50%');
  const [wasNear, setWasNear] = useState(false);
  // what was near once stays, also on paper
  if (inView && !wasNear) setWasNear(true);
  const { Carousel, hasFailed } = useCarouselCode(photo !== null, () => onPhoto(null));
  return (
    <>
      <ul ref={watched} className={styles.photos}>
        {firstPhotos(visit).map((stored, index) => (
          // a visit may hold the same photo twice
          <li key={`${index} ${stored}`}>
            <SmallPhoto
              stored={isWanted || wasNear ? stored : null}
              files={files}
              name={t('Photo {number} of {count}: {title}', {
                number: index + 1,
                count: visit.urls.length,
                title: visitTitle(visit),
              })}
              onOpen={() => onPhoto(index)}
              onRefused={onRefused}
            />
          </li>
        ))}
      </ul>
      <ErrorNote>{hasFailed && t('The photos could not be opened. Try again.')}</ErrorNote>
      {photo !== null && Carousel && (
        <Carousel
          visit={visit}
          files={files}
          index={photo}
          onIndexChange={onPhoto}
          onRefused={onRefused}
          onClose={() => onPhoto(null)}
        />
      )}
    </>
  );
}

/** The code of the carousel, fetched when a photo is pressed: whoever only reads has none of it. @param onFail it does not come */
function useCarouselCode(isWanted: boolean, onFail: () => void) {
  const [code, setCode] = useState<{ Carousel: typeof SharedPhotoDialog | null; hasFailed: boolean }>({
    Carousel: null,
    hasFailed: false,
  });
  const fail = useEffectEvent(onFail);
  const isMissing = isWanted && code.Carousel === null;
  useEffect(() => {
    if (!isMissing) return;
    fetchCode(() => import('./SharedPhotoDialog.tsx')).then(
      ({ SharedPhotoDialog: Carousel }) => setCode({ Carousel, hasFailed: false }),
      (error: unknown) => {
        console.warn('The carousel did not come', error);
        setCode({ Carousel: null, hasFailed: true });
        fail();
      },
    );
  }, [isMissing]);
  return code;
}

interface SmallPhotoProps {
  /** Null while it is far away. */
  stored: string | null;
  files: LinkFiles;
  name: string;
  onOpen: () => void;
  onRefused: () => void;
}

function SmallPhoto({ stored, files, name, onOpen, onRefused }: SmallPhotoProps) {
  const [{ kind, file }, again] = useLinkFile(stored, files.small);
  const [unreadable, setUnreadable] = useState<Blob | null>(null);
  if (file && file !== unreadable)
    return (
      <button type="button" className={`${surface.bare} ${styles.open}`} aria-label={name} onClick={onOpen}>
        <SmallPicture file={file} alt={name} onBroken={() => setUnreadable(file)} />
      </button>
    );
  if (kind === 'loading') return <span className={styles.place} />;
  return (
    <div className={`${styles.place} ${styles.missing}`} role="group" aria-label={name}>
      <p className={texts.small}>{t('This photo could not be loaded.')}</p>
      <button
        type="button"
        className={styles.again}
        onClick={() => {
          if (kind === 'refused') onRefused();
          setUnreadable(null);
          again();
        }}
      >
        <Icon name="retry" />
        {t('Try again')}
      </button>
    </div>
  );
}

function SmallPicture({ file, alt, onBroken }: { file: Blob; alt: string; onBroken: () => void }) {
  const shown = useShownFile(file);
  return <img ref={shown} className={styles.picture} alt={alt} decoding="async" onError={onBroken} />;
}
