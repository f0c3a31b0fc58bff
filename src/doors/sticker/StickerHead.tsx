import { t } from '../../lib/language/translate.ts';
import { stickerNumber } from '../../records/fault/sticker.ts';
import { DoorHead } from '../DoorHead.tsx';
import type { StickerState } from './sticker.ts';
import styles from './StickerHead.module.css';

/** The head of the page: the site and the post of the sticker, and the choice of the language. */
export function StickerHead({ sticker: { kind, opened } }: { sticker: StickerState }) {
  return (
    <DoorHead title={opened?.site ?? t('Report a fault')}>
      {/* while the sticker is read, the paragraph is empty and reserves the space */}
      {(opened ?? kind === 'asking') && (
        <p className={styles.place}>
          {opened && opened.post !== null && <span className={styles.post}>{opened.post}</span>}
          {opened && <span>{stickerNumber(opened.sticker)}</span>}
        </p>
      )}
    </DoorHead>
  );
}
