import { useEffect, useRef, type PointerEvent } from 'react';
import { fileStemOf } from '../../lib/file-names.ts';
import { useKeys } from '../../lib/screen/use-keys.ts';
import { downloadFile } from '../../lib/stored-files.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { FullDialog } from '../../ui/FullDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../ShareButton.tsx';
import styles from './PhotoDialog.module.css';
import { PhotoStage } from './PhotoStage.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import { usePhotoUrls } from './use-photo-urls.ts';
import { useShownPhoto } from './use-shown-photo.ts';

/** In pixels: a shorter movement is not a swipe. */
const swipeLength = 48;

interface PhotoDialogProps {
  /** Stored URLs, at least one. */
  photos: readonly string[];
  title: string;
  date: string;
  /** Path and query of the dialog at a photo; without it, nothing can be shared. */
  linkOf?: (index: number) => string;
  index: number;
  onIndexChange: (index: number) => void;
  onClose: () => void;
}

/** The first photo follows the last (`spec §2`). */
export function PhotoDialog({ photos, title, date, linkOf, index, onIndexChange, onClose }: PhotoDialogProps) {
  const total = photos.length;
  const photo = photos[index];
  const { large, small, settled, signAgain } = usePhotoUrls(photos);
  const shown = useShownPhoto({ photo, url: large[index], settled, size: 'large' });
  const pressed = useRef<number>(null);
  const move = (by: number) => onIndexChange((index + by + total) % total);

  useKeys(
    total < 2
      ? null
      : {
          ArrowLeft: () => move(-1),
          ArrowRight: () => move(1),
          Home: () => onIndexChange(0),
          End: () => onIndexChange(total - 1),
        },
  );

  const next = large[(index + 1) % total];
  const previous = large[(index - 1 + total) % total];
  useEffect(() => {
    for (const url of [next, previous]) if (url) new Image().src = url;
  }, [next, previous]);

  const release = (event: PointerEvent) => {
    const way = event.clientX - (pressed.current ?? event.clientX);
    pressed.current = null;
    if (total > 1 && event.pointerType !== 'mouse' && Math.abs(way) >= swipeLength) move(way < 0 ? 1 : -1);
  };

  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {linkOf && photo !== undefined && (
            <ShareButton
              key={index}
              title={title}
              link={() => linkOf(index)}
              file={{
                name: `${fileStemOf(title, `${index + 1}`)}.${photoFormat(photo).extension}`,
                type: photoFormat(photo).type,
                load: () => downloadFile(photo),
              }}
            />
          )}
          {/* always rendered, so that the buttons for the next photo stay in place */}
          {shown.url ? (
            <ButtonLink href={shown.url}>
              <Icon name="external" />
              Open full size
            </ButtonLink>
          ) : (
            <Button disabled>
              <Icon name="external" />
              Open full size
            </Button>
          )}
        </>
      }
    >
      <div className={styles.carousel} role="group" aria-roledescription="carousel" aria-label={`Photos: ${title}`}>
        <div
          className={styles.stage}
          onPointerDown={(event) => {
            // two fingers do not swipe
            pressed.current = event.isPrimary ? event.clientX : null;
          }}
          onPointerUp={release}
          onPointerCancel={() => {
            pressed.current = null;
          }}
        >
          <PhotoStage
            key={photos[index]}
            large={shown.url}
            small={small[index]}
            failed={shown.failed}
            alt={`Photo ${index + 1} of ${total}: ${title}, ${date}`}
            onBroken={shown.onBroken}
            onRetry={() => void signAgain().then(shown.again)}
          />
          {total > 1 && (
            <>
              <button
                type="button"
                className={`${styles.arrow} ${styles.previous}`}
                onClick={() => move(-1)}
                aria-label="Previous photo"
              >
                <Icon name="chevron-left" />
              </button>
              <button
                type="button"
                className={`${styles.arrow} ${styles.next}`}
                onClick={() => move(1)}
                aria-label="Next photo"
                data-autofocus
              >
                <Icon name="chevron-right" />
              </button>
            </>
          )}
        </div>
        <div className={styles.line}>
          <span>{date}</span>
          <span className={styles.position} aria-live="polite">
            {`${index + 1} / ${total}`}
          </span>
        </div>
        {total > 1 && (
          <PhotoStrip photos={photos} small={small} settled={settled} index={index} onIndexChange={onIndexChange} />
        )}
      </div>
    </FullDialog>
  );
}

/** The portal's own photos are JPEGs; the bucket may contain others. */
function photoFormat(url: string): { extension: string; type: string } {
  const extension = /\.(?<ending>png|webp)$/u.exec(url)?.groups?.['ending'];
  return extension ? { extension, type: `image/${extension}` } : { extension: 'jpg', type: 'image/jpeg' };
}
