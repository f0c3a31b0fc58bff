import { t } from '../../lib/language/translate.ts';
import { momentParts, storedMoment, typedMoment } from '../task/call-out-times.ts';
import { postNamer } from '../task/post-visits.ts';
import type { TypedTask } from '../task/typed-task.ts';
import { visitStamp, visitTime } from '../task/visit.ts';
import type { Fault } from './fault.ts';

/*
 * The fields that a visit's form fills in when faults are ticked (`decisions §15`): the time of the earliest report, the kind `emergency`, and
 * the posts in the title. Text that a person has typed stays. Only the time of the report is replaced by an earlier one, because a later time
 * would make the response look faster. When a tick is removed, what it filled in is removed too.
 */

/** A fault that can be ticked. */
export type TickedFault = Pick<Fault, 'id' | 'post' | 'reported_at'>;

/** The fields that a tick may change. */
type FilledFields = Pick<TypedTask, 'answers' | 'reported' | 'kind' | 'title'>;

const tickedFaults = (faults: readonly TickedFault[], answers: readonly number[]) =>
  faults.filter(({ id }) => answers.includes(id));

/**
 * The fields of a typed visit after its ticks have changed.
 * @param answers the numbers of all ticked faults
 * @param faults the faults of the site that are known here
 */
export function withAnswers(
  typed: FilledFields & Pick<TypedTask, 'date' | 'clock' | 'arrived'>,
  answers: readonly number[],
  faults: readonly TickedFault[],
): FilledFields {
  const [before, after] = [tickedFaults(faults, typed.answers), tickedFaults(faults, answers)];
  const arrival = typed.arrived === '' ? visitStamp(typed) : storedMoment(typed.arrived);
  return {
    answers,
    reported: reportTime(typed.reported, firstReport(before, arrival), firstReport(after, arrival)),
    kind: typed.kind === '' && answers.length > 0 ? 'emergency' : typed.kind,
    title: titleOf(typed.title, before, after),
  };
}

/**
 * The time of the oldest report, in the format of the form. A report after the arrival does not count, because somebody was already there.
 * Empty when no report counts. An arrival has no seconds, so reports within its minute count.
 */
function firstReport(faults: readonly TickedFault[], arrival: string | null): string {
  const reports = faults
    .map(({ reported_at: at }) => Date.parse(at))
    .filter((at) => arrival === null || arrival === '' || at <= Date.parse(arrival) + 59_999);
  return reports.length === 0 ? '' : typedMoment(visitTime(new Date(Math.min(...reports))));
}

/** The time of the report after a change of the ticks. @param before the time that the ticks gave before @param after the time that they give now */
function reportTime(typed: string, before: string, after: string): string {
  if (typed === '' || typed === before) return after;
  const stored = storedMoment(typed);
  const isWhole = stored !== '' && momentParts(typed).date !== '';
  return after !== '' && isWhole && Date.parse(storedMoment(after)) < Date.parse(stored) ? after : typed;
}

const postsOf = (faults: readonly TickedFault[]) => [...new Set(faults.flatMap(({ post }) => post ?? []))];

const withPost = (title: string, post: string) => t('{title}, {post}', { title, post });

/** The title that the form makes from the ticked faults; empty without a tick. */
function madeTitle(faults: readonly TickedFault[]): string {
  return faults.length === 0 ? '' : postsOf(faults).reduce(withPost, t('Emergency call'));
}

function titleOf(typed: string, before: readonly TickedFault[], after: readonly TickedFault[]): string {
  const title = typed.trim();
  if (title === madeTitle(before)) return madeTitle(after);
  const posts = postsOf(after);
  const removedPosts = postsOf(before).filter((post) => !posts.includes(post));
  const remainingTitle = removedPosts.reduce((text, post) => withoutPost(text, post), title);
  const addedPosts = posts.filter((post) => !postsOf(before).includes(post));
  // a title that names a post already says where the visit was, so no post is added
  if (addedPosts.length === 0 || postNamer(postsOf([...before, ...after]))(remainingTitle).length > 0)
    return remainingTitle === title ? typed : remainingTitle;
  return addedPosts.reduce(withPost, remainingTitle);
}

/** A title without the post that a tick had added at its end. */
function withoutPost(title: string, post: string): string {
  // the ending depends on the language: it is what the message has behind a title
  const [, end = ''] = withPost('\u0000', post).split('\u0000');
  return title.endsWith(end) && title.length > end.length ? title.slice(0, -end.length) : title;
}
