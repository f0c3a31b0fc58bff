import { said, t } from '../../lib/language/translate.ts';
import { lengthOf, storedText } from '../../lib/text-rules.ts';
import { taskLimits } from '../task/task.ts';
import { keysOf, taskLabels, type Check, type MaintenanceForm } from './maintenance-form.ts';

/** What a form says of a visit, ready for a task text; without a label it is a sentence of its own. */
export interface VisitLine {
  label: string;
  text: string;
}

/** The label of a check that has something to say; a passed one is just named. */
function checkLabel(check: string, result: Check['result']): string {
  if (result === 'Fail') return t('{check}, failed', { check });
  return result === 'N.A.' ? t('{check}, not applicable', { check }) : check;
}

/**
 * What a form says of its visit, in its order and only what is filled in: how many checks passed, those that failed or
 * have a finding, issue, action, and the conclusion of each post.
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

/** What `visitLines` says, in no language: equal for forms that say the same of their visit. */
export function aboutVisit({ tasksPerformed, findings, conclusion }: MaintenanceForm): string {
  return JSON.stringify([tasksPerformed, findings, conclusion]);
}

/** A line, or none for an empty text; `alone`: its label says enough. */
function visitLine(label: string, typed: string, alone = false): VisitLine[] {
  const text = storedText(typed);
  return text !== '' || alone ? [{ label, text }] : [];
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

/** Stands for a text that does not fit. */
const elsewhere = () => t('see the PDF report.');

/**
 * A task text with what a form says below what somebody has typed. The typed text stays as it is, and lines that it
 * contains already are not repeated. Nothing is cut: where the text would be too long, the longest lines become a
 * reference to the report.
 */
export function withVisitLines(typed: string, lines: readonly VisitLine[], limit: number = taskLimits.text): string {
  const existing = storedText(typed) === '' ? [] : [typed.trimEnd()];
  const referring = new Set<VisitLine>();
  const joined = () => lines.map((line) => lineText(line, referring.has(line))).join('\n');
  const whole = () => [...existing, joined()].join('\n\n');
  if (lines.length === 0 || typed.includes(joined())) return typed;
  const longestFirst = lines
    .filter(({ label, text }) => label !== '' && lengthOf(text) > elsewhere().length)
    .toSorted((line, other) => lengthOf(other.text) - lengthOf(line.text));
  for (const line of longestFirst) {
    if (lengthOf(whole()) <= limit) break;
    referring.add(line);
  }
  return whole();
}

function lineText({ label, text }: VisitLine, refers: boolean): string {
  if (label === '' || text === '') return label + text;
  const whole = refers ? elsewhere() : text;
  if (!whole.includes('\n')) return t('{label}: {text}', { label, text: whole });
  // Several lines stand below their label.
  return `${t('{label}: {text}', { label, text: '' }).trimEnd()}\n${whole}`;
}
