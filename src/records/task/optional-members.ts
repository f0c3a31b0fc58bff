import * as v from 'valibot';
import type { Database } from '../../lib/database.types.ts';
import { message, said, type Message } from '../../lib/language/translate.ts';
import { recordOf } from '../../lib/record-of.ts';

/*
 * The members of a task that may be absent, which means not said. Form, draft, merge, change log, CSV and papers take them
 * from the tables below: the next text or time is an entry here, and a line of `private.task_members`. Each save says
 * which members its page knows (`membersHeader`), and the database gives back the others, so a page of an older release erases nothing
 * (`decisions §8`). A member that older rules stored otherwise says nothing here, and is passed on as it is.
 */

interface MemberFacts {
  /** The version of the portal whose pages know it first (`membersHeader`). */
  since: number;
  label: Message;
  /** Within a sentence. */
  noun: Message;
}

interface TextMemberFacts extends MemberFacts {
  /** In characters. */
  limit: number;
}

/** Members of one line of plain text (`decisions §14`). */
export const textMembers = {
  /** The company's own number for the job. */
  ref: { since: 1, limit: 40, label: message('Job number'), noun: message('job number') },
  by: { since: 2, limit: 120, label: message('Who came'), noun: message('who came') },
} as const satisfies Record<string, TextMemberFacts>;

/** Moments of a call-out, in their order, stored as `time` is (`decisions §14`). */
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

/** The facts of each but the kind. */
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
 * Tells the database with a save which members this page knows: the database keeps the others, which an older page
 * would erase (`decisions §8`).
 */
export const membersHeader = 'x-portal-members';
export const membersVersion = `${Math.max(...Object.values(memberFacts).map(({ since }) => since))}`;

/** A value for each member of plain text. */
export function byTextMember<Value>(valueOf: (member: TextMember) => Value): Record<TextMember, Value> {
  return recordOf<Record<TextMember, Value>>(textMemberNames, valueOf);
}

/** A value for each moment. */
export function byTimeMember<Value>(valueOf: (member: TimeMember) => Value): Record<TimeMember, Value> {
  return recordOf<Record<TimeMember, Value>>(timeMemberNames, valueOf);
}

/** A value for each member but the kind. */
export function byMember<Value>(valueOf: (member: keyof typeof memberFacts) => Value) {
  return recordOf<Record<keyof typeof memberFacts, Value>>(namesOf(memberFacts), valueOf);
}

type StoredJson = Database['public']['Tables']['maintable']['Row']['tasks2024'] | null;

/**
 * A member as tasks store it. A value that older rules stored otherwise counts as not said, and is saved as it is
 * (`decisions §8`).
 */
const storedMember = v.exactOptional(v.custom<StoredJson>(() => true));

/** All of them as tasks store them. */
export const storedMembers = { kind: storedMember, ...byMember(() => storedMember) };

/** What a visit says in the members of plain text (`statedText`). */
export type TaskTextMembers = Partial<Record<TextMember, unknown>>;

/** What a stored member says; empty for anything but a text. */
export function statedText(stored: unknown): string {
  return typeof stored === 'string' ? stored : '';
}

/**
 * The instant of a stored time in milliseconds; NaN where it says none. One without a zone says none: each device would read another.
 */
export function statedInstant(stored: unknown): number {
  const text = statedText(stored);
  return /(?:Z|[+-]\d\d:?\d\d)$/u.test(text) ? Date.parse(text) : Number.NaN;
}

/** The labels of the members of plain text, such as the heads of their columns. */
export function textLabels(): string[] {
  return textMemberNames.map((member) => said(textMembers[member].label));
}

/** What a visit says in each of them, empty where it says nothing. */
export function textsOf(task: TaskTextMembers): string[] {
  return textMemberNames.map((member) => statedText(task[member]));
}

/** The members of plain text that a visit says, with their labels. */
export function labelledTexts(task: TaskTextMembers): { label: string; text: string }[] {
  return textMemberNames.flatMap((member) => {
    const text = statedText(task[member]);
    return text ? [{ label: said(textMembers[member].label), text }] : [];
  });
}
