import { bringIntoView } from '../../lib/screen/bring-into-view.ts';
import styles from './PhotoStrip.module.css';
import { Thumbnail } from './Thumbnail.tsx';

interface PhotoStripProps {
  photos: readonly string[];
  small: readonly (string | undefined)[];
  settled: boolean;
  index: number;
  onIndexChange: (index: number) => void;
}

export function PhotoStrip({ photos, small, settled, index, onIndexChange }: PhotoStripProps) {
  return (
    <div className={styles.strip}>
      {photos.map((photo, at) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- a photo is identified only by its place
          key={at}
          ref={at === index ? bringIntoView : null}
          type="button"
          className={styles.pick}
          aria-label={`Show photo ${at + 1}`}
          aria-current={at === index || undefined}
          onClick={() => onIndexChange(at)}
        >
          <Thumbnail photo={photo} url={small[at]} settled={settled} alt="" />
        </button>
      ))}
    </div>
  );
}
