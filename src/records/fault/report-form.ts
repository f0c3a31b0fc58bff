import { inEnglish, message, said, t } from '../../lib/language/translate.ts';
import { storedText, tooLongText } from '../../lib/text-rules.ts';
import { faultLimits } from './fault.ts';
import type { SaidReport } from './report-queue.ts';
import { symptoms } from './symptoms.ts';

/** A photo of a report, already shrunk. */
export interface ChosenPhoto {
  id: string;
  name: string;
  content: Blob;
}

/** The contents of the form that reports a fault. */
export interface ReportForm {
  /** The stored name of a symptom, `other` for own words, or null before a choice. */
  choice: string | null;
  other: string;
  text: string;
  name: string;
  phone: string;
  photos: readonly ChosenPhoto[];
}

export const emptyReport: ReportForm = { choice: null, other: '', text: '', name: '', phone: '', photos: [] };

export const otherChoice = 'other';
/** The symptom for which the form shows a warning. */
export const dangerousSymptom = inEnglish(message('Hits vehicles'));

export const symptomNames: readonly string[] = Object.keys(symptoms);

const nothingChosen = message('Choose what is wrong first.');
const nothingSaid = message('Say in a few words what is wrong.');

/** Whether a form has no choice, no photos and no text, so that nothing is lost when it is closed. */
export function isEmptyReport({ choice, other, text, name, phone, photos }: ReportForm): boolean {
  return (
    choice === null && photos.length === 0 && [other, text, name, phone].every((typed) => storedText(typed) === '')
  );
}

/** The report of a form, or the message why it cannot be sent. */
export function readReport(form: ReportForm): { said: SaidReport } | { problem: string } {
  const what = form.choice === otherChoice ? storedText(form.other) : form.choice;
  if (what === null) return { problem: said(nothingChosen) };
  if (what === '') return { problem: said(nothingSaid) };
  const optional = optionalTexts(form);
  const tooLong = tooLongText(what, faultLimits.what) ?? tooLongIn(form);
  if (tooLong !== null) return { problem: tooLong };
  return { said: { what, ...optional } };
}

/** A report that adds to an open fault, or the message why it cannot be sent. @param what the fault's `what` */
export function readAddition(
  form: ReportForm,
  fault: number,
  what: string,
): { said: SaidReport } | { problem: string } {
  const optional = optionalTexts(form);
  if (optional.text === undefined && form.photos.length === 0)
    return { problem: t('Write something, or add a photo first.') };
  const tooLong = tooLongIn(form);
  return tooLong === null ? { said: { what, fault, ...optional } } : { problem: tooLong };
}

/**
 * The form of an addition to an open fault, for a person who has filled in a new report and then sees that the fault is already open. The
 * choice of the report goes before its text, unless it is the same as the fault's.
 * @param what the open fault's `what`
 * @param earlier what the person had typed as an addition to that fault before
 */
export function joinedReport(form: ReportForm, what: string | null, earlier: ReportForm = emptyReport): ReportForm {
  const choiceText = form.choice === otherChoice ? storedText(form.other) : form.choice;
  const text = [choiceText === what ? '' : choiceText, form.text].filter(Boolean).join('\n');
  const photos = form.photos.filter(({ id }) => !earlier.photos.some((photo) => photo.id === id));
  return {
    choice: null,
    other: '',
    text: earlier.text.includes(text) ? earlier.text : [earlier.text, text].filter(Boolean).join('\n'),
    name: form.name || earlier.name,
    phone: form.phone || earlier.phone,
    photos: [...earlier.photos, ...photos].slice(0, faultLimits.photos),
  };
}

/**
 * The message for a report that exceeded the limit of reports in an hour and was not sent.
 * @param times how many reports were accepted within the hour; null when the service does not say
 * @param number the office's telephone number
 */
export function limitText(times: number | null, number: string): string {
  return times === null
    ? t('Too many reports within the hour. This one was not sent: please call {number}.', { number })
    : t(
        '{times, plural, one {Reported # time within the hour. The office has that report.} other {Reported # times within the hour. The office has those.}} This one was not sent: if it is new or urgent, call {number}.',
        { times, number },
      );
}

const limitedTexts = ['text', 'name', 'phone'] as const;

function tooLongIn(form: ReportForm): string | null {
  return (
    limitedTexts.map((field) => tooLongText(form[field], faultLimits[field])).find((problem) => problem !== null) ??
    null
  );
}

function optionalTexts(form: ReportForm): Pick<SaidReport, 'text' | 'name' | 'phone'> {
  const typed = limitedTexts.flatMap((field) => {
    const text = storedText(form[field]);
    return text === '' ? [] : [[field, text] as const];
  });
  return Object.fromEntries(typed);
}
