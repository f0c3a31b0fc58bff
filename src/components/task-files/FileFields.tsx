import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { maxPdfMegabytes } from '../../records/upload/file-limits.ts';
import type { Upload, WaitsFor } from '../../records/upload/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { FilePick } from '../../ui/file/FilePick.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { FieldNoteLine, RefusedFiles, UploadProgress } from './UploadStatus.tsx';
import type { FieldNote } from './use-task-files.ts';
import dropZone from '../../ui/drop-zone.module.css';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './FileFields.module.css';

/** The drag data type of a photo of this form, so that other dragged things are not taken for photos. */
const dragType = 'application/x-portal-photo';

interface PhotoFieldProps {
  photos: readonly Upload[];
  refused: readonly Upload[];
  note: FieldNote | null;
  waitsFor: WaitsFor;
  dragging: boolean;
  /** Shown above the photos, for example an offer to take over the time of the first photo. */
  offer?: ReactNode;
  onFiles: (files: File[]) => void;
  onMove: (id: string, position: number) => void;
  onTurn: (id: string) => void;
  onRemove: (upload: Upload) => void;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
  onDismissNote: () => void;
}

export function PhotoField({ photos, refused, note, waitsFor, dragging, offer = null, ...handlers }: PhotoFieldProps) {
  const [announcement, setAnnouncement] = useState('');
  const saved = photos.flatMap((photo) => (photo.saved && photo.url !== null ? [photo.url] : []));
  // while the URLs of a changed list are signed, the previous URLs are shown
  const thumbnails = useQuery({ ...thumbnailsQuery(saved), placeholderData: (previousUrls) => previousUrls });
  const field = useRef<HTMLElement>(null);
  const removedId = useRef('');

  const focusAfter = useFocusAfter();
  /** After a photo was moved or removed, focuses the enabled element that the first matching selector finds. */
  const focusFirstAfterwards = (...selectors: string[]) =>
    focusAfter(() => {
      const elements = selectors.map((selector) => field.current?.querySelector<HTMLElement>(`${selector}:enabled`));
      return elements.find((element) => element) ?? null;
    });

  const move = (id: string, position: number) => {
    const item = `[data-upload="${id}"]`;
    const pressedAction = document.activeElement?.getAttribute('data-action');
    if (pressedAction)
      focusFirstAfterwards(
        `${item} [data-action="${pressedAction}"]`,
        `${item} [data-action]:not([data-action="turn"])`,
      );
    const name = photos.find((photo) => photo.id === id)?.name ?? '';
    setAnnouncement(t('{name} is now photo {place} of {count}.', { name, place: position, count: photos.length }));
    handlers.onMove(id, position);
  };

  // `turn` of an upload counts quarter turns
  const turn = ({ id, name, turn: quarterTurns }: Upload) => {
    setAnnouncement(t('{name}: turned by {degrees} degrees clockwise.', { name, degrees: (quarterTurns + 1) * 90 }));
    handlers.onTurn(id);
  };

  const remove = (photo: Upload) => {
    const index = photos.indexOf(photo);
    const neighbour = photos[index + 1] ?? photos[index - 1];
    focusFirstAfterwards(`[data-upload="${neighbour?.id}"] [data-action="remove"]`, 'input');
    removedId.current = photo.id;
    handlers.onRemove(photo);
  };

  const focusRestored = () => {
    focusFirstAfterwards(`[data-upload="${removedId.current}"] [data-action="remove"]`);
  };

  return (
    <section ref={field} className={`${layout.gap3} ${styles.field}`} aria-labelledby="photos-heading">
      <h2 id="photos-heading">{photos.length > 0 ? t('Photos ({count})', { count: photos.length }) : t('Photos')}</h2>
      <div className={`${layout.row} ${dropZone.zone} ${dragging ? dropZone.dragging : ''}`}>
        <FilePick accept="image/*,.heic,.heif" multiple onFiles={handlers.onFiles}>
          <Icon name="photo" />
          {t('Add photos')}
        </FilePick>
        <p className={`${texts.hint} ${dropZone.hint}`}>
          {dragging
            ? t('Drop them anywhere.')
            : t('Or drop or paste them here. They are resized before they are uploaded.')}
        </p>
      </div>
      {offer}
      <RefusedFiles files={refused} onDismiss={handlers.onDismiss} />
      <FieldNoteLine note={note} beforeUndo={focusRestored} onDismiss={handlers.onDismissNote} />
      {photos.length > 0 && (
        <ol className={styles.list}>
          {photos.map((photo, index) => (
            <PhotoItem
              key={photo.id}
              upload={photo}
              savedUrl={thumbnails.data?.get(photo.url ?? '')}
              waitsFor={waitsFor}
              position={index + 1}
              count={photos.length}
              onMove={move}
              onTurn={() => turn(photo)}
              onRemove={() => remove(photo)}
              onRetry={() => handlers.onRetry(photo.id)}
            />
          ))}
        </ol>
      )}
      <p className={layout.visuallyHidden} role="status">
        {announcement}
      </p>
    </section>
  );
}

interface PhotoItemProps {
  upload: Upload;
  savedUrl: string | undefined;
  waitsFor: WaitsFor;
  position: number;
  count: number;
  onMove: (id: string, position: number) => void;
  onTurn: () => void;
  onRemove: () => void;
  onRetry: () => void;
}

function PhotoItem({ upload, savedUrl, waitsFor, position, count, onMove, onTurn, onRemove, onRetry }: PhotoItemProps) {
  const { id, name, preview, turn } = upload;
  const [isDraggedOver, setOver] = useState(false);

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const draggedId = event.dataTransfer.getData(dragType);
    if (!draggedId) return;
    event.preventDefault();
    onMove(draggedId, position);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons below do the same
    <li
      className={`${surface.box} ${layout.gap4} ${styles.item} ${isDraggedOver ? styles.dropTarget : ''}`}
      data-upload={id}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.picture} data-turn={turn}>
        <PhotoPicture
          preview={preview}
          savedUrl={savedUrl}
          alt={t('{place} of {count}: {name}', { place: position, count, name })}
        />
        <Button
          className={styles.turn}
          aria-label={t('Turn clockwise: {name}', { name })}
          title={t('Turn clockwise')}
          data-action="turn"
          onClick={onTurn}
        >
          <Icon name="turn" />
        </Button>
      </div>
      <p className={`${texts.smaller} ${texts.medium} ${styles.name}`} title={name}>
        {name}
      </p>
      <UploadProgress upload={upload} waitsFor={waitsFor} onRetry={onRetry} />
      <div className={styles.actions}>
        <Button
          variant="ghost"
          aria-label={t('Move earlier: {name}', { name })}
          disabled={position === 1}
          data-action="earlier"
          onClick={() => onMove(id, position - 1)}
        >
          <Icon name="chevron-left" />
        </Button>
        <Button
          variant="ghost"
          aria-label={t('Move later: {name}', { name })}
          disabled={position === count}
          data-action="later"
          onClick={() => onMove(id, position + 1)}
        >
          <Icon name="chevron-right" />
        </Button>
        <Button variant="ghost" aria-label={t('Remove: {name}', { name })} data-action="remove" onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </div>
    </li>
  );
}

function PhotoPicture({ preview, savedUrl, alt }: { preview: Blob | null; savedUrl: string | undefined; alt: string }) {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture || !preview) return undefined;
      const previewUrl = URL.createObjectURL(preview);
      picture.src = previewUrl;
      return () => URL.revokeObjectURL(previewUrl);
    },
    [preview],
  );
  // not draggable: the browser would drag the image as a file, which the form would add again
  if (preview) return <img ref={show} className={texts.faint} alt={alt} draggable={false} />;
  if (savedUrl) return <img src={savedUrl} className={texts.faint} alt={alt} draggable={false} />;
  return (
    <span className={texts.faint}>
      <Icon name="photo" />
    </span>
  );
}

interface PdfFieldProps {
  pdf: Upload | null;
  refused: readonly Upload[];
  note: FieldNote | null;
  waitsFor: WaitsFor;
  onFiles: (files: File[]) => void;
  onRemove: (upload: Upload) => void;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
  onDismissNote: () => void;
}

export function PdfField({ pdf, refused, note, waitsFor, ...handlers }: PdfFieldProps) {
  return (
    <section className={layout.gap3} aria-labelledby="pdf-heading">
      <h2 id="pdf-heading">{t('PDF report')}</h2>
      {pdf && (
        <div className={`${surface.box} ${styles.file}`}>
          <span className={`${texts.faint} ${styles.sign}`}>
            <Icon name="pdf" />
          </span>
          <div className={`${layout.gap4} ${styles.words}`}>
            <p className={`${texts.medium} ${texts.breaks}`}>{pdf.name}</p>
            <UploadProgress upload={pdf} waitsFor={waitsFor} onRetry={() => handlers.onRetry(pdf.id)} />
          </div>
        </div>
      )}
      <RefusedFiles files={refused} onDismiss={handlers.onDismiss} />
      <FieldNoteLine note={note} onDismiss={handlers.onDismissNote} />
      <div className={`${layout.row} ${styles.pdfActions}`}>
        <FilePick accept="application/pdf,.pdf" onFiles={handlers.onFiles}>
          {!pdf && <Icon name="pdf" />}
          {pdf ? t('Replace') : t('Choose a PDF')}
        </FilePick>
        {pdf ? (
          <Button aria-label={t('Remove: {name}', { name: pdf.name })} onClick={() => handlers.onRemove(pdf)}>
            {t('Remove')}
          </Button>
        ) : (
          <p className={texts.hint}>{t('Optional. One file of at most {most} MB.', { most: maxPdfMegabytes })}</p>
        )}
      </div>
    </section>
  );
}
