import { useState } from 'react';
import { SiteCombo } from '../../../components/SiteChoice.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { isArchived } from '../../../records/site/archive.ts';
import { Button } from '../../../ui/Button.tsx';
import type { SimilarSite, SitePlans } from './plan-sites.ts';
import { PromiseQuestion } from './PromiseQuestion.tsx';
import type { CellSuggestion } from './suggested-cells.ts';
import type { SiteImportState } from './use-site-import.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../import/ImportDialog.module.css';

type SiteQuestionsProps = Pick<
  SiteImportState,
  'sites' | 'answer' | 'suggestions' | 'repair' | 'promisedFrom' | 'setPromisedFrom' | 'today' | 'bringBack'
> & {
  plan: SitePlans;
  /** The line about the state of the import. It gets the focus when the part with the pressed button disappears. */
  status: HTMLElement | null;
};

/** Questions about the rows: which site a similar name means, whether to take suggested numbers, and since when a changed promise holds. */
export function SiteQuestions({ plan, ...siteImport }: SiteQuestionsProps) {
  return (
    <>
      {plan.similar.length > 0 && <NearNames similar={plan.similar} {...siteImport} />}
      {siteImport.suggestions.length > 0 && <Suggestions {...siteImport} />}
      {plan.archived.length > 0 && <ArchivedRows count={plan.archived.length} {...siteImport} />}
      {plan.changesPromise && <PromiseQuestion {...siteImport} />}
    </>
  );
}

/** Rows of archived sites are left out, unless a person brings the sites back. */
function ArchivedRows({
  count,
  bringBack,
  status,
}: Pick<SiteQuestionsProps, 'bringBack' | 'status'> & { count: number }) {
  const press = () => {
    // the pressed button disappears
    status?.focus();
    bringBack();
  };
  return (
    <div className={layout.row}>
      <p>
        {t('{rows, plural, one {# row is of an archived site.} other {# rows are of archived sites.}}', {
          rows: count,
        })}
      </p>
      <Button onClick={press}>
        {t(
          '{sites, plural, one {Bring the site back, and take its row} other {Bring the # sites back, and take their rows}}',
          {
            sites: count,
          },
        )}
      </Button>
    </div>
  );
}

/** How many names are asked about at a time. */
const maxShown = 50;
/** The value of the choice *A new site*. No name of a site begins with a space. */
const newChoice = ' new';

interface NearNamesProps extends Pick<SiteImportState, 'sites' | 'answer'> {
  similar: readonly SimilarSite[];
}

/** Asks which site is meant by a name that nearly equals that of a site or of an earlier row. An answer applies to all rows with the name. */
function NearNames({ similar, sites, answer }: NearNamesProps) {
  const focusAfter = useFocusAfter();
  const [heading, setHeading] = useState<HTMLElement | null>(null);
  const unanswered = similar.filter((row) => row.answer === undefined);
  const archived = new Set(sites.filter(isArchived).map((site) => site.name));
  const actAndFocus = (act: () => void) => {
    act();
    // the pressed button disappears with its question
    focusAfter(() => heading);
  };
  return (
    <section className={layout.gap3} aria-labelledby="near-names">
      <h3 id="near-names" ref={setHeading} tabIndex={-1}>
        {t('Is it the same site?')}
      </h3>
      {unanswered.length > 1 && (
        <div className={layout.row}>
          <Button onClick={() => actAndFocus(() => answer(unanswered.map(({ name, nearest }) => [name, nearest])))}>
            {t('{names, plural, one {# is the site with that name} other {All # are the sites with these names}}', {
              names: unanswered.length,
            })}
          </Button>
          <Button onClick={() => actAndFocus(() => answer(unanswered.map(({ name }) => [name, null])))}>
            {t('{names, plural, one {# is a new site} other {All # are new sites}}', { names: unanswered.length })}
          </Button>
        </div>
      )}
      <div className={styles.fields}>
        {similar.slice(0, maxShown).map(({ row, name, nearest, nearestRow, answer: chosenSite }) => (
          <div key={row.number} className={layout.gap2}>
            <SiteCombo
              label={t('“{name}” in {row}', { name, row: row.row })}
              value={chosenSite === undefined ? '' : (chosenSite ?? newChoice)}
              sites={sites}
              others={[
                ...(nearestRow === null
                  ? []
                  : [{ value: nearest, label: t('{site} ({row})', { site: nearest, row: nearestRow }) }]),
                { value: newChoice, label: t('A new site') },
              ]}
              archived="marked"
              placeholder={t('Select a site')}
              onChange={(site) => answer([[name, site === newChoice ? null : site]])}
            />
            {chosenSite === undefined && (
              <div className={layout.row}>
                <Button onClick={() => actAndFocus(() => answer([[name, nearest]]))}>
                  {nearestRow !== null
                    ? t('It is {site} of {row}', { site: nearest, row: nearestRow })
                    : archived.has(nearest)
                      ? t('It is {site}, which is archived', { site: nearest })
                      : t('It is {site}', { site: nearest })}
                </Button>
                <Button onClick={() => actAndFocus(() => answer([[name, null]]))}>{t('It is a new site')}</Button>
              </div>
            )}
          </div>
        ))}
      </div>
      {similar.length > maxShown && (
        <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: similar.length })}</p>
      )}
    </section>
  );
}

/** Offers the numbers that the words of agreements suggest. */
function Suggestions({ suggestions, repair, status }: Pick<SiteQuestionsProps, 'suggestions' | 'repair' | 'status'>) {
  const suggestionsOf = (kind: CellSuggestion['kind']) => suggestions.filter((suggestion) => suggestion.kind === kind);
  const take = (chosen: readonly CellSuggestion[]) => {
    // the pressed button disappears with its suggestions
    status?.focus();
    repair(new Map(chosen.map(({ number, cells }) => [number, cells])));
  };
  const [intervals, promises] = [suggestionsOf('interval'), suggestionsOf('promise')];
  return (
    <section className={layout.gap3} aria-labelledby="suggested-numbers">
      <h3 id="suggested-numbers">{t('What the words suggest')}</h3>
      <div className={layout.row}>
        {intervals.length > 0 && (
          <Button onClick={() => take(intervals)}>
            {t('{rows, plural, one {Set the visit interval of # row} other {Set the visit intervals of # rows}}', {
              rows: intervals.length,
            })}
          </Button>
        )}
        {promises.length > 0 && (
          <Button onClick={() => take(promises)}>
            {t(
              '{rows, plural, one {Set the promise for emergency calls of # row} other {Set the promises for emergency calls of # rows}}',
              { rows: promises.length },
            )}
          </Button>
        )}
      </div>
      <details>
        <summary>{t('Which words, and what they suggest')}</summary>
        <ul className={`${texts.note} ${styles.words}`}>
          {suggestions.map(({ kind, row, words, text }) => (
            <li key={`${kind} ${row}`}>{t('{row}: “{words}” suggests {text}', { row, words, text })}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
