import { memo, type CSSProperties } from 'react';
import { useInView } from '../../../lib/screen/use-in-view.ts';
import { useWhen } from '../../../lib/screen/use-when.ts';
import type { OwnVisits } from '../../../components/task-edit/use-own-visits.ts';
import type { TaskChunk } from './task-chunks.ts';
import { TaskCard } from '../../../components/task/TaskCard.tsx';
import styles from './TaskCards.module.css';

interface TaskCardsProps {
  chunk: TaskChunk;
  drawn: boolean;
  /** Whether their text is rendered while they are far away. */
  written: boolean;
  linked: number | null;
  added: ReadonlySet<number>;
  thumbnails: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  /** Called with the block of thumbnails that is needed. */
  onNear: (block: number) => void;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  ownIds: OwnVisits['ids'];
  own: OwnVisits['own'];
}

/** Rendered near the window; far away only their text, for the browser's own search, or at first an empty space. */
export const TaskCards = memo(function TaskCards(props: TaskCardsProps) {
  const { chunk, drawn, written, linked, added, thumbnails, signed, onNear, onPhoto, onPdf, ownIds, own } = props;
  const [inView, watched] = useInView('100% 0px');
  const near = drawn || inView || linked !== null;
  useWhen(near ? chunk.block : null, onNear);

  const height: CSSProperties & Record<'--count', number> = { '--count': chunk.tasks.length };
  return (
    <div ref={watched} className={`${styles.cards} ${near || written ? '' : styles.empty}`} style={height}>
      {(near || written) &&
        chunk.tasks.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            linked={task.id === linked}
            isNew={added.has(task.id)}
            thumbnails={thumbnails}
            signed={signed}
            onPhoto={onPhoto}
            onPdf={onPdf}
            own={ownIds.has(task.id) ? own : undefined}
            far={!near}
          />
        ))}
    </div>
  );
});
