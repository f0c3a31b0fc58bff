import type { FollowOffer } from '../../components/call-out/FollowFields.tsx';
import { inEnglish, message, said, type Message } from '../../lib/language/translate.ts';
import { withVisitLines } from '../../records/maintenance-form/visit-lines.ts';
import type { HandedReport } from '../../records/task/handed-report.ts';
import { listMemberNames, timeMemberNames, type OptionalMember } from '../../records/task/optional-members.ts';
import type { NewTask } from '../../records/task/task.ts';
import { typedWith, untypedMembers, type TypedTask } from '../../records/task/typed-task.ts';
import { type VisitKind, periodOf, visitTime, type FiledPeriod } from '../../records/task/visit.ts';

/**
 * The states of the saving. `none`: 'Update' was not pressed. `waiting`: the visit is saved as soon as possible. `incomplete`: this device
 * could not store all files. `stopped`: a file could not be uploaded. `refused`: the server refused the visit. In the last three states the
 * visit is not saved before the person has decided.
 */
export const updateStates = ['none', 'waiting', 'incomplete', 'stopped', 'refused'] as const;
export type UpdateState = (typeof updateStates)[number];

/**
 * Why the server refused a visit for good. `site`: the key no longer opens the site. `right`: the key may not add visits there. `size`: the visit
 * is too large. `content`: anything else.
 */
export const refusals = ['site', 'right', 'size', 'content'] as const;
export type SaveRefusal = (typeof refusals)[number];

const refusalTexts: Record<SaveRefusal, Message> = {
  site: message(
    'Your key no longer opens this site, or the site was renamed or archived. Everything is still here: choose the site again, or ask the office.',
  ),
  right: message(
    'Your key may not add visits to this site. Everything is still here: choose another site, or ask the office.',
  ),
  size: message(
    'The visit is larger than the service takes. Everything is still here: shorten its text, then press Update.',
  ),
  content: message('Everything is still here: press Update to try again.'),
};

/** A message that says why the visit was refused, and what the person can do. */
export function saveRefusalText({ refusal = 'content' }: Pick<TaskForm, 'refusal'>): string {
  return said(refusalTexts[refusal]);
}

/** An attempt to save a task: its requests may have got no answer. With another site it is another attempt. */
export interface TaskAttempt {
  id: string;
  siteId: number;
  /** The task as each request of the attempt sent it. */
  sent: NewTask[];
}

export interface TaskForm extends TypedTask {
  siteId: number | null;
  /** The name of the site, which is shown while the list of sites cannot be read. */
  siteName: string | null;
  /** Whether the person has chosen the kind; then the title no longer changes it. */
  kindChosen: boolean;
  /** Whether 'Add Task' was pressed; then a preview is shown instead of the fields (`spec §4`). */
  added: boolean;
  update: UpdateState;
  /** Why the server refused the visit, if `update` is `refused`. */
  refusal?: SaveRefusal | undefined;
  /** When 'Update' was pressed, in milliseconds since 1970. */
  finishedAt: number | null;
  /** How many files this device had no room for; 0 after the person has decided to save the visit without them. */
  lost: number;
  /** The attempt to save this visit; null before the first request. */
  attempt: TaskAttempt | null;
  /**
   * The text that a report form added, in the language of that time. `about` identifies the text in every language. The member has this name in
   * stored drafts.
   */
  begun?: { about: string; text: string } | undefined;
  /** The recommendations that a report form suggests, in the language of that time. The member has this name in stored drafts. */
  failed?: readonly FollowOffer[] | undefined;
}

export type TaskFormAction =
  | { do: 'change'; values: Partial<TypedTask> }
  | { do: 'choose site'; siteId: number; siteName: string }
  | { do: 'update'; update: UpdateState; refusal?: SaveRefusal | undefined }
  | { do: 'send'; attempt: TaskAttempt }
  /** `stays`: whether a waiting visit stays in the queue, because nothing has been changed. */
  | { do: 'add'; stays?: boolean }
  | { do: 'edit'; stays?: boolean };

/** Common titles, and the kind of visit that each suggests. */
const suggestions: readonly { title: Message; kind: VisitKind }[] = [
  { title: message('Monthly preventive maintenance'), kind: 'preventive' },
  { title: message('Emergency call'), kind: 'emergency' },
  { title: message('Quarterly test'), kind: 'preventive' },
  { title: message('Repair'), kind: 'other' },
  { title: message('Reader check'), kind: 'other' },
];

/** The common titles in the current language. */
export function commonTitles(): string[] {
  return suggestions.map(({ title }) => said(title));
}

/** Words in a typed title that show the kind of visit, in English, Malay and Chinese. */
const kindPatterns: readonly { words: RegExp; kind: VisitKind }[] = [
  { words: /^(?:(?:emergency|panggilan kecemasan)\b|紧急)/iu, kind: 'emergency' },
  { words: /\b(?:preventive maintenance|penyelenggaraan (?:bulanan|pencegahan))\b|预防性保养/iu, kind: 'preventive' },
];

/** The kind that a title suggests; empty if it suggests none. */
export function suggestedKind(title: string): VisitKind | '' {
  const typedTitle = title.trim().toLowerCase();
  const suggestion = suggestions.find(({ title: commonTitle }) =>
    [inEnglish(commonTitle), said(commonTitle)].some((name) => typedTitle.startsWith(name.toLowerCase())),
  );
  const pattern = kindPatterns.find(({ words }) => words.test(typedTitle));
  return suggestion?.kind ?? pattern?.kind ?? '';
}

/** Adds the text of a finished report form below the typed text, unless the text of this report was added before, in any language. */
export function withReportText(form: TaskForm, report: Pick<HandedReport, 'lines' | 'about'>): TaskForm {
  const { text: typedText, begun: reportText } = form;
  if (reportText && reportText.about === report.about && typedText.includes(reportText.text)) return form;
  const text = withVisitLines(typedText, report.lines);
  if (text === typedText) return form;
  const addedText = text.slice(typedText.trimEnd().length).trimStart();
  return { ...form, text, begun: { about: report.about, text: addedText } };
}

type FormStart = Pick<HandedReport, 'day' | 'title' | 'lines' | 'about' | 'by' | 'failed'>;

/**
 * The form of a new visit.
 * @param now the time to fill in as the time of the visit
 * @param from a finished report form, whose day, names, title and text are filled in; null for none
 * @param by who came, if the report form does not say it
 */
export function emptyForm(now: Date, from: FormStart | null = null, by = ''): TaskForm {
  const { date, clock } = visitTime(now);
  const day = from && periodOf(from.day) ? from.day : date;
  const title = from?.title ?? '';
  const period: FiledPeriod = periodOf(day) ?? { year: '', month: '' };
  const form: TaskForm = {
    siteId: null,
    siteName: null,
    date: day,
    clock,
    ...period,
    kind: suggestedKind(title),
    kindChosen: false,
    title,
    ...untypedMembers,
    by: from?.by || by,
    text: '',
    added: false,
    update: 'none',
    finishedAt: null,
    lost: 0,
    attempt: null,
    failed: from?.failed,
  };
  return from ? withReportText(form, from) : form;
}

/** Applies an action to the form. 'Add Task' replaces the fields by a preview, 'Edit' shows the fields again (`spec §4`). */
export function taskFormReducer(form: TaskForm, action: TaskFormAction): TaskForm {
  if (action.do === 'change') return withTypedValues(form, action.values);
  if (action.do === 'choose site') {
    const { siteId, siteName } = action;
    // recommendations and faults belong to a site, so another site clears them
    return { ...form, siteId, siteName, ...(siteId !== form.siteId && { closes: [], answers: [] }) };
  }
  if (action.do === 'send') return { ...form, attempt: action.attempt };
  // the form says how many files are lost, so pressing 'Update' means to save the visit without them
  if (action.do === 'update')
    return action.update === 'waiting'
      ? { ...form, update: 'waiting', finishedAt: Date.now(), lost: 0 }
      : { ...form, update: action.update, refusal: action.refusal };
  return { ...form, added: action.do === 'add', update: action.stays ? form.update : 'none' };
}

/** Changes typed values. Until the person chooses a kind, the title and the ticked faults determine it. */
function withTypedValues(form: TaskForm, values: Partial<TypedTask>): TaskForm {
  // ticking a fault may also set a kind, which the person has not chosen
  const isFaultTicked = values.answers !== undefined;
  const kindChosen = form.kindChosen || (values.kind !== undefined && !isFaultTicked);
  const changedForm = { ...form, ...typedWith(form, values), kindChosen };
  if (kindChosen || (values.title === undefined && !isFaultTicked)) return changedForm;
  // a visit for a reported fault is an emergency, unless the title suggests another kind
  const faultKind = changedForm.answers.length > 0 ? 'emergency' : '';
  return { ...changedForm, kind: suggestedKind(changedForm.title) || faultKind };
}

/** Whether the form has nothing worth storing. Site, date, kind and who came do not count, because they are quickly chosen again. */
export function isEmpty(form: Pick<TaskForm, 'title' | 'text' | OptionalMember | 'added'>): boolean {
  const isFieldEmpty = (field: 'title' | 'text' | OptionalMember) => form[field].length === 0;
  const typedFields = ['title', 'text', 'ref', ...timeMemberNames, ...listMemberNames] as const;
  return !form.added && typedFields.every(isFieldEmpty);
}
