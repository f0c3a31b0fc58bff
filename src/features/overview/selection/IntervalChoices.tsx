import { t } from '../../../lib/language/translate.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { intervalText, type IntervalChange, type IntervalChoice, type IntervalPlan } from './interval-plan.ts';
import { SiteGroup, siteAndText } from './SiteGroup.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './Selection.module.css';

interface IntervalChoicesProps {
  /** Null before a choice. */
  choice: IntervalChoice | null;
  /** Whether the text of any of the sites suggests an interval. */
  canSuggest: boolean;
  plan: IntervalPlan | null;
  onChoose: (choice: IntervalChoice) => void;
}

const intervalOptions = () =>
  Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: t('{months, plural, one {Every month} other {Every # months}}', { months: index + 1 }),
  }));
const suggestedOption = () => ({ value: 'suggested', label: t('As their texts suggest') });
const noneOption = () => ({ value: 'none', label: t('No interval agreed') });
const unchosenOption = () => ({ value: '', label: t('Choose an interval') });
const asTheyAreOption = () => ({ value: '', label: t('Leave as they are') });

/** The choice of an interval, and which sites get which. */
export function IntervalChoices({ choice, canSuggest, plan, onChoose }: IntervalChoicesProps) {
  const value = choice === null ? '' : choice.kind === 'suggested' ? 'suggested' : String(choice.months ?? 'none');
  const choose = (next: string) => {
    if (next === 'suggested') onChoose({ kind: 'suggested', others: 'as they are' });
    else if (next !== '') onChoose({ kind: 'same', months: next === 'none' ? null : Number(next) });
  };
  return (
    <div ref={focusFirst} className={layout.gap3}>
      <SelectField
        label={t('Visit interval')}
        value={value}
        options={[
          ...(canSuggest ? [suggestedOption()] : []),
          ...(choice ? [] : [unchosenOption()]),
          ...intervalOptions(),
          noneOption(),
        ]}
        onChange={choose}
      />
      {choice?.kind === 'suggested' && plan && plan.withoutSuggestion.length > 0 && (
        <SelectField
          label={t(
            '{count, plural, one {The # site whose text suggests nothing} other {The # sites whose text suggests nothing}}',
            { count: plan.withoutSuggestion.length },
          )}
          value={choice.others === 'as they are' ? '' : String(choice.others)}
          options={[asTheyAreOption(), ...intervalOptions()]}
          onChange={(others) => onChoose({ kind: 'suggested', others: others === '' ? 'as they are' : Number(others) })}
        />
      )}
      {plan && (
        <ul className={styles.groups} aria-label={t('What will be set')}>
          {plan.groups.map(({ months, changes }) => (
            <SiteGroup
              key={months}
              text={t('{count, plural, one {# site} other {# sites}}: {interval}', {
                count: changes.length,
                interval: intervalText(months),
              })}
              sites={changes.map(changeText)}
            />
          ))}
          {choice?.kind === 'suggested' && choice.others === 'as they are' && (
            <SiteGroup
              text={t(
                '{count, plural, one {# site with nothing to go by: left as they are} other {# sites with nothing to go by: left as they are}}',
                { count: plan.withoutSuggestion.length },
              )}
              sites={plan.withoutSuggestion.map(({ name, preventive_maintenance: text }) => siteAndText(name, text))}
            />
          )}
          <SiteGroup
            text={t('{count, plural, one {# site: as agreed already} other {# sites: as agreed already}}', {
              count: plan.unchanged.length,
            })}
            sites={plan.unchanged.map((site) =>
              t('{site}: {text}', { site: site.name, text: intervalText(site.visit_every_months) }),
            )}
          />
        </ul>
      )}
      <p className={texts.note}>{t('Due dates and missed visits of these sites follow from it at once.')}</p>
    </div>
  );
}

/** Focuses the first field when it appears. The dialog opens before its fields are loaded, so it cannot focus them itself. */
function focusFirst(choices: HTMLElement | null): void {
  choices?.querySelector('select')?.focus();
}

function changeText({ site, suggested: isSuggested }: IntervalChange): string {
  if (isSuggested) return siteAndText(site.name, site.preventive_maintenance);
  const currentMonths = site.visit_every_months;
  return currentMonths === null
    ? site.name
    : t('{site}, {months, plural, one {every month} other {every # months}} now', {
        site: site.name,
        months: currentMonths,
      });
}
