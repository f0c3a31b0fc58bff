import { useEffect, useReducer, useState } from 'react';
import { useQueuedFiles } from '../../components/task-files/use-task-files.ts';
import { Connection } from '../../lib/server-connection.ts';
import { isServerReachable } from '../../lib/upload-file.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { openTaskDraft, useDraftKeeping, type TaskDraft } from './TaskDraft.tsx';
import { taskFormReducer } from './task-form.ts';
import { useTaskSaving, type SavePhase } from './use-task-saving.ts';

interface TaskFinisherProps {
  /** `idle`: there is nothing to do, or nothing before the user looks at it. */
  onPhase: (phase: SavePhase) => void;
}

/** Renders nothing. Saves a waiting draft of a new task on any screen, as its form would. */
export function TaskFinisher({ onPhase }: TaskFinisherProps) {
  const [begun, setBegun] = useState<{ draft: TaskDraft; queue: UploadQueue } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const connection = new Connection(isServerReachable);
    let leave = () => {};
    void (async () => {
      // while offline, any tab may open the draft in its form
      if (await connection.isLost()) await connection.waitUntilOnline(left.signal);
      if (left.signal.aborted) return;
      leave = openTaskDraft(({ draft, queue }) => {
        if (draft?.form.update === 'waiting') setBegun({ draft, queue });
        else onPhase('idle');
      }, null);
    })();
    return () => {
      left.abort();
      connection.dispose();
      leave();
    };
  }, [onPhase]);
  return begun && <Finishing {...begun} onPhase={onPhase} />;
}

function Finishing({ draft, queue, onPhase }: TaskFinisherProps & { draft: TaskDraft; queue: UploadQueue }) {
  const [form, dispatch] = useReducer(taskFormReducer, draft.form);
  const files = useQueuedFiles(queue, form.siteId);
  const { deleteDraft } = useDraftKeeping(form, files.uploads, queue, true);
  const { phase } = useTaskSaving({
    form,
    files,
    restored: true,
    onUpdate: (update) => dispatch({ do: 'update', update }),
    onSaved: async () => {
      await deleteDraft();
      onPhase('idle');
    },
  });
  const shown = form.update === 'waiting' ? phase : 'failed';
  useEffect(() => onPhase(shown), [onPhase, shown]);
  return null;
}
