import { useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Thumbnail.module.css';

interface ThumbnailProps {
  address: string | undefined;
  /** Whether an address that is missing now will not come any more. */
  settled: boolean;
  alt: string;
}

/** A small photo in a place of fixed size. One that is not there leaves a quiet picture sign. */
export function Thumbnail({ address, settled, alt }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  if (address && address !== broken)
    return (
      <img
        className={styles.thumbnail}
        src={address}
        alt={alt}
        width="96"
        height="72"
        loading="lazy"
        decoding="async"
        onError={() => setBroken(address)}
      />
    );
  if (!address && !settled) return <span className={styles.thumbnail} />;
  return (
    <span className={`${styles.thumbnail} ${styles.missing}`} role="img" aria-label={`${alt}, not available`}>
      <Icon name="photo" />
    </span>
  );
}
