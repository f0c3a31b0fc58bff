import { useEffect, useState } from 'react';
import { photoFormat, PhotoArrows, useCarousel, ZoomArea } from '../../components/photo/carousel.tsx';
import { t } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useShownFile } from '../../lib/screen/shown-file.ts';
import type { SharedVisit } from '../../records/task/task.ts';
import { visitFileName, visitTitle } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { LinkFiles } from './link-files.ts';
import { useLinkFile } from './use-link-file.ts';
import photos from '../../components/photo/PhotoDialog.module.css';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

interface SharedPhotoDialogProps {
  visit: SharedVisit;
  files: LinkFiles;
  index: number;
  onIndexChange: (index: number) => void;
  /** Called when somebody tries again after the server refused a file: the link may have ended. */
  onRefused: () => void;
  onClose: () => void;
}

/** The carousel of a visit's photos: the first photo follows the last. */
export function SharedPhotoDialog({ visit, files, index, onIndexChange, onRefused, onClose }: SharedPhotoDialogProps) {
  const { urls } = visit;
  const total = urls.length;
  const stored = urls[index] ?? null;
  const title = visitTitle(visit);
  const date = longDate(visit.time);
  const [{ kind, file }, retry] = useLinkFile(stored, files.large);
  const [{ file: small }] = useLinkFile(stored, files.small);
  const { move, swipe } = useCarousel(total, index, onIndexChange);
  const nextPhoto = urls[(index + 1) % total];
  useEffect(() => {
    // loads the next photo in advance; if that fails, its own page of the carousel shows the error
    if (file && nextPhoto !== undefined) files.large(nextPhoto).catch(() => undefined);
  }, [file, nextPhoto, files]);
  const { extension } = photoFormat(stored ?? '');

  return (
    <FullDialog
      title={title}
      onClose={onClose}
      footer={
        <Button
          unavailable={file === null}
          onClick={() => file && saveFile(file, visitFileName(null, visit, extension, `${index + 1}`))}
        >
          <Icon name="download" />
          {t('Download photo')}
        </Button>
      }
    >
      <div
        className={`${layout.gap2} ${photos.carousel}`}
        role="group"
        aria-roledescription={t('carousel')}
        aria-label={t('Photos: {title}', { title })}
      >
        <div className={photos.stage} {...swipe}>
          {kind === 'refused' || kind === 'silent' ? (
            <MissingPhoto
              onAgain={() => {
                if (kind === 'refused') onRefused();
                retry();
              }}
            />
          ) : (
            <LargePhoto
              key={`${index} ${stored}`}
              file={file}
              small={small}
              alt={t('Photo {number} of {total}: {title}, {date}', { number: index + 1, total, title, date })}
            />
          )}
          {total > 1 && <PhotoArrows move={move} />}
        </div>
        <div className={`${texts.muted} ${photos.line}`}>
          <span>{date}</span>
          <span className={`${texts.bold} ${photos.position}`} aria-live="polite">
            {`${index + 1} / ${total}`}
          </span>
        </div>
      </div>
    </FullDialog>
  );
}

function MissingPhoto({ onAgain }: { onAgain: () => void }) {
  return (
    <div className={photos.broken}>
      <Icon name="warning" />
      <p role="alert">{t('This photo could not be loaded.')}</p>
      <Button onClick={onAgain}>
        <Icon name="retry" />
        {t('Try again')}
      </Button>
    </div>
  );
}

interface LargePhotoProps {
  /** Null while it is loading. */
  file: Blob | null;
  /** Its small version, which is shown meanwhile. */
  small: Blob | null;
  alt: string;
}

function LargePhoto({ file, small, alt }: LargePhotoProps) {
  const [isUnreadable, setUnreadable] = useState(false);
  if (isUnreadable) return <MissingPhoto onAgain={() => setUnreadable(false)} />;
  return (
    <ZoomArea>
      {small && !file && <Picture file={small} alt="" />}
      {file && <Picture file={file} alt={alt} onBroken={() => setUnreadable(true)} />}
    </ZoomArea>
  );
}

function Picture({ file, alt, onBroken }: { file: Blob; alt: string; onBroken?: () => void }) {
  const imageRef = useShownFile(file);
  return <img ref={imageRef} className={photos.photo} alt={alt} draggable={false} onError={onBroken} />;
}
