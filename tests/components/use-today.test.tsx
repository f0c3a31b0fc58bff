import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useNewDay, useToday } from '../../src/components/use-today.ts';
import { siteStamp } from '../../src/records/time.ts';

const zone = process.env['TZ'];

/** Shows the current day at a moment, and counts the renders. */
function openAt(moment: string) {
  vi.useFakeTimers({ now: new Date(moment) });
  const days: string[] = [];
  const newDays = vi.fn<() => void>();
  const { result, unmount } = renderHook(() => {
    const today = useToday();
    useNewDay(newDays);
    days.push(siteStamp(today).slice(0, 10));
    return today;
  });
  return { days, newDays, result, unmount };
}

const advanceTime = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
/** Sets the clock without running a timer. */
const setClock = (moment: string) => vi.setSystemTime(new Date(moment));
const dispatch = (target: EventTarget, kind: string) => act(() => void target.dispatchEvent(new Event(kind)));

afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('the current day', () => {
  it.each([
    ['a usual midnight', '2026-11-21T23:59:59+08:00', '2026-11-21', '2026-11-22'],
    ['the turn of the year', '2026-12-31T23:59:59+08:00', '2026-12-31', '2027-01-01'],
    ['the end of February', '2027-02-28T23:59:59+08:00', '2027-02-28', '2027-03-01'],
    ['28 February of a leap year', '2028-02-28T23:59:59+08:00', '2028-02-28', '2028-02-29'],
    ['29 February', '2028-02-29T23:59:59+08:00', '2028-02-29', '2028-03-01'],
  ])('changes at %s', (_, moment, before, after) => {
    const { days, newDays } = openAt(moment);
    advanceTime(999);
    expect(days).toEqual([before]);
    expect(newDays).not.toHaveBeenCalled();
    advanceTime(1);
    expect(days).toEqual([before, after]);
    expect(newDays).toHaveBeenCalledOnce();
  });

  it.each([
    ['America/New_York', '2026-11-01T00:30:00-04:00', '2026-11-01'],
    ['Europe/London', '2026-03-29T00:59:59Z', '2026-03-29'],
    ['Pacific/Apia', '2026-11-21T23:30:00+08:00', '2026-11-21'],
    ['Pacific/Pago_Pago', '2026-11-21T23:30:00+08:00', '2026-11-21'],
  ])('is the day in Singapore also in the time zone %s', (timeZone, moment, day) => {
    process.env['TZ'] = timeZone;
    const { days } = openAt(moment);
    const midnight = Date.parse(`${day}T24:00:00+08:00`);
    advanceTime(midnight - Date.now() - 1);
    expect(days).toEqual([day]);
    advanceTime(1);
    expect(days).toHaveLength(2);
    expect(days[1]).toBe(siteStamp(new Date(midnight)).slice(0, 10));
  });

  it('is the same object all day, so that nothing renders again', () => {
    const { days, result } = openAt('2026-11-21T00:00:00+08:00');
    const first = result.current;
    advanceTime(24 * 3_600_000 - 1);
    dispatch(window, 'focus');
    expect(days).toHaveLength(1);
    expect(result.current).toBe(first);
  });

  it.each([
    ['the page is shown again', () => dispatch(document, 'visibilitychange')],
    ['the window has the focus again', () => dispatch(window, 'focus')],
    ['a minute has passed, if the page was in front, so that no event tells', () => advanceTime(60_000)],
  ])('is updated after two days of sleep when %s', (_, trigger) => {
    const { days, newDays } = openAt('2026-11-20T18:00:00+08:00');
    setClock('2026-11-22T08:00:00+08:00');
    expect(days).toEqual(['2026-11-20']);
    trigger();
    expect(days).toEqual(['2026-11-20', '2026-11-22']);
    expect(newDays).toHaveBeenCalledOnce();
  });

  it('follows a clock that is set back, and changes at the midnight after that', () => {
    const { days } = openAt('2026-11-22T00:10:00+08:00');
    setClock('2026-11-21T23:58:00+08:00');
    advanceTime(60_000);
    expect(days).toEqual(['2026-11-22', '2026-11-21']);
    advanceTime(60_000);
    expect(days).toEqual(['2026-11-22', '2026-11-21', '2026-11-22']);
  });

  it('leaves no timer behind when the screen is left', () => {
    const { newDays, unmount } = openAt('2026-11-21T23:59:59+08:00');
    unmount();
    expect(vi.getTimerCount()).toBe(0);
    advanceTime(60_000);
    dispatch(window, 'focus');
    expect(newDays).not.toHaveBeenCalled();
  });
});
