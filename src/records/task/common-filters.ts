import { readIsoDay } from '../../lib/calendar/day-range.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import type { ListFilter } from '../../lib/screen/list-filters.ts';
import { longDay } from '../time.ts';
import { directions, type Direction } from './visit-direction.ts';

// The filters that the visits of one site and those of all sites share (`decisions §17`).

export const directionLabels = { entrance: message('Entrance'), exit: message('Exit') } as const;

/** The options of the filter by direction. */
export const directionOptions = () => directions.map((value) => ({ value, label: said(directionLabels[value]) }));

/** `?post=P1`: the stored name of a post */
export const postFilter: ListFilter<string | null> = {
  read: ([post]) => post || null,
  words: (post) => t('post “{post}”', { post }),
  fileWord: (post) => post,
};

/** `?direction=exit` */
export const directionFilter: ListFilter<Direction | null> = {
  read: ([chosen]) => directions.find((direction) => direction === chosen) ?? null,
  words: (direction) => t('direction “{direction}”', { direction: said(directionLabels[direction]) }),
  fileWord: (direction) => direction,
};

/** `?by=Aziz`: who came, without regard to case and blanks */
export const byFilter: ListFilter<string | null> = {
  read: ([name]) => name?.trim() || null,
  words: (name) => t('technician “{name}”', { name }),
  fileWord: (name) => name,
};

/** `?from=2026-03-02`: the first day */
export const fromFilter: ListFilter<string | null> = {
  read: ([day]) => readIsoDay(day),
  words: (day) => t('days from {day}', { day: longDay(day) }),
  fileWord: (day) => `from-${day}`,
};

/** `?to=2026-03-08`: the last day */
export const toFilter: ListFilter<string | null> = {
  read: ([day]) => readIsoDay(day),
  words: (day) => t('days until {day}', { day: longDay(day) }),
  fileWord: (day) => `to-${day}`,
};
