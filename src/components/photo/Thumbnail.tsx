import { useEffect, useState } from 'react';
import { readPhotoCopy, canStoreFiles } from '../../lib/device/copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { storeShownPicture } from '../../lib/device/store-shown-picture.ts';
import { t } from '../../lib/language/translate.ts';
import { Icon } from '../../ui/Icon.tsx';
import texts from '../../ui/text.module.css';
import styles from './PhotoDialog.module.css';

interface ThumbnailProps {
  photo: string;
  url: string | undefined;
  /** Whether a missing URL stays missing. */
  settled: boolean;
  alt: string;
}

/** A small photo; when its URL does not work, the copy on this device. */
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
        // the same mode as `storeShownPicture`, which then finds it in the browser's cache
        crossOrigin="anonymous"
        loading="lazy"
        decoding="async"
        onLoad={({ currentTarget }) => storeShownPicture(currentTarget.src)}
        onError={shown.onBroken}
      />
    );
  if (!shown.failed) return <span className={styles.thumbnail} />;
  return (
    <span
      className={`${styles.thumbnail} ${texts.faint} ${styles.missing}`}
      role="img"
      aria-label={t('{photo}, not available', { photo: alt })}
    >
      <Icon name="photo" />
    </span>
  );
}

interface PhotoRequest {
  photo: string | undefined;
  url: string | undefined;
  /** Whether a missing URL stays missing. */
  settled: boolean;
  size: 'small' | 'large';
}

/** A photo's signed URL, or that of the copy on this device when none works. */
export function useShownPhoto({ photo, url, settled, size }: PhotoRequest) {
  const [urlState, setUrlState] = useState<{ photo: string | undefined; broken: readonly string[] }>({
    photo,
    broken: [],
  });
  // a photo that is shown again is retried
  if (urlState.photo !== photo) setUrlState({ photo, broken: [] });
  const { broken } = urlState;
  const unlessBroken = (candidate: string | null | undefined) =>
    candidate && !broken.includes(candidate) ? candidate : undefined;
  const live = unlessBroken(url);
  const needsCopy = live === undefined && (settled || url !== undefined);
  const copyUrl = usePhotoCopy(needsCopy ? photo : undefined, size);
  const shown = live ?? unlessBroken(copyUrl);
  return {
    url: shown,
    failed: needsCopy && copyUrl !== undefined && shown === undefined,
    onBroken: () => {
      if (shown !== undefined) setUrlState({ photo, broken: [...broken, shown] });
    },
    /** Retries URLs that did not work. */
    again: () => setUrlState({ photo, broken: [] }),
  };
}

/** URL of the copy on this device, revoked on unmount: undefined while unknown, null without one. */
function usePhotoCopy(photo: string | undefined, size: PhotoRequest['size']): string | null | undefined {
  const [found, setFound] = useState<{ photo: string; url: string | null } | null>(null);
  const owner = currentOwner();
  const wantedPhoto = owner !== null && canStoreFiles() ? photo : undefined;

  useEffect(() => {
    if (wantedPhoto === undefined || owner === null) return undefined;
    let isUnmounted = false;
    let url: string | null = null;
    void (async () => {
      const copy = await readPhotoCopy(owner, wantedPhoto, size);
      if (isUnmounted) return;
      url = copy && URL.createObjectURL(copy);
      setFound({ photo: wantedPhoto, url });
    })();
    return () => {
      isUnmounted = true;
      if (url) URL.revokeObjectURL(url);
      setFound(null);
    };
  }, [wantedPhoto, owner, size]);

  if (wantedPhoto === undefined) return null;
  return found?.photo === wantedPhoto ? found.url : undefined;
}
