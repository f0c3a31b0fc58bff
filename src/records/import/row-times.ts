import { said, t } from '../../lib/language/translate.ts';
import { sentences } from '../sentences.ts';
import { dayOfClock, noTimes, storedMoment, typedMoment } from '../task/call-out-times.ts';
import { timeMembers, type TimeMember } from '../task/optional-members.ts';
import { visitTime } from '../task/visit.ts';
import { longDay } from '../time.ts';
import { quoted, type AddDefect } from './import-plan.ts';
import { clockForms, readTimeCell, type MomentNotation } from './read-moment.ts';
import type { VisitCells } from './table-choices.ts';

/**
 * The call-out times of a row in the stored format; empty where the row has none that can be read. A clock time without a day gets the day from
 * `dayOfClock`. If that is not the day of the visit, a defect says so.
 * @param stamp the time of the visit, which is the arrival if the row has one
 */
export function rowTimes(
  cells: VisitCells,
  stamp: string,
  notation: MomentNotation,
  addDefect: AddDefect,
): Record<TimeMember, string> {
  const { date, clock: arrival } = visitTime(stamp);
  const arrived = cells.arrived === '' ? '' : typedMoment({ date, clock: arrival });
  const timeOf = (member: 'reported' | 'left') => {
    const cell = cells[member];
    if (cell === '') return '';
    const timeCell = readTimeCell(cell, member, notation);
    if (!timeCell) {
      addDefect(
        t('{column}: {cell} is not a time.', { column: said(timeMembers[member].label), cell: quoted(cell) }),
        sentences(t('Imported without this value.'), clockForms()),
        [member],
      );
      return '';
    }
    if ('stamp' in timeCell) return timeCell.stamp;
    const clock = new Date(timeCell.clock.seconds * 1_000).toISOString().slice(11, 16);
    const day = dayOfClock(member, clock, { date, clock: arrival, ...noTimes, arrived });
    if (day !== date) reportOtherDay(member, { clock, arrival, day: longDay(day) }, addDefect);
    return storedMoment(typedMoment({ date: day, clock }));
  };
  return { reported: timeOf('reported'), arrived: arrived && stamp, left: timeOf('left') };
}

function reportOtherDay(
  member: 'reported' | 'left',
  { clock, arrival, day }: { clock: string; arrival: string; day: string },
  addDefect: AddDefect,
): void {
  if (member === 'reported')
    addDefect(
      t('It was reported at {clock}, and the arrival is at {arrival}.', { clock, arrival }),
      t('The report is taken as of the day before, {day}.', { day }),
    );
  else
    addDefect(
      t('The arrival is at {arrival}, and the leaving at {clock}.', { clock, arrival }),
      t('The leaving is taken as of the next day, {day}.', { day }),
    );
}
