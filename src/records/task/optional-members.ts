import * as v from 'valibot';
import type { Database } from '../../lib/database.types.ts';
import { message, said, type Message } from '../../lib/language/translate.ts';
import { recordOf } from '../../lib/record-of.ts';

/*
 * The members of a task that may be absent, which means not said. Form, draft, merge, change log, CSV and papers take those of
 * plain text from the table below: the next one is an entry here, and a line of `private.task_members`. Each save says
 * which members its page knows (`membersHeader`), and the database gives back the others, so a page of before erases nothing
 * (`decisions §8`). A member that older rules stored otherwise says nothing here, and is passed on as it is.
 */

interface TextMemberFacts {
  /** The version of the portal whose pages know it first (`membersHeader`). */
  since: number;
  /** In characters. */
  limit: number;
  label: Message;
  /** Within a sentence. */
  noun: Message;
}

/** Members of one line of plain text. */
export const textMembers = {
  /** The company's own number for the job (`decisions §14`). */
  ref: { since: 1, limit: 40, label: message('Job number'), noun: message('job number') },
} as const satisfies Record<string, TextMemberFacts>;

export type TextMember = keyof typeof textMembers;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys loses the names
export const textMemberNames = Object.keys(textMembers) as TextMember[];

/** All optional members, in the order of the form. */
export const optionalMembers = ['kind', ...textMemberNames] as const;
export type OptionalMember = (typeof optionalMembers)[number];

export function isOptionalMember(member: string): boolean {
  return optionalMembers.some((name) => name === member);
}

/**
 * Tells the database with a save which members this page knows: the database keeps the others, which an older page
 * would erase (`decisions §8`).
 */
export const membersHeader = 'x-portal-members';
export const membersVersion = `${Math.max(...Object.values(textMembers).map(({ since }) => since))}`;

/** A value for each member of plain text. */
export function byTextMember<Value>(valueOf: (member: TextMember) => Value): Record<TextMember, Value> {
  return recordOf<Record<TextMember, Value>>(textMemberNames, valueOf);
}

type StoredJson = Database['public']['Tables']['maintable']['Row']['tasks2024'] | null;

/**
 * A member as tasks store it. A value that older rules stored otherwise counts as not said, and is saved as it is
 * (`decisions §8`).
 */
export const storedMember = v.exactOptional(v.custom<StoredJson>(() => true));

/** The members of plain text as tasks store them. */
export const storedTexts = byTextMember(() => storedMember);

/** What a visit says in the members of plain text (`statedText`). */
export type TaskTextMembers = Partial<Record<TextMember, unknown>>;

/** What a stored member says; empty for anything but a text. */
export function statedText(stored: unknown): string {
  return typeof stored === 'string' ? stored : '';
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
