import { t } from '../../lib/language/translate.ts';
import { statedFollow, type ClosedLine, type FollowLine } from '../../records/task/follow-ups.ts';
import type { StoredTask } from '../../records/task/task.ts';
import { inSentence } from './change-log-site.ts';

// Recommendations of visits in the change log (`decisions §14`).

/** A recommendation, with the reason where the office closed it. */
export function followUpText({ text, closed }: FollowLine): string {
  return closed ? t('{text} (closed: {reason})', { text, reason: closed.reason }) : text;
}

/** Names a recommendation that a visit carried out. */
export const carriedOutText = ({ task, line }: ClosedLine) =>
  t('Recommendation {line} of visit {id}', { line, id: task });

/**
 * Says that the office closed a recommendation without a visit, or opened it again. Null where more than that was changed.
 * @param visit the visit in words
 */
export function officeFollowUpSentence(
  visit: string,
  { before, after }: { before: StoredTask | null; after: StoredTask | null },
): string | null {
  const [old, now] = [statedFollow(before?.follow), statedFollow(after?.follow)];
  if (old.length !== now.length) return null;
  const changed = now.filter((line, index) => JSON.stringify(line) !== JSON.stringify(old[index]));
  const [line, another] = changed;
  const was = old.find((other) => other.line === line?.line);
  if (!line || !was || another || was.text !== line.text || (was.closed && line.closed)) return null;
  const text = inSentence(line.text);
  return line.closed
    ? t('{visit}: recommendation “{text}” closed without a visit: {reason}', {
        visit,
        text,
        reason: inSentence(line.closed.reason),
      })
    : t('{visit}: recommendation “{text}” opened again', { visit, text });
}
