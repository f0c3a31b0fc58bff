import { foldedText } from '../../lib/text-search.ts';
import { statedText, type TaskTextMembers } from './optional-members.ts';

/*
 * Who came to visits (`decisions §14`). Offices write a name now with capitals and now without, with one blank or two: it is the same person.
 * `private.person_mark` has the same rule.
 */

/** A name as names are compared: without case, accents and blanks. */
export function personForm(name: string): string {
  return foldedText(name).replaceAll(/\s/gu, '');
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Who came to these visits, each as the first of them writes it, in alphabetical order. */
export function peopleOf(visits: readonly TaskTextMembers[]): string[] {
  const people = new Map<string, string>();
  for (const { by } of visits) {
    const name = statedText(by);
    const form = personForm(name);
    if (form !== '' && !people.has(form)) people.set(form, name);
  }
  return [...people.values()].toSorted((a, b) => names.compare(a, b));
}

/** The visits that a person made, in their order. */
export function visitsOfPerson<Visit extends TaskTextMembers>(visits: readonly Visit[], name: string): Visit[] {
  const form = personForm(name);
  return visits.filter(({ by }) => personForm(statedText(by)) === form);
}
