import * as v from 'valibot';
import type { Database } from '../../lib/database.types.ts';
import { message, said, type Message } from '../../lib/language/translate.ts';
import { recordOf } from '../../lib/record-of.ts';

/*
 * The optional members of a task. The form, drafts, merges, the change log, the CSV and papers use the tables below, so a new text or time
 * needs only an entry here and a line in the SQL table `private.task_members`. Each save tells which members its page knows
 * (`membersHeader`), and the database leaves the others unchanged, so that a page of an older release erases nothing (`decisions §8`).
 * A stored value that does not fit the present rules counts as absent, and saves leave it as it is.
 */

interface MemberFacts {
  /** The first version of the list of members that has it (`membersVersion`). */
  since: number;
  label: Message;
  /** The label within a sentence. */
  noun: Message;
}

interface TextMemberFacts extends MemberFacts {
  /** The longest text, in characters. */
  limit: number;
}

/** Members of one line of plain text (`decisions §14`). */
export const textMembers = {
  /** The company's own number for the job. */
  ref: { since: 1, limit: 40, label: message('Job number'), noun: message('job number') },
  by: { since: 2, limit: 120, label: message('Who came'), noun: message('who came') },
} as const satisfies Record<string, TextMemberFacts>;

/** The times of a call-out in chronological order, in the same format as `time` (`decisions §14`). */
export const timeMembers = {
  reported: { since: 2, label: message('Reported'), noun: message('time of the report') },
  /** The same moment as `time`. */
  arrived: { since: 2, label: message('Arrived'), noun: message('time of arrival') },
  left: { since: 2, label: message('Left'), noun: message('time of leaving') },
} as const satisfies Record<string, MemberFacts>;

/** Lists (`follow-ups.ts`, `answers.ts`). */
export const listMembers = {
  follow: { since: 2, label: message('Follow up'), noun: message('recommendations') },
  closes: { since: 2, label: message('Done with this visit'), noun: message('recommendations that it carried out') },
  /** Ids of faults that were reported at the site (`decisions §15`). */
  answers: { since: 3, label: message('Answers'), noun: message('faults that it answered') },
} as const satisfies Record<string, MemberFacts>;

export type TextMember = keyof typeof textMembers;
export type TimeMember = keyof typeof timeMembers;
export type ListMember = keyof typeof listMembers;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys loses the names
const namesOf = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[];
export const textMemberNames = namesOf(textMembers);
export const timeMemberNames = namesOf(timeMembers);
export const listMemberNames = namesOf(listMembers);

/** All optional members, in the order of the form. */
export const optionalMembers = ['kind', ...textMemberNames, ...timeMemberNames, ...listMemberNames] as const;
export type OptionalMember = (typeof optionalMembers)[number];

/** The facts of each member except the kind. */
export const memberFacts: Record<Exclude<OptionalMember, 'kind'>, MemberFacts> = {
  ...textMembers,
  ...timeMembers,
  ...listMembers,
};

export function isOptionalMember(member: string): boolean {
  return optionalMembers.some((name) => name === member);
}

export function isListMember(member: string): member is ListMember {
  return member in listMembers;
}

export function isTimeMember(member: string): member is TimeMember {
  return member in timeMembers;
}

/**
 * The header with which a save tells the database which members this page knows. The database leaves all other members unchanged, because
 * an older page would erase them (`decisions §8`).
 */
export const membersHeader = 'x-portal-members';
export const membersVersion = `${Math.max(...Object.values(memberFacts).map(({ since }) => since))}`;

/** A record with a value for each text member. */
export function byTextMember<Value>(valueOf: (member: TextMember) => Value): Record<TextMember, Value> {
  return recordOf<Record<TextMember, Value>>(textMemberNames, valueOf);
}

/** A record with a value for each time member. */
export function byTimeMember<Value>(valueOf: (member: TimeMember) => Value): Record<TimeMember, Value> {
  return recordOf<Record<TimeMember, Value>>(timeMemberNames, valueOf);
}

/** A record with a value for each member except the kind. */
export function byMember<Value>(valueOf: (member: keyof typeof memberFacts) => Value) {
  return recordOf<Record<keyof typeof memberFacts, Value>>(namesOf(memberFacts), valueOf);
}

type StoredJson = Database['public']['Tables']['maintable']['Row']['tasks2024'] | null;

/**
 * The schema of a stored member, which accepts any value: a value that does not fit the present rules counts as absent, and saves leave it
 * as it is (`decisions §8`).
 */
const storedMember = v.exactOptional(v.custom<StoredJson>(() => true));

/** The schemas of all stored members. */
export const storedMembers = { kind: storedMember, ...byMember(() => storedMember) };

/** The stored values of a visit's text members, to be read with `statedText`. */
export type TaskTextMembers = Partial<Record<TextMember, unknown>>;

/** A stored value if it is a text; otherwise the empty text. */
export function statedText(stored: unknown): string {
  return typeof stored === 'string' ? stored : '';
}

/**
 * A stored time in milliseconds since 1970; NaN when it is missing or invalid. A time without a time zone is invalid, because each device would
 * read it differently.
 */
export function statedInstant(stored: unknown): number {
  const text = statedText(stored);
  return /(?:Z|[+-]\d\d:?\d\d)$/u.test(text) ? Date.parse(text) : Number.NaN;
}

/** The labels of the text members, for column heads. */
export function textLabels(): string[] {
  return textMemberNames.map((member) => said(textMembers[member].label));
}

/** The values of a visit's text members in the same order; empty where the visit has none. */
export function textsOf(task: TaskTextMembers): string[] {
  return textMemberNames.map((member) => statedText(task[member]));
}

/** The text members that a visit has, with their labels. */
export function labelledTexts(task: TaskTextMembers): { label: string; text: string }[] {
  return textMemberNames.flatMap((member) => {
    const text = statedText(task[member]);
    return text ? [{ label: said(textMembers[member].label), text }] : [];
  });
}
