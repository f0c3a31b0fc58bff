import { useState } from 'react';
import { keepShown } from '../../lib/saved/keep-shown.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useZoom } from '../zoom/use-zoom.ts';
import styles from './PhotoStage.module.css';

interface PhotoStageProps {
  large: string | undefined;
  small: string | undefined;
  /** There is no large one to be had. */
  failed: boolean;
  alt: string;
  onBroken: () => void;
  onRetry: () => void;
}

/** What a photo stands on; one that did not come says so, and can be asked for again. */
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

/** Shows the small copy until the large one is there. */
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
            // as `keepShown` fetches it, which then finds it in the browser's own cache
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
