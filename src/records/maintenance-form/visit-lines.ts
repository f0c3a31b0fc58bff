import { said, t } from '../../lib/language/translate.ts';
import { lengthOf, storedText } from '../../lib/text-rules.ts';
import { taskLimits } from '../task/task.ts';
import { keysOf, taskLabels, type Check, type MaintenanceForm } from './maintenance-form.ts';

/** A line about a visit for the task's text. With an empty label, the text is a whole sentence. */
export interface VisitLine {
  label: string;
  text: string;
}

/** The label of a check with a line of its own. For a passed check, it is only the name. */
function checkLabel(check: string, result: Check['result']): string {
  if (result === 'Fail') return t('{check}, failed', { check });
  return result === 'N.A.' ? t('{check}, not applicable', { check }) : check;
}

/**
 * The lines about a form's visit, in the order of the form and without empty fields: how many checks passed, the checks that failed or have a
 * finding, the issue, the action, and the conclusion of each post.
 */
export function visitLines({ tasksPerformed, findings, conclusion }: MaintenanceForm): VisitLine[] {
  const checks = keysOf(taskLabels).map((field) => ({ ...tasksPerformed[field], name: said(taskLabels[field]) }));
  return [
    ...visitLine('', resultsText(checks.map(({ result }) => result))),
    ...checks.flatMap(({ name, result, text }) => visitLine(checkLabel(name, result), text, result === 'Fail')),
    ...visitLine(t('Issue details'), findings.issueDetails),
    ...visitLine(t('Recommended action'), findings.recommendedAction),
    ...conclusion.flatMap(({ post, text }) => visitLine(t('Conclusion, {post}', { post }), text)),
  ];
}

/** The contents of `visitLines` as a text that does not depend on the language, to compare forms. */
export function aboutVisit({ tasksPerformed, findings, conclusion }: MaintenanceForm): string {
  return JSON.stringify([tasksPerformed, findings, conclusion]);
}

/** A list with one line, or an empty list for an empty text. @param evenIfEmpty whether the line is made for an empty text too */
function visitLine(label: string, typed: string, evenIfEmpty = false): VisitLine[] {
  const text = storedText(typed);
  return text !== '' || evenIfEmpty ? [{ label, text }] : [];
}

/** `All 6 checks passed.`, `4 of 6 checks passed, 1 failed, 1 not applicable.`; empty while none has a result. */
function resultsText(results: readonly Check['result'][]): string {
  const count = (outcome: Check['result']) => results.filter((result) => result === outcome).length;
  const [all, passed, failed, notApplicable] = [results.length, count('Pass'), count('Fail'), count('N.A.')];
  if (passed + failed + notApplicable === 0) return '';
  if (passed === all) return t('All {all} checks passed.', { all });
  return t(
    '{passed} of {all} checks passed{failed, plural, =0 {} other {, # failed}}{left, plural, =0 {} other {, # not applicable}}.',
    { passed, all, failed, left: notApplicable },
  );
}

/** Replaces a text for which there is no room. */
const elsewhere = () => t('see the PDF report.');

/**
 * A task's text with the lines of a form below the typed text. The typed text stays as it is. If it contains the lines already, they are not
 * repeated. No text is cut: if the whole text would be too long, the longest lines are replaced by a reference to the report.
 */
export function withVisitLines(typed: string, lines: readonly VisitLine[], limit: number = taskLimits.text): string {
  const existing = storedText(typed) === '' ? [] : [typed.trimEnd()];
  const replacedLines = new Set<VisitLine>();
  const joined = () => lines.map((line) => lineText(line, replacedLines.has(line))).join('\n');
  const whole = () => [...existing, joined()].join('\n\n');
  if (lines.length === 0 || typed.includes(joined())) return typed;
  const longestFirst = lines
    .filter(({ label, text }) => label !== '' && lengthOf(text) > elsewhere().length)
    .toSorted((line, other) => lengthOf(other.text) - lengthOf(line.text));
  for (const line of longestFirst) {
    if (lengthOf(whole()) <= limit) break;
    replacedLines.add(line);
  }
  return whole();
}

function lineText({ label, text }: VisitLine, isReplaced: boolean): string {
  if (label === '' || text === '') return label + text;
  const shownText = isReplaced ? elsewhere() : text;
  if (!shownText.includes('\n')) return t('{label}: {text}', { label, text: shownText });
  // a text of several lines is put below its label
  return `${t('{label}: {text}', { label, text: '' }).trimEnd()}\n${shownText}`;
}
