import { momentText, longDate } from '../../records/time.ts';
import { hasPdf, type Task } from '../../records/task/task.ts';
import { toVisit } from '../../records/portal-links.ts';
import { shownSite } from '../../records/site/site-places.ts';
import { PdfDialog } from '../pdf/PdfDialog.tsx';
import { PhotoDialog } from '../photo/PhotoDialog.tsx';
import type { OpenedFile } from './use-opened-file.ts';

interface TaskDialogsProps {
  tasks: readonly Task[];
  opened: OpenedFile | null;
  showPhoto: (index: number) => void;
  onClose: () => void;
}

export function TaskDialogs({ tasks, opened, showPhoto, onClose }: TaskDialogsProps) {
  const task = opened && tasks.find(({ id }) => id === opened.task);
  if (!task) return null;
  if (opened.kind === 'pdf')
    return hasPdf(task) ? (
      <PdfDialog
        url={task.pdf}
        title={task.title}
        date={longDate(task.time)}
        link={toVisit(task.id, shownSite(), { pdf: true })}
        onClose={onClose}
      />
    ) : null;
  if (opened.index >= task.urls.length) return null;
  return (
    <PhotoDialog
      photos={task.urls}
      title={task.title}
      date={momentText(task.time)}
      linkOf={(photo) => toVisit(task.id, shownSite(), { photo })}
      index={opened.index}
      onIndexChange={showPhoto}
      onClose={onClose}
    />
  );
}
