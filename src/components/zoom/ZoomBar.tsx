import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Zoom } from './use-zoom.ts';
import styles from './ZoomBar.module.css';

export function ZoomBar({ zoom, zoomTo, stepZoom }: Pick<Zoom, 'zoom' | 'zoomTo' | 'stepZoom'>) {
  return (
    <div className={styles.bar} role="group" aria-label="Zoom">
      <Button aria-label="Zoom out" onClick={() => stepZoom(-1)}>
        <Icon name="minus" />
      </Button>
      <output className={styles.percent}>{`${Math.round(zoom * 100)} %`}</output>
      <Button aria-label="Zoom in" onClick={() => stepZoom(1)}>
        <Icon name="plus" />
      </Button>
      <Button onClick={() => zoomTo(1)}>Fit</Button>
    </div>
  );
}
