import { t } from '../../lib/language/translate.ts';
import { momentParts, storedMoment, typedMoment } from '../task/call-out-times.ts';
import { postNamer } from '../task/post-visits.ts';
import type { TypedTask } from '../task/typed-task.ts';
import { visitStamp, visitTime } from '../task/visit.ts';
import type { Fault } from './fault.ts';

/*
 * What a visit takes over of the faults that are ticked in its form (`decisions §15`): when the first of them was reported, that it is an
 * emergency call, and their posts. What a person has typed stays, but for a later report: nothing makes an answer faster. What a tick brought
 * goes with it.
 */

/** What a tick brings. */
export type TickedFault = Pick<Fault, 'id' | 'post' | 'reported_at'>;

/** The fields that a tick may change. */
type FilledFields = Pick<TypedTask, 'answers' | 'reported' | 'kind' | 'title'>;

const ofSet = (faults: readonly TickedFault[], answers: readonly number[]) =>
  faults.filter(({ id }) => answers.includes(id));

/**
 * A typed visit with other answers.
 * @param faults of the site, as far as they are known
 */
export function withAnswers(
  typed: FilledFields & Pick<TypedTask, 'date' | 'clock' | 'arrived'>,
  answers: readonly number[],
  faults: readonly TickedFault[],
): FilledFields {
  const [before, after] = [ofSet(faults, typed.answers), ofSet(faults, answers)];
  const arrival = typed.arrived === '' ? visitStamp(typed) : storedMoment(typed.arrived);
  return {
    answers,
    reported: reportOf(typed.reported, firstReport(before, arrival), firstReport(after, arrival)),
    kind: typed.kind === '' && answers.length > 0 ? 'emergency' : typed.kind,
    title: titleOf(typed.title, before, after),
  };
}

/** The oldest report, as it is typed; empty where all came after the arrival, which then are of what somebody was there for already. */
function firstReport(faults: readonly TickedFault[], arrival: string | null): string {
  const reports = faults
    .map(({ reported_at: at }) => Date.parse(at))
    .filter((at) => arrival === null || arrival === '' || at <= Date.parse(arrival) + 59_999);
  return reports.length === 0 ? '' : typedMoment(visitTime(new Date(Math.min(...reports))));
}

function reportOf(typed: string, before: string, after: string): string {
  if (typed === '' || typed === before) return after;
  const stored = storedMoment(typed);
  const isWhole = stored !== '' && momentParts(typed).date !== '';
  return after !== '' && isWhole && Date.parse(storedMoment(after)) < Date.parse(stored) ? after : typed;
}

const postsOf = (faults: readonly TickedFault[]) => [...new Set(faults.flatMap(({ post }) => post ?? []))];

const withPost = (title: string, post: string) => t('{title}, {post}', { title, post });

/** The title that ticks alone make; empty without one. */
function madeTitle(faults: readonly TickedFault[]): string {
  return faults.length === 0 ? '' : postsOf(faults).reduce(withPost, t('Emergency call'));
}

function titleOf(typed: string, before: readonly TickedFault[], after: readonly TickedFault[]): string {
  const title = typed.trim();
  if (title === madeTitle(before)) return madeTitle(after);
  const posts = postsOf(after);
  const gone = postsOf(before).filter((post) => !posts.includes(post));
  const left = gone.reduce((text, post) => withoutPost(text, post), title);
  const added = posts.filter((post) => !postsOf(before).includes(post));
  // a title that names a post says where it was
  if (added.length === 0 || postNamer(postsOf([...before, ...after]))(left).length > 0)
    return left === title ? typed : left;
  return added.reduce(withPost, left);
}

/** A title without the post that a tick put at its end. */
function withoutPost(title: string, post: string): string {
  const [, end = ''] = withPost('\u0000', post).split('\u0000');
  return title.endsWith(end) && title.length > end.length ? title.slice(0, -end.length) : title;
}
