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

// Reads the optional members of a visit besides its kind (`decisions §14`). A value that cannot be stored is reported as a defect, and the visit is
// imported without it.

type ReadMember = TextMember | TimeMember | 'follow';

/** The unchecked values of a record. The recommendations are a list, or a text with one recommendation per line. */
export type RawMembers = Partial<Record<ReadMember, unknown>>;

type ReadMembers = Partial<Record<TextMember | TimeMember, string>> & { follow?: { line: number; text: string }[] };

/** The members that can be stored. @param time the time of the visit; an arrival must be in the same minute */
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

/** The times that can be stored together. A time that `timeProblems` rejects is left out. */
function readTimes(raw: RawMembers, time: string, now: Date, addDefect: AddDefect): ReadMembers {
  const remedy = t('Imported without this value.');
  const stamps: Partial<Record<TimeMember, string>> = {};
  for (const member of timeMemberNames) {
    const value = raw[member];
    if (plainText(value).trim() === '') continue;
    const stamp = readFullMoment(plainText(value), { order: 'day-first', epoch: 1900 });
    if (stamp === null)
      addDefect(t('{column}: {cell} is not a time.', { column: labelOf(member), cell: quoted(value) }), remedy, [
        member,
      ]);
    else if (member === 'arrived' && minuteOf(stamp) !== minuteOf(time))
      addDefect(t('Its arrival is another time than that of the visit.'), remedy, [member]);
    else stamps[member] = stamp;
  }
  let typed: TypedTimes = { ...noTimes, ...typedTimes(stamps) };
  for (;;) {
    const problems = timeProblems(typed, now);
    const member = timeMemberNames.find((name) => problems[name] !== undefined);
    if (member === undefined) return storedTimes(typed, time);
    // any of the times may be the wrong one, so all of them can be repaired
    const presentMembers = timeMemberNames.filter((name) => typed[name] !== '');
    addDefect(t('{label}: {text}', { label: labelOf(member), text: problems[member] ?? '' }), remedy, presentMembers);
    typed = { ...typed, [member]: '' };
  }
}

const minuteOf = (stamp: string) => Math.floor(Date.parse(stamp) / 60_000);

/**
 * Typed times in the stored format, for a visit of this time. The arrival, and a leaving in the same minute, become exactly the time of the visit,
 * which may have seconds in old visits.
 */
export function storedTimes(typed: TypedTimes, time: string): Partial<Record<TimeMember, string>> {
  const stored = timeMemberNames.flatMap((member) => {
    const stamp = storedMoment(typed[member]);
    const isInArrivalMinute = typed.arrived !== '' && member !== 'reported' && typed[member] === typed.arrived;
    return stamp === '' ? [] : [[member, isInArrivalMinute ? time : stamp] as const];
  });
  return Object.fromEntries(stored);
}

function readFollow(value: unknown, addDefect: AddDefect): ReadMembers {
  const texts = Array.isArray(value)
    ? statedFollow(value).map(({ text }) => text)
    : withLineBreaks(plainText(value)).split('\n');
  const lines = texts.map((line) => readLine(line, 'follow', addDefect)).filter((line) => line !== '');
  const { lines: maxLines, text: limit } = followLimits;
  const tooLongLines = lines.filter((line) => lengthOf(line) > limit);
  for (const line of tooLongLines)
    addDefect(
      t('The recommendation {text} has {length} characters; {limit} can be kept.', {
        text: quoted(line),
        length: lengthOf(line),
        limit,
      }),
      t('Imported without it.'),
      ['follow'],
    );
  const fittingLines = lines.filter((line) => !tooLongLines.includes(line));
  if (fittingLines.length > maxLines)
    addDefect(
      t('It has {count, number} recommendations; {most, number} can be kept.', {
        count: fittingLines.length,
        most: maxLines,
      }),
      t('Imported with the first {most, number} of them.', { most: maxLines }),
      ['follow'],
    );
  return fittingLines.length === 0
    ? {}
    : { follow: fittingLines.slice(0, maxLines).map((text, index) => ({ line: index + 1, text })) };
}
