import { t } from '../../lib/language/translate.ts';
import { statedFollow, type CarriedOutLine, type FollowLine } from '../../records/task/follow-ups.ts';
import type { StoredTask } from '../../records/task/task.ts';
import { inSentence } from './change-log-site.ts';

// Recommendations of visits in the change log (`decisions §14`).

/** The text of a recommendation; if the office closed it, with the reason. */
export function followUpText({ text, closed }: FollowLine): string {
  return closed ? t('{text} (closed: {reason})', { text, reason: closed.reason }) : text;
}

/** The text for a recommendation that a visit carried out. */
export const carriedOutText = ({ task, line }: CarriedOutLine) =>
  t('Recommendation {line} of visit {id}', { line, id: task });

/**
 * A sentence that says that the office closed a recommendation without a visit, or opened it again. Null if the recommendations have other
 * changes.
 * @param visit the text that names the visit
 */
export function officeFollowUpSentence(
  visit: string,
  { before, after }: { before: StoredTask | null; after: StoredTask | null },
): string | null {
  const [oldLines, newLines] = [statedFollow(before?.follow), statedFollow(after?.follow)];
  if (oldLines.length !== newLines.length) return null;
  const changedLines = newLines.filter((line, index) => JSON.stringify(line) !== JSON.stringify(oldLines[index]));
  const [line] = changedLines;
  const oldLine = oldLines.find((other) => other.line === line?.line);
  if (changedLines.length !== 1 || !line || !oldLine) return null;
  // another text, another reason of the office, and a member of a later release are other changes
  const isClosedOrOpened = (oldLine.closed === undefined) !== (line.closed === undefined);
  if (oldLine.text !== line.text || !isClosedOrOpened) return null;
  const text = inSentence(line.text);
  return line.closed
    ? t('{visit}: recommendation “{text}” closed without a visit: {reason}', {
        visit,
        text,
        reason: inSentence(line.closed.reason),
      })
    : t('{visit}: recommendation “{text}” opened again', { visit, text });
}
