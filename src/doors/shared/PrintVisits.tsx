import { useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { firstPhotos, type SharedVisit } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { LinkFiles } from './link-files.ts';

/** How long (ms) to wait for photos. After that the page is printed with those that have been loaded. */
const longestWaitMs = 20_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface PrintVisitsProps {
  visits: readonly SharedVisit[];
  files: LinkFiles;
  /** Shows the photos of all visits, even those far outside the visible part of the page. */
  onAllPhotos: () => void;
}

/** Prints the page once the photos of all visits are on it. */
export function PrintVisits({ visits, files, onAllPhotos }: PrintVisitsProps) {
  const [isWaiting, setWaiting] = useState(false);
  const print = async () => {
    setWaiting(true);
    onAllPhotos();
    const photos = visits.flatMap((visit) => firstPhotos(visit).map((stored) => files.small(stored)));
    await Promise.race([Promise.allSettled(photos), pause(longestWaitMs)]);
    // React renders the pictures of the loaded photos
    await pause(0);
    // the pictures are decoded, for which it waits a second at most
    await Promise.race([Promise.allSettled(Array.from(document.images, (image) => image.decode())), pause(1_000)]);
    setWaiting(false);
    window.print();
  };
  return (
    <Button busy={isWaiting} onClick={() => void print()}>
      <Icon name="printer" />
      {t('Print')}
    </Button>
  );
}
