import { useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Thumbnail.module.css';

interface ThumbnailProps {
  url: string | undefined;
  /** Whether a missing URL stays missing. */
  settled: boolean;
  alt: string;
}

export function Thumbnail({ url, settled, alt }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  if (url && url !== broken)
    return (
      <img
        className={styles.thumbnail}
        src={url}
        alt={alt}
        width="96"
        height="72"
        loading="lazy"
        decoding="async"
        onError={() => setBroken(url)}
      />
    );
  if (!url && !settled) return <span className={styles.thumbnail} />;
  return (
    <span className={`${styles.thumbnail} ${styles.missing}`} role="img" aria-label={`${alt}, not available`}>
      <Icon name="photo" />
    </span>
  );
}
