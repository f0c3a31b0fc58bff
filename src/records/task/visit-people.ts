import { foldedText } from '../../lib/text-search.ts';
import { statedText, type TaskTextMembers } from './optional-members.ts';

/*
 * The people who came to visits (`decisions §14`). Names that differ only in case, accents and blanks are the same person. The SQL function
 * `private.person_mark` has the same rule.
 */

/** The form in which names are compared: without case, accents and blanks. */
export function personForm(name: string): string {
  return foldedText(name).replaceAll(/\s/gu, '');
}

const nameCollator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The names of the people who came to these visits, in alphabetical order. Each name has the spelling of its first visit. */
export function peopleOf(visits: readonly TaskTextMembers[]): string[] {
  const people = new Map<string, string>();
  for (const { by } of visits) {
    const name = statedText(by);
    const form = personForm(name);
    if (form !== '' && !people.has(form)) people.set(form, name);
  }
  return [...people.values()].toSorted((a, b) => nameCollator.compare(a, b));
}

/** The visits that a person made, in their order. */
export function visitsOfPerson<Visit extends TaskTextMembers>(visits: readonly Visit[], name: string): Visit[] {
  const form = personForm(name);
  return visits.filter(({ by }) => personForm(statedText(by)) === form);
}
