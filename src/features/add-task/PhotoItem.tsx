import { useCallback, useState, type DragEvent } from 'react';
import type { Upload } from './upload-queue.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PhotoItem.module.css';
import { UploadProgress } from './UploadProgress.tsx';

/** What a dragged photo carries, so that nothing else is taken for one. */
const dragType = 'application/x-portal-photo';

interface PhotoItemProps {
  upload: Upload;
  siteKnown: boolean;
  /** From 1. */
  place: number;
  count: number;
  onMove: (id: string, place: number) => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** One photo of the task: what it shows, how far it is, its place, and the way out. */
export function PhotoItem({ upload, siteKnown, place, count, onMove, onRemove, onRetry }: PhotoItemProps) {
  const { id, name, preview } = upload;
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture || !preview) return undefined;
      const address = URL.createObjectURL(preview);
      picture.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [preview],
  );
  const [over, setOver] = useState(false);

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const dragged = event.dataTransfer.getData(dragType);
    if (!dragged) return;
    event.preventDefault();
    onMove(dragged, place);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons below do the same
    <li
      className={`${styles.item} ${over ? styles.over : ''}`}
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
      {preview ? (
        // a dragged picture would count as a file
        <img ref={show} className={styles.picture} alt={`${place} of ${count}: ${name}`} draggable={false} />
      ) : (
        <span className={styles.picture}>
          <Icon name="photo" />
        </span>
      )}
      <p className={styles.name} title={name}>
        {name}
      </p>
      <UploadProgress upload={upload} siteKnown={siteKnown} onRetry={onRetry} />
      <div className={styles.actions}>
        <Button
          variant="ghost"
          aria-label={`Move earlier: ${name}`}
          disabled={place === 1}
          data-action="earlier"
          onClick={() => onMove(id, place - 1)}
        >
          <Icon name="chevron-left" />
        </Button>
        <Button
          variant="ghost"
          aria-label={`Move later: ${name}`}
          disabled={place === count}
          data-action="later"
          onClick={() => onMove(id, place + 1)}
        >
          <Icon name="chevron-right" />
        </Button>
        <Button variant="ghost" aria-label={`Remove: ${name}`} data-action="remove" onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </div>
    </li>
  );
}
