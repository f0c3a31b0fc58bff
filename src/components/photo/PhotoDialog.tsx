import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { useStillHere } from '../../lib/device/still-here.ts';
import { storeShownPicture } from '../../lib/device/store-shown-picture.ts';
import { fileStemOf, objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { isNoService } from '../../lib/request-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { bringIntoView } from '../../lib/screen/viewport.ts';
import { downloadFile, invalidateSignedUrls, signFiles } from '../../lib/stored-files.ts';
import { Button } from '../../ui/Button.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ShareButton } from '../ShareButton.tsx';
import { UnavailableDownload } from '../UnavailableDownload.tsx';
import { photoFormat, PhotoArrows, useCarousel, ZoomArea } from './carousel.tsx';
import { useShownPhoto, Thumbnail } from './Thumbnail.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './PhotoDialog.module.css';

const photoNotStored = () => t('There is no connection, and this photo is not kept on this device.');

interface PhotoDialogProps {
  /** The stored URLs, at least one. */
  photos: readonly string[];
  title: string;
  date: string;
  /** The file name of a downloaded photo. */
  fileNameOf?: (index: number, extension: string) => string;
  /** The path and query of the dialog at a photo, for sharing. Without it the dialog has no share button. */
  linkOf?: (index: number) => string;
  index: number;
  onIndexChange: (index: number) => void;
  onClose: () => void;
}

/** The carousel of the photos of a task. After the last photo comes the first (`spec §2`). */
export function PhotoDialog({
  photos,
  title,
  date,
  fileNameOf = (photoIndex, extension) => `${fileStemOf(title, `${photoIndex + 1}`)}.${extension}`,
  linkOf,
  index,
  onIndexChange,
  onClose,
}: PhotoDialogProps) {
  const total = photos.length;
  const photo = photos[index];
  const photoTitle = t('Photo {number} of {total}: {title}, {date}', { number: index + 1, total, title, date });
  const format = photoFormat(photo ?? '');
  const fileName = fileNameOf(index, format.extension);
  const { large, small, settled, error, signAgain } = usePhotoUrls(photos);
  const shownPhoto = useShownPhoto({ photo, url: large[index], settled, size: 'large' });
  const isLost = useServiceAway();
  const unavailable = shownPhoto.failed && (isLost || isNoService(error));
  const notePress = useStillHere();
  const { move, swipe } = useCarousel(total, index, onIndexChange);

  const next = large[(index + 1) % total];
  const previous = large[(index - 1 + total) % total];
  useEffect(() => {
    // loads the neighbouring photos into the browser's cache
    for (const url of [next, previous]) if (url) new Image().src = url;
  }, [next, previous]);

  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {linkOf && photo !== undefined && (
            <ShareButton
              key={index}
              title={photoTitle}
              link={() => linkOf(index)}
              file={{
                name: fileName,
                type: format.type,
                load: () => downloadFile(photo),
              }}
            />
          )}
          {/* a download button is always rendered, so that the other buttons do not move from photo to photo */}
          {unavailable ? (
            <UnavailableDownload label={t('Download photo')} why={photoNotStored()} />
          ) : (
            <PhotoDownload
              // not the index alone, which is the key of the share button beside it
              key={`${index} file`}
              photo={shownPhoto.url === undefined ? undefined : photo}
              notePress={notePress}
              fileName={fileName}
            />
          )}
        </>
      }
    >
      <div
        className={`${layout.gap2} ${styles.carousel}`}
        role="group"
        aria-roledescription={t('carousel')}
        aria-label={t('Photos: {title}', { title })}
      >
        <div className={styles.stage} {...swipe}>
          <PhotoStage
            key={photos[index]}
            large={shownPhoto.url}
            small={small[index]}
            failed={shownPhoto.failed}
            unavailable={unavailable}
            alt={photoTitle}
            onBroken={shownPhoto.onBroken}
            onRetry={() => void signAgain().then(shownPhoto.retry)}
          />
          {total > 1 && <PhotoArrows move={move} />}
        </div>
        <div className={`${texts.muted} ${styles.line}`}>
          <span>{date}</span>
          <span className={`${texts.bold} ${styles.position}`} aria-live="polite">
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

interface PhotoDownloadProps {
  /** The stored URL; undefined while the photo cannot be shown. */
  photo: string | undefined;
  fileName: string;
  /**
   * Called when the download starts. Returns a function that tells whether the file is still wanted, which is so until
   * the dialog is closed: a download continues while other photos are shown.
   */
  notePress: ReturnType<typeof useStillHere>;
}

/** Downloads the large rendition and saves it with a file name. A link would not do: a signed URL has no name and soon expires. */
function PhotoDownload({ photo, fileName, notePress }: PhotoDownloadProps) {
  const saving = useMutation({
    mutationFn: async (stored: string) => {
      const isStillHere = notePress();
      const file = await downloadFile(stored);
      if (isStillHere()) saveFile(file, fileName);
    },
  });
  return (
    <>
      {saving.isError && (
        <p className={`${texts.muted} ${styles.notDownloaded}`} role="alert">
          {isNoService(saving.error) ? photoNotStored() : t('The photo could not be downloaded.')}
        </p>
      )}
      <Button
        disabled={photo === undefined}
        busy={saving.isPending}
        onClick={() => photo !== undefined && saving.mutate(photo)}
      >
        <Icon name="download" />
        {t('Download photo')}
      </Button>
    </>
  );
}

interface PhotoStripProps {
  photos: readonly string[];
  small: readonly (string | undefined)[];
  settled: boolean;
  index: number;
  onIndexChange: (index: number) => void;
}

function PhotoStrip({ photos, small, settled, index, onIndexChange }: PhotoStripProps) {
  return (
    <div className={styles.strip}>
      {photos.map((photo, photoIndex) => (
        <button
          // photos have no id, and the same photo may occur twice
          key={photoIndex}
          ref={photoIndex === index ? bringIntoView : null}
          type="button"
          className={styles.pick}
          aria-label={t('Show photo {number}', { number: photoIndex + 1 })}
          aria-current={photoIndex === index || undefined}
          onClick={() => onIndexChange(photoIndex)}
        >
          <Thumbnail photo={photo} url={small[photoIndex]} settled={settled} alt="" />
        </button>
      ))}
    </div>
  );
}

/** The signed URLs of the photos of a task, for both sizes in a single request. */
function usePhotoUrls(photos: readonly string[]) {
  const client = useQueryClient();
  const names = photos.map((photo) => objectNameOf(photo));
  const all = names.flatMap((name) => (name ? [name, smallNameOf(name)] : []));
  const queryKey = ['signed', ...all];
  const signing = useQuery({
    queryKey,
    queryFn: () => signFiles(all),
    meta: { fallback: new Map(), still: true },
    enabled: all.length > 0,
  });

  return {
    /** `large` and `small` are in the order of the photos. A URL is undefined while it is unknown, or if there is none. */
    large: names.map((name) => (name ? signing.data?.get(name) : undefined)),
    small: names.map((name) => (name ? signing.data?.get(smallNameOf(name)) : undefined)),
    /** Whether signing is over: a URL that is missing then does not exist. */
    settled: all.length === 0 || signing.isError || signing.isSuccess,
    error: signing.error,
    signAgain: () => {
      invalidateSignedUrls(all);
      return client.resetQueries({ queryKey, exact: true });
    },
  };
}

interface PhotoStageProps {
  large: string | undefined;
  small: string | undefined;
  /** Whether the large rendition is not available. */
  failed: boolean;
  /** Whether it is not available because there is no connection. */
  unavailable: boolean;
  alt: string;
  onBroken: () => void;
  onRetry: () => void;
}

/** Shows the photo, or the reason why it cannot be shown, with a button to retry. */
function PhotoStage({ failed, unavailable, onRetry, ...photo }: PhotoStageProps) {
  if (failed)
    return (
      <div className={styles.broken}>
        <Icon name="warning" />
        <div role="alert">
          <p>{t('Error loading image')}</p>
          {unavailable && <p>{photoNotStored()}</p>}
        </div>
        <Button onClick={onRetry}>
          <Icon name="retry" />
          {t('Retry')}
        </Button>
      </div>
    );
  return <ZoomedPhoto {...photo} />;
}

/** Shows the small rendition until the large one has loaded. */
function ZoomedPhoto({ large, small, alt, onBroken }: Omit<PhotoStageProps, 'failed' | 'unavailable' | 'onRetry'>) {
  const [isLargeLoaded, setLargeLoaded] = useState(false);
  return (
    <ZoomArea>
      {small && !isLargeLoaded && (
        <img className={styles.photo} src={small} alt="" crossOrigin="anonymous" draggable={false} />
      )}
      {large && (
        <img
          className={styles.photo}
          src={large}
          alt={alt}
          // `storeShownPicture` requests the photo in the same mode, so that the browser answers from its cache
          crossOrigin="anonymous"
          draggable={false}
          onLoad={() => {
            setLargeLoaded(true);
            storeShownPicture(large);
          }}
          onError={onBroken}
        />
      )}
    </ZoomArea>
  );
}
