import { useState } from 'react';
import { keepShown } from '../../lib/saved/keep-shown.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useZoom } from '../zoom/use-zoom.ts';
import styles from './PhotoStage.module.css';

interface PhotoStageProps {
  large: string | undefined;
  small: string | undefined;
  /** The large one is not available. */
  failed: boolean;
  alt: string;
  onBroken: () => void;
  onRetry: () => void;
}

/** The background of a photo; shows a retry if it failed to load. */
export function PhotoStage({ failed, onRetry, ...photo }: PhotoStageProps) {
  if (failed)
    return (
      <div className={styles.broken}>
        <Icon name="warning" />
        <p role="alert">Error loading image</p>
        <Button onClick={onRetry}>
          <Icon name="retry" />
          Retry
        </Button>
      </div>
    );
  return <ZoomedPhoto {...photo} />;
}

/** Shows the small rendition until the large one has loaded. */
function ZoomedPhoto({ large, small, alt, onBroken }: Omit<PhotoStageProps, 'failed' | 'onRetry'>) {
  const { area, zoom } = useZoom();
  const [shown, setShown] = useState(false);
  return (
    <div ref={area} className={`${styles.area} ${zoom > 1 ? styles.zoomed : ''}`}>
      <div className={styles.sheet} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }} data-zooms>
        {small && !shown && (
          <img className={styles.photo} src={small} alt="" crossOrigin="anonymous" draggable={false} />
        )}
        {large && (
          <img
            className={styles.photo}
            src={large}
            alt={alt}
            // the same mode as `keepShown`, which then finds it in the browser's cache
            crossOrigin="anonymous"
            draggable={false}
            onLoad={() => {
              setShown(true);
              keepShown(large);
            }}
            onError={onBroken}
          />
        )}
      </div>
    </div>
  );
}
