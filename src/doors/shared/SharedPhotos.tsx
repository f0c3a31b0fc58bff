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
  /** Whether they are shown even if they are far outside the visible part of the page. */
  isWanted: boolean;
  /** The index of the photo that is open; null for none. */
  photo: number | null;
  onPhoto: (photo: number | null) => void;
  onRefused: () => void;
}

/** The first photos of a visit, which are fetched when they come near the visible part of the page, and all photos in a carousel. */
export function SharedPhotos({ visit, files, isWanted, photo, onPhoto, onRefused }: SharedPhotosProps) {
  const [inView, watched] = useInView('50%');
  const [wasNear, setWasNear] = useState(false);
  // photos that were loaded once stay, also when the page is printed
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

/** The code of the carousel, which is fetched when a photo is pressed. @param onFail called when it cannot be loaded */
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
  /** Its URL as stored; null while it is far outside the visible part of the page. */
  stored: string | null;
  files: LinkFiles;
  name: string;
  onOpen: () => void;
  onRefused: () => void;
}

function SmallPhoto({ stored, files, name, onOpen, onRefused }: SmallPhotoProps) {
  const [{ kind, file }, retry] = useLinkFile(stored, files.small);
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
          retry();
        }}
      >
        <Icon name="retry" />
        {t('Try again')}
      </button>
    </div>
  );
}

function SmallPicture({ file, alt, onBroken }: { file: Blob; alt: string; onBroken: () => void }) {
  const imageRef = useShownFile(file);
  return <img ref={imageRef} className={styles.picture} alt={alt} decoding="async" onError={onBroken} />;
}
