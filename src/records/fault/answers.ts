import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { joinedStatements } from '../sentences.ts';
import { faultWhat } from './fault-words.ts';
import type { Fault } from './fault.ts';

/*
 * The reported faults that a visit answered (`decisions §15`): a visit has their numbers in `answers`, and a fault is open until a shown visit
 * names it or the office closes it. So hiding a visit, or moving it away, opens what it alone had answered. Their words are not in the visit: who
 * cannot read them reads the number. A stored list of another form says nothing, and passes through saves as it is.
 */

/** The most that one visit can answer. */
export const mostAnswers = 10;

export const answersSchema = v.array(v.pipe(v.number(), v.integer()));

/** The numbers of the faults that a visit answered; none where it says nothing that can be read. */
export function statedAnswers(stored: unknown): number[] {
  const read = v.safeParse(answersSchema, stored);
  return read.success ? read.output : [];
}

/** What a fault is called. Own words are a reporter's, and are not where visits are shown: `what` is null. */
export type FaultName = Pick<Fault, 'id' | 'post'> & { what: string | null };

/** The faults whose names are known here, by their number. */
export type FaultNames = ReadonlyMap<number, FaultName>;

const noNames: FaultNames = new Map();

/** The names of the faults of a site. @param faults null where they are not known */
export function faultNames(faults: readonly FaultName[] | null | undefined): FaultNames {
  return faults ? new Map(faults.map((fault) => [fault.id, fault])) : noNames;
}

/** `Does not open, Exit (no. 41)`; of a fault whose name is not known `fault no. 41`. */
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

/** `fault no. 41; fault no. 42`, where words are of no use or must not be: the change log is for ever. */
export function answeredNumbers(answers: readonly number[]): string {
  return joinedStatements(answers.map(numberText));
}

/** What `answers` asks of a visit. */
interface AnsweringVisit {
  id: number;
  /** Anything but `True` is hidden. */
  showing: string;
  answers?: unknown;
}

/**
 * What becomes of the faults that a visit answered when it is hidden or leaves its site; empty where nothing does.
 * @param visits of its site
 */
export function faultsOpenedAgainText(visits: readonly AnsweringVisit[], id: number): string {
  const answersOf = (isAsked: (visit: AnsweringVisit) => boolean) =>
    new Set(visits.filter(isAsked).flatMap(({ answers }) => statedAnswers(answers)));
  const others = answersOf((visit) => visit.showing === 'True' && visit.id !== id);
  const opened = [...answersOf((visit) => visit.id === id)].filter((fault) => !others.has(fault));
  return opened.length === 0
    ? ''
    : t(
        '{count, plural, one {The fault that it answered is open again.} other {The # faults that it answered are open again.}}',
        { count: opened.length },
      );
}
