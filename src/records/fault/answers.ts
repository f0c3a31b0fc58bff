import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { joinedStatements } from '../sentences.ts';
import { faultWhat } from './fault-words.ts';
import type { Fault } from './fault.ts';

/*
 * The reported faults that a visit answered (`decisions §15`). A visit lists the numbers of these faults in `answers`. A fault is open until a
 * shown visit names it or the office closes it, so hiding or moving a visit opens the faults that only this visit had answered. The words of
 * the faults are not in the visit: a reader without access to them sees the number. A stored list that does not fit the schema counts as
 * empty, and saves leave it as it is.
 */

/** How many faults one visit can answer at most. */
export const mostAnswers = 10;

export const answersSchema = v.array(v.pipe(v.number(), v.integer()));

/** The numbers of the faults that a visit answered; empty when the stored value does not fit the schema. */
export function statedAnswers(stored: unknown): number[] {
  const read = v.safeParse(answersSchema, stored);
  return read.success ? read.output : [];
}

/** The name of a fault. `what` is null when a reporter described the fault in own words, which are not shown with visits. */
export type FaultName = Pick<Fault, 'id' | 'post'> & { what: string | null };

/** The names of faults, by the fault's number. */
export type FaultNames = ReadonlyMap<number, FaultName>;

const noNames: FaultNames = new Map();

/** The names of the faults of a site. @param faults null when they could not be read */
export function faultNames(faults: readonly FaultName[] | null | undefined): FaultNames {
  return faults ? new Map(faults.map((fault) => [fault.id, fault])) : noNames;
}

/** `Does not open, Exit (no. 41)`; `fault no. 41` when the name is not known. */
export function faultName(id: number, names: FaultNames = noNames): string {
  const fault = names.get(id);
  if (!fault) return numberText(id);
  const { post } = fault;
  const what = fault.what === null ? t('Something else') : faultWhat({ what: fault.what, known: true });
  return post === null ? t('{what} (no. {id})', { what, id }) : t('{what}, {post} (no. {id})', { what, post, id });
}

/** The faults that a visit answered, in its order: `Does not open, Exit (no. 41); fault no. 42` */
export function answeredFaultsText(stored: unknown, names?: FaultNames): string {
  return joinedStatements(statedAnswers(stored).map((id) => faultName(id, names)));
}

const numberText = (id: number) => t('fault no. {id}', { id });

/** `fault no. 41; fault no. 42`, without a reporter's words: the change log uses it, and its lines are never deleted. */
export function answeredNumbers(answers: readonly number[]): string {
  return joinedStatements(answers.map(numberText));
}

/** The members of a visit that decide which faults it answers. */
interface AnsweringVisit {
  id: number;
  /** Anything but `True` is hidden. */
  showing: string;
  answers?: unknown;
}

/**
 * The message about the faults that are open again when a visit is hidden or leaves its site; empty when there are none.
 * @param visits all visits of the site
 * @param id the visit that is hidden or leaves
 */
export function faultsOpenedAgainText(visits: readonly AnsweringVisit[], id: number): string {
  const answersOf = (isIncluded: (visit: AnsweringVisit) => boolean) =>
    new Set(visits.filter(isIncluded).flatMap(({ answers }) => statedAnswers(answers)));
  const others = answersOf((visit) => visit.showing === 'True' && visit.id !== id);
  const reopened = [...answersOf((visit) => visit.id === id)].filter((fault) => !others.has(fault));
  return reopened.length === 0
    ? ''
    : t(
        '{count, plural, one {The fault that it answered is open again.} other {The # faults that it answered are open again.}}',
        { count: reopened.length },
      );
}
