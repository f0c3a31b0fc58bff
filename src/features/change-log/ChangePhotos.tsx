import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PhotoDialog } from '../../components/photo/PhotoDialog.tsx';
import { Thumbnail } from '../../components/photo/Thumbnail.tsx';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import layout from '../../ui/layout.module.css';
import styles from './ChangePhotos.module.css';

interface ChangePhotosProps {
  name: string;
  photos: readonly string[];
}

/** The photos of a task before or after a change: removed ones stay in the bucket (`decisions §8`). */
export function ChangePhotos({ name, photos }: ChangePhotosProps) {
  const signed = useQuery(thumbnailsQuery(photos));
  const [opened, setOpened] = useState<number | null>(null);
  const settled = signed.isSuccess || signed.isError;
  return (
    <>
      <ul className={`${layout.row} ${styles.strip}`}>
        {photos.map((photo, index) => {
          const label = `${name}: photo ${index + 1} of ${photos.length}`;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a task may hold the same photo twice
            <li key={`${index} ${photo}`}>
              <button type="button" className={styles.open} aria-label={label} onClick={() => setOpened(index)}>
                <Thumbnail photo={photo} url={signed.data?.get(photo)} settled={settled} alt={label} />
              </button>
            </li>
          );
        })}
      </ul>
      {opened !== null && (
        <PhotoDialog
          photos={photos}
          title={`Photos ${name.toLowerCase()} the change`}
          date=""
          index={opened}
          onIndexChange={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
