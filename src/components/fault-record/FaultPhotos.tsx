import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { useShownFile } from '../../lib/screen/shown-file.ts';
import { faultPhotoQuery } from '../../records/fault/fault-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { FullDialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import styles from './FaultReports.module.css';

/** The photos of a report. Each opens in a dialog of full size. Without a connection the copies on this device are shown. */
export function FaultPhotos({ photos }: { photos: readonly string[] }) {
  const [openedIndex, setOpenedIndex] = useState<number | null>(null);
  const labelOf = (index: number) => t('Photo {number} of {count}', { number: index + 1, count: photos.length });
  const openedPhoto = openedIndex === null ? undefined : photos[openedIndex];
  const move = (step: number) => setOpenedIndex(((openedIndex ?? 0) + step + photos.length) % photos.length);
  return (
    <>
      <ul className={`${layout.wrap} ${styles.photos}`}>
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              className={`${surface.bare} ${styles.thumbnail}`}
              aria-label={labelOf(index)}
              onClick={() => setOpenedIndex(index)}
            >
              <Photo name={photo} alt="" className={styles.small} />
            </button>
          </li>
        ))}
      </ul>
      {openedIndex !== null && openedPhoto !== undefined && (
        <FullDialog
          title={labelOf(openedIndex)}
          onClose={() => setOpenedIndex(null)}
          footer={
            photos.length > 1 && (
              <>
                <Button onClick={() => move(-1)}>
                  <Icon name="chevron-left" />
                  {t('Previous photo')}
                </Button>
                <Button onClick={() => move(1)}>
                  {t('Next photo')}
                  <Icon name="chevron-right" />
                </Button>
              </>
            )
          }
        >
          <Photo key={openedPhoto} name={openedPhoto} alt={labelOf(openedIndex)} className={styles.large} />
        </FullDialog>
      )}
    </>
  );
}

interface PhotoProps {
  name: string;
  alt: string;
  className: string | undefined;
}

function Photo({ name, alt, className }: PhotoProps) {
  const photo = useQuery(faultPhotoQuery(name));
  if (photo.data) return <ShownPhoto file={photo.data} alt={alt} className={className} />;
  return (
    <span className={className}>
      {hasFailed(photo) && (
        <>
          <Icon name="photo" />
          <span className={layout.visuallyHidden}>{t('Not available')}</span>
        </>
      )}
    </span>
  );
}

function ShownPhoto({ file, alt, className }: Omit<PhotoProps, 'name'> & { file: Blob }) {
  const ref = useShownFile(file);
  return <img ref={ref} className={className} alt={alt} />;
}
