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
  /** Whether signing is over: a URL that is missing then does not exist. */
  settled: boolean;
  alt: string;
}

/** A small photo. If its URL does not work, the copy on this device is shown. */
export function Thumbnail({ photo, url, settled, alt }: ThumbnailProps) {
  const shownPhoto = useShownPhoto({ photo, url, settled, size: 'small' });
  if (shownPhoto.url)
    return (
      <img
        className={styles.thumbnail}
        src={shownPhoto.url}
        alt={alt}
        width="96"
        height="72"
        // `storeShownPicture` requests the photo in the same mode, so that the browser answers from its cache
        crossOrigin="anonymous"
        loading="lazy"
        decoding="async"
        onLoad={({ currentTarget }) => storeShownPicture(currentTarget.src)}
        onError={shownPhoto.onBroken}
      />
    );
  if (!shownPhoto.failed) return <span className={styles.thumbnail} />;
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
  /** Whether signing is over: a URL that is missing then does not exist. */
  settled: boolean;
  size: 'small' | 'large';
}

/** The signed URL of a photo, or the URL of the copy on this device if the signed URL does not work. */
export function useShownPhoto({ photo, url, settled, size }: PhotoRequest) {
  const [urlState, setUrlState] = useState<{ photo: string | undefined; broken: readonly string[] }>({
    photo,
    broken: [],
  });
  // when another photo is shown, the broken URLs are forgotten, so that a photo that is shown again is tried again
  if (urlState.photo !== photo) setUrlState({ photo, broken: [] });
  const { broken } = urlState;
  const unlessBroken = (candidate: string | null | undefined) =>
    candidate && !broken.includes(candidate) ? candidate : undefined;
  const signedUrl = unlessBroken(url);
  // there is no signed URL, or it does not work; while it is still being signed, the copy is not read
  const needsCopy = signedUrl === undefined && (settled || url !== undefined);
  const copyUrl = usePhotoCopy(needsCopy ? photo : undefined, size);
  const shownUrl = signedUrl ?? unlessBroken(copyUrl);
  return {
    url: shownUrl,
    failed: needsCopy && copyUrl !== undefined && shownUrl === undefined,
    /** To be called when the image reports an error. */
    onBroken: () => {
      if (shownUrl !== undefined) setUrlState({ photo, broken: [...broken, shownUrl] });
    },
    /** Tries the URLs again that did not work. */
    retry: () => setUrlState({ photo, broken: [] }),
  };
}

/** The object URL of the copy on this device, revoked on unmount. Undefined until the copy is read, null if there is none. */
function usePhotoCopy(photo: string | undefined, size: PhotoRequest['size']): string | null | undefined {
  const [loadedCopy, setLoadedCopy] = useState<{ photo: string; url: string | null } | null>(null);
  const owner = currentOwner();
  const requestedPhoto = owner !== null && canStoreFiles() ? photo : undefined;

  useEffect(() => {
    if (requestedPhoto === undefined || owner === null) return undefined;
    let isUnmounted = false;
    let url: string | null = null;
    void (async () => {
      const copy = await readPhotoCopy(owner, requestedPhoto, size);
      if (isUnmounted) return;
      url = copy && URL.createObjectURL(copy);
      setLoadedCopy({ photo: requestedPhoto, url });
    })();
    return () => {
      isUnmounted = true;
      if (url) URL.revokeObjectURL(url);
      setLoadedCopy(null);
    };
  }, [requestedPhoto, owner, size]);

  if (requestedPhoto === undefined) return null;
  return loadedCopy?.photo === requestedPhoto ? loadedCopy.url : undefined;
}
