import { languageOf, type StoredTask } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';

/** Says which visit a dialog is about. */
export function VisitName({ task }: { task: StoredTask }) {
  return (
    <p className={`${layout.gap1} ${texts.breaks}`}>
      <strong lang={languageOf(task.title)}>{visitTitle(task)}</strong>
      <span>{longDate(task.time)}</span>
    </p>
  );
}
