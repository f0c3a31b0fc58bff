import { useRef, type PointerEvent, type ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { useKeys } from '../../lib/screen/keyboard.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useZoom } from '../zoom/use-zoom.ts';
import styles from './PhotoDialog.module.css';

// The parts that all photo carousels share. The carousels load their photos in different ways.

/** In pixels: a shorter movement is not a swipe. */
const swipeLength = 48;

/** Goes from photo to photo by keys and by swiping. After the last photo comes the first. */
export function useCarousel(total: number, index: number, onIndexChange: (index: number) => void) {
  const move = (step: number) => onIndexChange((index + step + total) % total);
  useKeys(
    total < 2
      ? null
      : {
          ArrowLeft: () => move(-1),
          ArrowRight: () => move(1),
          Home: () => onIndexChange(0),
          End: () => onIndexChange(total - 1),
        },
  );
  return { move, swipe: useSwipe(total < 2 ? null : move) };
}

/**
 * Event handlers that make a swipe over the photo go to the next or the previous photo.
 * @param move null if there is no other photo
 */
function useSwipe(move: ((step: number) => void) | null) {
  /** The horizontal position of the finger when it touched the photo, in pixels. */
  const startX = useRef<number>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      // a second finger means pinching and not swiping
      startX.current = event.isPrimary ? event.clientX : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const distance = event.clientX - (startX.current ?? event.clientX);
      startX.current = null;
      if (event.pointerType !== 'mouse' && Math.abs(distance) >= swipeLength) move?.(distance < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      startX.current = null;
    },
  };
}

/** The buttons for the next and the previous photo, over the photo. */
export function PhotoArrows({ move }: { move: (step: number) => void }) {
  return (
    <>
      <button
        type="button"
        className={`${styles.arrow} ${styles.previous}`}
        onClick={() => move(-1)}
        aria-label={t('Previous photo')}
      >
        <Icon name="chevron-left" />
      </button>
      <button
        type="button"
        className={`${styles.arrow} ${styles.next}`}
        onClick={() => move(1)}
        aria-label={t('Next photo')}
        data-autofocus
      >
        <Icon name="chevron-right" />
      </button>
    </>
  );
}

/** Fits its content into the free area. Pinching, a double tap or keys make it larger. */
export function ZoomArea({ children }: { children: ReactNode }) {
  const { area, zoom } = useZoom();
  return (
    <div ref={area} className={`${styles.area} ${zoom > 1 ? styles.zoomed : ''}`}>
      <div className={styles.sheet} style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }} data-zooms>
        {children}
      </div>
    </div>
  );
}

/** The file extension and media type of a stored photo. The portal uploads JPEGs, but the bucket may contain other formats. */
export function photoFormat(url: string): { extension: string; type: string } {
  const extension = /\.(?<ending>png|webp)$/u.exec(url)?.groups?.['ending'];
  return extension ? { extension, type: `image/${extension}` } : { extension: 'jpg', type: 'image/jpeg' };
}
