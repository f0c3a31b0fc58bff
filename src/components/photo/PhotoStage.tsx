import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useZoom } from '../zoom/use-zoom.ts';
import styles from './PhotoStage.module.css';

interface PhotoStageProps {
  large: string | undefined;
  small: string | undefined;
  /** Whether a missing URL stays missing. */
  settled: boolean;
  alt: string;
  onRetry: () => Promise<void>;
}

/** What a photo stands on; one that did not come says so, and can be asked for again. */
export function PhotoStage({ large, small, settled, alt, onRetry }: PhotoStageProps) {
  const [broken, setBroken] = useState(false);

  if (broken || (settled && !large))
    return (
      <div className={styles.broken}>
        <Icon name="warning" />
        <p role="alert">Error loading image</p>
        <Button onClick={() => void onRetry().then(() => setBroken(false))}>
          <Icon name="retry" />
          Retry
        </Button>
      </div>
    );
  return <ZoomedPhoto large={large} small={small} alt={alt} onBroken={() => setBroken(true)} />;
}

interface ZoomedPhotoProps extends Pick<PhotoStageProps, 'large' | 'small' | 'alt'> {
  onBroken: () => void;
}

/** Shows the small copy until the large one is there. */
function ZoomedPhoto({ large, small, alt, onBroken }: ZoomedPhotoProps) {
  const { area, zoom } = useZoom();
  const [shown, setShown] = useState(false);
  return (
    <div ref={area} className={`${styles.area} ${zoom > 1 ? styles.zoomed : ''}`}>
      <div className={styles.sheet} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }} data-zooms>
        {small && !shown && <img className={styles.photo} src={small} alt="" draggable={false} />}
        {large && (
          <img
            className={styles.photo}
            src={large}
            alt={alt}
            draggable={false}
            onLoad={() => setShown(true)}
            onError={onBroken}
          />
        )}
      </div>
    </div>
  );
}
