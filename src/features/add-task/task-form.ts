import type { FollowOffer } from '../../components/call-out/FollowFields.tsx';
import { inEnglish, message, said, type Message } from '../../lib/language/translate.ts';
import { withVisitLines } from '../../records/maintenance-form/visit-lines.ts';
import type { HandedReport } from '../../records/task/handed-report.ts';
import { listMemberNames, timeMemberNames, type OptionalMember } from '../../records/task/optional-members.ts';
import type { NewTask } from '../../records/task/task.ts';
import { typedWith, untypedMembers, type TypedTask } from '../../records/task/typed-task.ts';
import { type VisitKind, periodOf, visitTime, type FiledPeriod } from '../../records/task/visit.ts';

/**
 * The state after a press of 'Update'. `waiting`: it is saved as soon as possible. `incomplete`: this device could not store all
 * files. `stopped`: a file could not be uploaded. `refused`: by the server. The last three wait for the person.
 */
export const updateStates = ['none', 'waiting', 'incomplete', 'stopped', 'refused'] as const;
export type UpdateState = (typeof updateStates)[number];

/** What the server refused for good: the site, which the key no longer opens; the key's right; the size; or what the visit says. */
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

/** What was refused, and what can be done about it. */
export function saveRefusalText({ refusal = 'content' }: Pick<TaskForm, 'refusal'>): string {
  return said(refusalTexts[refusal]);
}

/** The requests that were sent to save a task, perhaps without an answer. Another site is another attempt. */
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
  /** Whether the person chose the kind, so that the title does not suggest another. */
  kindChosen: boolean;
  /** Whether 'Add Task' was pressed, so that a preview replaces the fields (`spec §4`). */
  added: boolean;
  update: UpdateState;
  /** Why the server refused the visit, where `update` is `refused`. */
  refusal?: SaveRefusal | undefined;
  /** When 'Update' was pressed, in milliseconds since 1970. */
  finishedAt: number | null;
  /** How many files of the visit this device had no room for; 0 once the person has decided to save it without them. */
  lost: number;
  /** The requests that saved this visit without an answer yet; null before the first. */
  attempt: TaskAttempt | null;
  /**
   * The text that a report form added, in the language of that time; `about` identifies it in every language. Its name is that in stored
   * drafts.
   */
  begun?: { about: string; text: string } | undefined;
  /** What a report form offers to recommend, in the language of that time. */
  failed?: readonly FollowOffer[] | undefined;
}

export type TaskFormAction =
  | { do: 'change'; values: Partial<TypedTask> }
  | { do: 'choose site'; siteId: number; siteName: string }
  | { do: 'update'; update: UpdateState; refusal?: SaveRefusal | undefined }
  | { do: 'send'; attempt: TaskAttempt }
  /** `stays`: whether a waiting visit stays in the queue, as nothing is changed yet. */
  | { do: 'add'; stays?: boolean }
  | { do: 'edit'; stays?: boolean };

/** Common titles, and the kind each one suggests. */
const suggestions: readonly { title: Message; kind: VisitKind }[] = [
  { title: message('Monthly preventive maintenance'), kind: 'preventive' },
  { title: message('Emergency call'), kind: 'emergency' },
  { title: message('Quarterly test'), kind: 'preventive' },
  { title: message('Repair'), kind: 'other' },
  { title: message('Reader check'), kind: 'other' },
];

/** The common titles, in the writer's language. */
export function commonTitles(): string[] {
  return suggestions.map(({ title }) => said(title));
}

/** Words of a typed title that show the kind of visit, in every language of the portal. */
const kindPatterns: readonly { words: RegExp; kind: VisitKind }[] = [
  { words: /^(?:(?:emergency|panggilan kecemasan)\b|紧急)/iu, kind: 'emergency' },
  { words: /\b(?:preventive maintenance|penyelenggaraan (?:bulanan|pencegahan))\b|预防性保养/iu, kind: 'preventive' },
];

/** The kind that a title suggests; empty for none. */
export function suggestedKind(title: string): VisitKind | '' {
  const typed = title.trim().toLowerCase();
  const common = suggestions.find(({ title: suggested }) =>
    [inEnglish(suggested), said(suggested)].some((name) => typed.startsWith(name.toLowerCase())),
  );
  const pattern = kindPatterns.find(({ words }) => words.test(typed));
  return common?.kind ?? pattern?.kind ?? '';
}

/** Adds the text of a finished report form below what was typed, unless it is there already in some language. */
export function withReportText(form: TaskForm, report: Pick<HandedReport, 'lines' | 'about'>): TaskForm {
  const { text: typed, begun: reportText } = form;
  if (reportText && reportText.about === report.about && typed.includes(reportText.text)) return form;
  const text = withVisitLines(typed, report.lines);
  return text === typed
    ? form
    : { ...form, text, begun: { about: report.about, text: text.slice(typed.trimEnd().length).trimStart() } };
}

type FormStart = Pick<HandedReport, 'day' | 'title' | 'lines' | 'about' | 'by' | 'failed'>;

/**
 * The form of a new visit at the given time.
 * @param from a finished report form, which gives its day, who came, its title and its text
 * @param by who came, where the report form does not say it
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

/** 'Add Task' moves what is typed into the list and hides the fields; 'Edit' brings them back (`spec §4`). */
export function taskFormReducer(form: TaskForm, action: TaskFormAction): TaskForm {
  if (action.do === 'change') return withTypedValues(form, action.values);
  if (action.do === 'choose site') {
    const { siteId, siteName } = action;
    // recommendations and faults belong to a site
    return { ...form, siteId, siteName, ...(siteId !== form.siteId && { closes: [], answers: [] }) };
  }
  if (action.do === 'send') return { ...form, attempt: action.attempt };
  // a person who presses 'Update' has seen which files are lost
  if (action.do === 'update')
    return action.update === 'waiting'
      ? { ...form, update: 'waiting', finishedAt: Date.now(), lost: 0 }
      : { ...form, update: action.update, refusal: action.refusal };
  return { ...form, added: action.do === 'add', update: action.stays ? form.update : 'none' };
}

/** Changes what is typed. Until the person chooses a kind, the title and the ticked faults suggest it. */
function withTypedValues(form: TaskForm, values: Partial<TypedTask>): TaskForm {
  // a tick of a fault may come with a kind, which the person has not chosen
  const isFaultTicked = values.answers !== undefined;
  const kindChosen = form.kindChosen || (values.kind !== undefined && !isFaultTicked);
  const changed = { ...form, ...typedWith(form, values), kindChosen };
  if (kindChosen || (values.title === undefined && !isFaultTicked)) return changed;
  // a visit for a reported fault is an emergency, unless the title says another kind
  return { ...changed, kind: suggestedKind(changed.title) || (changed.answers.length > 0 ? 'emergency' : '') };
}

/** Whether the form holds nothing worth storing: site, date, kind and who came are quickly chosen again. */
export function isEmpty(form: Pick<TaskForm, 'title' | 'text' | OptionalMember | 'added'>): boolean {
  const isNothing = (field: 'title' | 'text' | OptionalMember) => form[field].length === 0;
  const typedFields = ['title', 'text', 'ref', ...timeMemberNames, ...listMemberNames] as const;
  return !form.added && typedFields.every(isNothing);
}
