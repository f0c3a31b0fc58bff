import { useState } from 'react';
import { SiteCombo } from '../../../components/SiteChoice.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import type { TableReading } from '../../../records/import/visit-table.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { isVisitKind, visitKindLabel, visitKinds } from '../../../records/task/visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { filledDown } from './row-repairs.ts';
import type { ImportState } from './use-import.ts';
import layout from '../../../ui/layout.module.css';
import styles from './ImportDialog.module.css';

/** How many unknown names are asked about. A column with more of them is probably not the column of the sites. */
const maxShown = 50;

/** The option that undoes a choice, so that the rows are left out again. */
const leftOutChoice = () => [{ value: '', label: t('Left out') }];

interface WordChoicesProps extends Pick<ImportState, 'decideTable' | 'repair'> {
  reading: TableReading;
  sites: readonly EditedSite[];
}

/** Asks which site or kind an unknown name means. Each choice applies to all rows with that name. */
export function WordChoices({ reading, sites, decideTable, repair }: WordChoicesProps) {
  const focusAfter = useFocusAfter();
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const { unknownSites, unknownKinds } = reading;
  if (unknownSites.length + unknownKinds.length === 0) return null;
  const fromAbove = filledDown(
    reading.rows.filter(({ defect }) => defect?.kind === 'site'),
    reading.rows,
    'site',
  );
  /** Moves the focus after a press, because the pressed button disappears when the file has been read again. */
  const actAndFocus = (act: () => void) => {
    const button = document.activeElement;
    act();
    focusAfter(() => (button?.isConnected ? undefined : heading));
  };
  return (
    <section className={layout.gap3} aria-labelledby="unknown-words">
      <h3 id="unknown-words" ref={setHeading} tabIndex={-1}>
        {t('Names that are not known')}
      </h3>
      <div className={styles.fields}>
        {unknownSites.slice(0, maxShown).map(({ comparedForm, written, rows, nearest, chosen }) => (
          <div key={comparedForm} className={layout.gap2}>
            <SiteCombo
              label={
                written === ''
                  ? t('{rows, plural, one {# row without a site} other {# rows without a site}}', { rows })
                  : t('Site “{written}” ({rows, plural, one {# row} other {# rows}})', { written, rows })
              }
              value={chosen ?? ''}
              sites={sites}
              archived="marked"
              others={leftOutChoice()}
              onChange={(name) => decideTable({ sites: [comparedForm, name] })}
            />
            {nearest !== null && chosen === null && (
              <Button onClick={() => actAndFocus(() => decideTable({ sites: [comparedForm, nearest] }))}>
                {t('It is {site}', { site: nearest })}
              </Button>
            )}
            {comparedForm === '' && fromAbove.size > 0 && (
              <Button onClick={() => actAndFocus(() => repair(fromAbove))}>
                {t('Take the site of the row above')}
              </Button>
            )}
          </div>
        ))}
        {unknownKinds.slice(0, maxShown).map(({ comparedForm, written, rows, chosen }) => (
          <SelectField
            key={comparedForm}
            label={t('Kind “{written}” ({rows, plural, one {# row} other {# rows}})', { written, rows })}
            value={chosen ?? 'none'}
            options={[
              ...visitKinds.map(({ value }) => ({ value, label: visitKindLabel(value) ?? value })),
              { value: 'none', label: t('Not specified') },
            ]}
            onChange={(value) => decideTable({ kinds: [comparedForm, isVisitKind(value) ? value : 'none'] })}
          />
        ))}
      </div>
      {unknownSites.length > maxShown && (
        <p>
          {t(
            'The first {shown, number} of {names, plural, one {# name} other {# names}}. Is another column the site?',
            { shown: maxShown, names: unknownSites.length },
          )}
        </p>
      )}
    </section>
  );
}
