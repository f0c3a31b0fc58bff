import { keepShown } from '../../lib/saved/keep-shown.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Thumbnail.module.css';
import { useShownPhoto } from './use-shown-photo.ts';

interface ThumbnailProps {
  photo: string;
  url: string | undefined;
  /** Whether a missing URL stays missing. */
  settled: boolean;
  alt: string;
}

/** Falls back to the copy on this device. */
export function Thumbnail({ photo, url, settled, alt }: ThumbnailProps) {
  const shown = useShownPhoto({ photo, url, settled, size: 'small' });
  if (shown.url)
    return (
      <img
        className={styles.thumbnail}
        src={shown.url}
        alt={alt}
        width="96"
        height="72"
        // the same mode as `keepShown`, which then finds it in the browser's cache
        crossOrigin="anonymous"
        loading="lazy"
        decoding="async"
        onLoad={({ currentTarget }) => keepShown(currentTarget.src)}
        onError={shown.onBroken}
      />
    );
  if (!shown.failed) return <span className={styles.thumbnail} />;
  return (
    <span className={`${styles.thumbnail} ${styles.missing}`} role="img" aria-label={`${alt}, not available`}>
      <Icon name="photo" />
    </span>
  );
}
