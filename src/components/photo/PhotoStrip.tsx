import styles from './PhotoStrip.module.css';
import { Thumbnail } from './Thumbnail.tsx';

interface PhotoStripProps {
  small: readonly (string | undefined)[];
  settled: boolean;
  index: number;
  onIndexChange: (index: number) => void;
}

export function PhotoStrip({ small, settled, index, onIndexChange }: PhotoStripProps) {
  return (
    <div className={styles.strip}>
      {small.map((url, at) => (
        <button
          // oxlint-disable-next-line react/no-array-index-key -- photos have no other identity than their place
          key={at}
          ref={at === index ? bringIntoView : null}
          type="button"
          className={styles.pick}
          aria-label={`Show photo ${at + 1}`}
          aria-current={at === index || undefined}
          onClick={() => onIndexChange(at)}
        >
          <Thumbnail url={url} settled={settled} alt="" />
        </button>
      ))}
    </div>
  );
}

function bringIntoView(button: HTMLElement | null): void {
  button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
