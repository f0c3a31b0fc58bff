import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Upload } from './upload-queue.ts';
import { FilePick } from '../../ui/file/FilePick.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PhotoField.module.css';
import { PhotoItem } from './PhotoItem.tsx';

interface PhotoFieldProps {
  photos: readonly Upload[];
  siteKnown: boolean;
  /** Files are being dragged over the page. */
  dragging: boolean;
  onFiles: (files: File[]) => void;
  onMove: (id: string, place: number) => void;
  onRemove: (upload: Upload) => void;
  onRetry: (id: string) => void;
  /** What is to be said about files, between the field and the list. */
  children: ReactNode;
}

/** The photos of the task: chosen, dropped or pasted, in the order in which they will be shown. */
export function PhotoField({ photos, siteKnown, dragging, children, ...on }: PhotoFieldProps) {
  const [said, setSaid] = useState('');
  const field = useRef<HTMLElement>(null);
  /** Where the focus goes after the next change, the best place first. */
  const focusNext = useRef<string[]>([]);

  // a moved or removed photo takes the focus along with it
  useEffect(() => {
    const places = focusNext.current;
    focusNext.current = [];
    const found = places.map((place) => field.current?.querySelector<HTMLElement>(`${place}:enabled`));
    found.find((one) => one)?.focus();
  });

  const move = (id: string, place: number) => {
    const item = `[data-upload="${id}"]`;
    const active = document.activeElement?.getAttribute('data-action');
    if (active) focusNext.current = [`${item} [data-action="${active}"]`, `${item} [data-action]`];
    const name = photos.find((photo) => photo.id === id)?.name ?? '';
    setSaid(`${name} is now photo ${place} of ${photos.length}.`);
    on.onMove(id, place);
  };

  const remove = (photo: Upload) => {
    const index = photos.indexOf(photo);
    const neighbour = photos[index + 1] ?? photos[index - 1];
    focusNext.current = [`[data-upload="${neighbour?.id}"] [data-action="remove"]`, 'input'];
    on.onRemove(photo);
  };

  return (
    <section ref={field} className={styles.field} aria-labelledby="photos-heading">
      <h2 id="photos-heading">Photos{photos.length > 0 && ` (${photos.length})`}</h2>
      <div className={`${styles.zone} ${dragging ? styles.dragging : ''}`}>
        <FilePick accept="image/*,.heic,.heif" multiple onFiles={on.onFiles}>
          <Icon name="photo" />
          Add photos
        </FilePick>
        <p className={styles.hint}>
          {dragging ? 'Drop them anywhere.' : 'Or drop or paste them here. They are made smaller before they go up.'}
        </p>
      </div>
      {children}
      {photos.length > 0 && (
        <ol className={styles.list}>
          {photos.map((photo, index) => (
            <PhotoItem
              key={photo.id}
              upload={photo}
              siteKnown={siteKnown}
              place={index + 1}
              count={photos.length}
              onMove={move}
              onRemove={() => remove(photo)}
              onRetry={() => on.onRetry(photo.id)}
            />
          ))}
        </ol>
      )}
      <p className={styles.said} role="status">
        {said}
      </p>
    </section>
  );
}
