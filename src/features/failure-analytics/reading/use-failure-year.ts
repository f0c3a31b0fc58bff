import { useSearchParams } from 'react-router-dom';
import { defaultFailureYear, failureYears } from './failure-totals.ts';

/** The year shown and the one compared with, kept in the address; what cannot be chosen there counts as not given. */
export function useFailureYear(): {
  year: number;
  compare: number | null;
  setYear: (year: number) => void;
  setCompare: (year: number | null) => void;
} {
  const [params, setParams] = useSearchParams();
  const year = yearOf(params.get('year')) ?? defaultFailureYear;
  const compare = yearOf(params.get('compare'));

  const set = (name: string, value: number | null) =>
    setParams(
      (before) => {
        if (value === null) before.delete(name);
        else before.set(name, `${value}`);
        // a year is not compared with itself
        if (before.get('compare') === (before.get('year') ?? `${defaultFailureYear}`)) before.delete('compare');
        return before;
      },
      { replace: true },
    );
  return {
    year,
    compare: compare === year ? null : compare,
    setYear: (next) => set('year', next === defaultFailureYear ? null : next),
    setCompare: (next) => set('compare', next),
  };
}

function yearOf(text: string | null): number | null {
  return failureYears.find((year) => `${year}` === text) ?? null;
}
