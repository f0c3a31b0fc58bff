import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PhotoStage.module.css';

interface PhotoStageProps {
  large: string | undefined;
  small: string | undefined;
  /** Whether a missing URL stays missing. */
  settled: boolean;
  alt: string;
  onRetry: () => Promise<void>;
}

/** Shows the small copy until the large one is there. */
export function PhotoStage({ large, small, settled, alt, onRetry }: PhotoStageProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading');

  if (state === 'broken' || (settled && !large))
    return (
      <div className={styles.broken}>
        <Icon name="warning" />
        <p role="alert">Error loading image</p>
        <Button onClick={() => void onRetry().then(() => setState('loading'))}>
          <Icon name="retry" />
          Retry
        </Button>
      </div>
    );
  return (
    <>
      {small && state === 'loading' && <img className={styles.photo} src={small} alt="" draggable={false} />}
      {large && (
        <img
          className={styles.photo}
          src={large}
          alt={alt}
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('broken')}
        />
      )}
    </>
  );
}
