import { useSearchParams } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { defaultFailureYear, failureYears } from '../../records/failure/failure-figures.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FailureAnalyticsRoute.module.css';

/**
 * The fields for the year shown (`spec §2`) and the year compared with.
 * @param latest the newest year with entries; null if there is none
 */
export function YearChoice({ latest }: { latest: number | null }) {
  const { year, compare, setYear, setCompare } = useFailureYear();
  return (
    <div className={`${layout.wrap} ${styles.choice}`}>
      <SelectField
        label={t('Year')}
        value={`${year}`}
        onChange={(value) => setYear(Number(value))}
        options={failureYears.map((candidate) => ({ value: `${candidate}`, label: `${candidate}` }))}
      />
      <SelectField
        label={t('Compare with')}
        value={compare === null ? '' : `${compare}`}
        onChange={(value) => setCompare(value === '' ? null : Number(value))}
        options={[
          { value: '', label: t('No other year') },
          ...failureYears
            .filter((candidate) => candidate !== year)
            .map((candidate) => ({ value: `${candidate}`, label: `${candidate}` })),
        ]}
      />
      {latest !== null && latest > year && (
        <div className={`${layout.line} ${texts.note} ${styles.newest}`}>
          <p>{t('You are looking at {year}; newest is {latest}.', { year, latest })}</p>
          <Button onClick={() => setYear(latest)}>{t('Latest: {year}', { year: latest })}</Button>
        </div>
      )}
    </div>
  );
}

/** The year shown and the year compared with, read from the URL. An invalid year is the default, or no year compared with. */
export function useFailureYear(): {
  year: number;
  compare: number | null;
  setYear: (year: number) => void;
  setCompare: (year: number | null) => void;
} {
  const [params, setParams] = useSearchParams();
  const year = knownYear(params.get('year')) ?? defaultFailureYear;
  const compare = knownYear(params.get('compare'));

  const setParam = (name: string, value: number | null) =>
    setParams(
      (current) => {
        if (value === null) current.delete(name);
        else current.set(name, `${value}`);
        // a year is not compared with itself
        if (current.get('compare') === (current.get('year') ?? `${defaultFailureYear}`)) current.delete('compare');
        return current;
      },
      { replace: true },
    );
  return {
    year,
    compare: compare === year ? null : compare,
    setYear: (next) => setParam('year', next === defaultFailureYear ? null : next),
    setCompare: (next) => setParam('compare', next),
  };
}

function knownYear(text: string | null): number | null {
  return failureYears.find((year) => `${year}` === text) ?? null;
}
