import { useCallback } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PhotoPicture.module.css';

interface PhotoPictureProps {
  preview: Blob | null;
  stored: string | undefined;
  alt: string;
}

export function PhotoPicture({ preview, stored, alt }: PhotoPictureProps) {
  const show = useCallback(
    (picture: HTMLImageElement | null) => {
      if (!picture || !preview) return undefined;
      const shown = URL.createObjectURL(preview);
      picture.src = shown;
      return () => URL.revokeObjectURL(shown);
    },
    [preview],
  );
  // a dragged picture would count as a file
  if (preview) return <img ref={show} className={styles.picture} alt={alt} draggable={false} />;
  if (stored) return <img src={stored} className={styles.picture} alt={alt} draggable={false} />;
  return (
    <span className={styles.picture}>
      <Icon name="photo" />
    </span>
  );
}
