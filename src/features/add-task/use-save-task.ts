import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { saveTasks } from '../../records/task/save-tasks.ts';
import { withNewTask, type NewTask } from '../../records/task/new-task.ts';
import { notify } from '../../lib/notify.ts';

/** `waiting`: 'Update' was pressed and files are still on their way. */
export type SavePhase = 'idle' | 'waiting' | 'saving' | 'failed';

interface SaveTask {
  /** Files that are on their way, and such that failed. */
  running: number;
  failed: number;
  /** What to save and where, as it is when the files are up; null while something is missing. */
  ready: () => { site: string; task: NewTask } | null;
  /** After it was saved. */
  onSaved: () => Promise<void>;
  /** After a save that failed. */
  onFailed: () => void;
}

/** 'Update' (`spec §4`): waits for the files, writes the task, and goes to it on the dashboard. */
export function useSaveTask({ running, failed, ready, onSaved, onFailed }: SaveTask) {
  const [phase, setPhase] = useState<SavePhase>('idle');
  const navigate = useNavigate();
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const save = async () => {
    const what = ready();
    if (!what) return setPhase('idle');
    const { site, task } = what;
    setPhase('saving');
    let id = 0;
    try {
      await saveTasks(site, (stored) => {
        const next = withNewTask(stored, task);
        id = next.id;
        return next.tasks;
      });
    } catch (error) {
      console.error('The task could not be saved', error);
      onFailed();
      return setPhase('failed');
    }
    await onSaved();
    notify.success('Data updated successfully!');
    const search = new URLSearchParams({ site, year: task.year, month: task.month, task: String(id) });
    return here.current ? navigate(`/maintenance?${search}`) : undefined;
  };

  const begin = () => {
    if (failed > 0) {
      setPhase('idle');
      notify.alert(`${failed === 1 ? 'One file is' : `${failed} files are`} not uploaded. Retry or remove first.`);
    } else if (running > 0) setPhase('waiting');
    else void save();
  };

  // the last file arrived, or failed
  const goOn = useRef(begin);
  useEffect(() => {
    goOn.current = begin;
  });
  useEffect(() => {
    if (phase === 'waiting' && running === 0) goOn.current();
  }, [phase, running]);

  return { phase, update: begin, stop: () => setPhase('idle') };
}
