import { said, t } from '../../lib/language/translate.ts';
import { lengthOf, withLineBreaks } from '../../lib/text-rules.ts';
import { noTimes, storedMoment, timeProblems, typedTimes, type TypedTimes } from '../task/call-out-times.ts';
import { followLimits, statedFollow } from '../task/follow-ups.ts';
import {
  textMembers,
  timeMemberNames,
  timeMembers,
  type TextMember,
  type TimeMember,
} from '../task/optional-members.ts';
import { quoted, type AddDefect } from './import-plan.ts';
import { readFullMoment } from './read-moment.ts';
import { plainText, readLine } from './read-value.ts';
import { columnOfMember } from './visit-columns.ts';

// The members that a visit may have besides its kind (`decisions §14`). What cannot be stored of them is left out, and the visit comes
// without it.

type ReadMember = TextMember | TimeMember | 'follow';

/** As a record has them; each may be anything. The recommendations are a list, or a text with a line for each. */
export type RawMembers = Partial<Record<ReadMember, unknown>>;

type ReadMembers = Partial<Record<TextMember | TimeMember, string>> & { follow?: { line: number; text: string }[] };

/** @param time of the visit, which is the moment of the arrival where that is said */
export function readMembers(raw: RawMembers, time: string, now: Date, addDefect: AddDefect): ReadMembers {
  return {
    ...readName('ref', raw, addDefect),
    ...readName('by', raw, addDefect),
    ...readTimes(raw, time, now, addDefect),
    ...readFollow(raw.follow, addDefect),
  };
}

function readName(member: TextMember, raw: RawMembers, addDefect: AddDefect): ReadMembers {
  const text = readLine(raw[member], member, addDefect);
  const length = lengthOf(text);
  const { limit } = textMembers[member];
  if (length <= limit) return text === '' ? {} : { [member]: text };
  const fields = [columnOfMember(member)];
  if (member === 'ref')
    addDefect(
      t('Its job number has {length} characters; {limit} can be kept.', { length, limit }),
      t('Imported without its job number.'),
      fields,
    );
  else
    addDefect(
      t('The name of who came has {length} characters; {limit} can be kept.', { length, limit }),
      t('Imported without this value.'),
      fields,
    );
  return {};
}

const labelOf = (member: TimeMember) => said(timeMembers[member].label);

/** The times that can be stored together: what `timeProblems` finds wrong is left out. */
function readTimes(raw: RawMembers, time: string, now: Date, addDefect: AddDefect): ReadMembers {
  const without = t('Imported without this value.');
  const stamps: Partial<Record<TimeMember, string>> = {};
  for (const member of timeMemberNames) {
    const value = raw[member];
    if (plainText(value).trim() === '') continue;
    const stamp = readFullMoment(plainText(value), { order: 'day-first', epoch: 1900 });
    if (stamp === null)
      addDefect(t('{column}: {cell} is not a time.', { column: labelOf(member), cell: quoted(value) }), without, [
        member,
      ]);
    else if (member === 'arrived' && minuteOf(stamp) !== minuteOf(time))
      addDefect(t('Its arrival is another time than that of the visit.'), without, [member]);
    else stamps[member] = stamp;
  }
  let typed: TypedTimes = { ...noTimes, ...typedTimes(stamps) };
  for (;;) {
    const problems = timeProblems(typed, now);
    const member = timeMemberNames.find((name) => problems[name] !== undefined);
    if (member === undefined) return storedTimes(typed, time);
    // any of them may be the wrong one
    const given = timeMemberNames.filter((name) => typed[name] !== '');
    addDefect(t('{label}: {text}', { label: labelOf(member), text: problems[member] ?? '' }), without, given);
    typed = { ...typed, [member]: '' };
  }
}

const minuteOf = (stamp: string) => Math.floor(Date.parse(stamp) / 60_000);

/**
 * Typed times as they are stored with a visit of this time. The arrival is the same moment, which may have seconds, as old
 * visits do, and so is what was in its minute.
 */
export function storedTimes(typed: TypedTimes, time: string): Partial<Record<TimeMember, string>> {
  const stored = timeMemberNames.flatMap((member) => {
    const stamp = storedMoment(typed[member]);
    const isOfArrival = typed.arrived !== '' && member !== 'reported' && typed[member] === typed.arrived;
    return stamp === '' ? [] : [[member, isOfArrival ? time : stamp] as const];
  });
  return Object.fromEntries(stored);
}

function readFollow(value: unknown, addDefect: AddDefect): ReadMembers {
  const given = Array.isArray(value)
    ? statedFollow(value).map(({ text }) => text)
    : withLineBreaks(plainText(value)).split('\n');
  const lines = given.map((line) => readLine(line, 'follow', addDefect)).filter((line) => line !== '');
  const { lines: most, text: limit } = followLimits;
  const long = lines.filter((line) => lengthOf(line) > limit);
  for (const line of long)
    addDefect(
      t('The recommendation {text} has {length} characters; {limit} can be kept.', {
        text: quoted(line),
        length: lengthOf(line),
        limit,
      }),
      t('Imported without it.'),
      ['follow'],
    );
  const short = lines.filter((line) => !long.includes(line));
  if (short.length > most)
    addDefect(
      t('It has {count, number} recommendations; {most, number} can be kept.', { count: short.length, most }),
      t('Imported with the first {most, number} of them.', { most }),
      ['follow'],
    );
  return short.length === 0 ? {} : { follow: short.slice(0, most).map((text, index) => ({ line: index + 1, text })) };
}
