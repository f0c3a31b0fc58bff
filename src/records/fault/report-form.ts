import { inEnglish, message, said, t } from '../../lib/language/translate.ts';
import { storedText, tooLongText } from '../../lib/text-rules.ts';
import { faultLimits } from './fault.ts';
import type { SaidReport } from './report-queue.ts';
import { symptoms } from './symptoms.ts';

/** A photo of a report, shrunk. */
export interface ChosenPhoto {
  id: string;
  name: string;
  content: Blob;
}

/** What is in the form of a report. */
export interface ReportForm {
  /** A symptom as it is stored, `other` for own words, null before a choice. */
  choice: string | null;
  other: string;
  text: string;
  name: string;
  phone: string;
  photos: readonly ChosenPhoto[];
}

export const emptyReport: ReportForm = { choice: null, other: '', text: '', name: '', phone: '', photos: [] };

export const otherChoice = 'other';
/** The symptom that is dangerous. */
export const dangerousSymptom = inEnglish(message('Hits vehicles'));

export const symptomNames: readonly string[] = Object.keys(symptoms);

const nothingChosen = message('Choose what is wrong first.');
const nothingSaid = message('Say in a few words what is wrong.');

/** Whether a form holds nothing that a person would miss. */
export function isEmptyReport({ choice, other, text, name, phone, photos }: ReportForm): boolean {
  return (
    choice === null && photos.length === 0 && [other, text, name, phone].every((typed) => storedText(typed) === '')
  );
}

/** What a form says, or why it cannot be sent. */
export function readReport(form: ReportForm): { said: SaidReport } | { problem: string } {
  const what = form.choice === otherChoice ? storedText(form.other) : form.choice;
  if (what === null) return { problem: said(nothingChosen) };
  if (what === '') return { problem: said(nothingSaid) };
  const optional = optionalTexts(form);
  const tooLong = tooLongText(what, faultLimits.what) ?? tooLongIn(form);
  if (tooLong !== null) return { problem: tooLong };
  return { said: { what, ...optional } };
}

/** What a person adds to an open fault, or why it cannot be sent. @param what of that fault */
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
 * A form whose writer sees that it is an open fault: what was chosen or said of it goes before the other words, where that fault has not
 * the same. @param what of that fault @param earlier what was typed for it before
 */
export function joinedReport(form: ReportForm, what: string | null, earlier: ReportForm = emptyReport): ReportForm {
  const chosen = form.choice === otherChoice ? storedText(form.other) : form.choice;
  const text = [chosen === what ? '' : chosen, form.text].filter(Boolean).join('\n');
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

/** Why a report beyond a limit was not sent. @param times how many reports were accepted within the hour; null where the service does not say */
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
    limitedTexts.map((field) => tooLongText(form[field], faultLimits[field])).find((found) => found !== null) ?? null
  );
}

function optionalTexts(form: ReportForm): Pick<SaidReport, 'text' | 'name' | 'phone'> {
  const typed = limitedTexts.flatMap((field) => {
    const text = storedText(form[field]);
    return text === '' ? [] : [[field, text] as const];
  });
  return Object.fromEntries(typed);
}
