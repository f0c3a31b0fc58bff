import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SitesSavedList } from '../../../components/sites-saving/SitesSavedList.tsx';
import { useSiteSaving, type SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { useToday } from '../../../components/use-today.ts';
import { t } from '../../../lib/language/translate.ts';
import { refetchOnOpening } from '../../../lib/query-client.ts';
import { sitesInUse } from '../../../records/site/archive.ts';
import { contractEnd, isUnreadEnd, typedEndText, unreadEndText } from '../../../records/site/contract.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import { textOrNull } from '../../../records/site/site-columns.ts';
import { sitesQuery, type EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { OutcomeButtons } from '../../../ui/OutcomeButtons.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

type TypedEnds = ReadonlyMap<number, string>;

/** Lists the contract ends that are not dates, with a field for each. One press saves all typed ends. */
export function ContractEndsDialog({ onClose }: { onClose: () => void }) {
  const reading = useQuery({ ...sitesQuery, ...refetchOnOpening });
  // the fields need a fixed list of sites; a save notices if somebody changes a site after this reading
  const [sites, setSites] = useState<readonly EditedSite[] | null>(null);
  if (sites === null && reading.data && !reading.isFetching && !reading.isError)
    setSites(sitesInUse(reading.data).filter(({ contract_until: end }) => isUnreadEnd(end)));
  const [typed, setTyped] = useState<TypedEnds>(new Map());
  const { step, outcome, save, cancel, repeat, undo } = useSiteSaving(() => t('Contract ends are being saved.'));
  const form = useId();
  const unsavedSites = remainingSites(sites ?? [], outcome);
  const changes = endChanges(unsavedSites, typed);
  /**
   * Undoes the saved ends. Their fields are shown again, without the typed texts. A site that somebody else changed first is not offered again.
   */
  const undoEnds = ({ done, overtaken }: SavingOutcome, undoSaved: () => void) => {
    const overtakenIds = new Set(overtaken.map(({ id }) => id));
    setSites((before) => before?.filter(({ id }) => !overtakenIds.has(id)) ?? null);
    const undoneIds = new Set(done.map(({ saved }) => saved.id));
    setTyped((before) => new Map([...before].filter(([id]) => !undoneIds.has(id))));
    undoSaved();
  };
  const saveTyped = () => {
    const isUndone = outcome?.isUndone === true;
    // an undo that failed for some sites must be completed first
    if (changes.length === 0 || (isUndone && outcome.remaining.length > 0)) return;
    // the save begins a new outcome, which does not know how the undo left the sites
    if (isUndone) setSites(unsavedSites);
    save(changes);
  };
  const fields = (
    <EndFields
      form={form}
      sites={unsavedSites}
      typed={typed}
      onType={(id, text) => setTyped((before) => new Map(before).set(id, text))}
      onSave={saveTyped}
    />
  );
  const saveButton = <SaveEnds form={form} count={changes.length} />;
  return (
    <Dialog
      open
      title={t('Contract ends that are not dates')}
      // Escape must not stop a running save: only Cancel does
      onClose={() => step === null && onClose()}
      footer={
        step ? (
          <Button onClick={cancel}>{t('Cancel')}</Button>
        ) : outcome ? (
          <OutcomeButtons
            outcome={outcome}
            onClose={onClose}
            onUndo={undo && (() => undoEnds(outcome, undo))}
            // `save` also sends the ends that could not be saved before
            onRepeat={() => (outcome.isUndone ? repeat() : save(changes))}
          >
            {unsavedSites.length > 0 && saveButton}
          </OutcomeButtons>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            {saveButton}
          </>
        )
      }
    >
      {step ? (
        <EndsProgress {...step} />
      ) : outcome ? (
        <div className={layout.gap4}>
          <EndsSaved outcome={outcome} />
          {unsavedSites.length > 0 && (
            <>
              <p>{unreadEndsText(unsavedSites.length)}</p>
              {fields}
            </>
          )}
        </div>
      ) : (
        <Loaded
          query={{ ...reading, data: sites ?? undefined }}
          error={t('Error fetching data.')}
          skeleton={<p role="status">{t('Loading sites…')}</p>}
        >
          {(unread) => (
            <div className={layout.gap4}>
              <p className={texts.note}>
                {unread.length === 0
                  ? t('Every contract end is a date.')
                  : t('Type when each contract ends, in any notation. Empty a field where no end is agreed.')}
              </p>
              {fields}
            </div>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function unreadEndsText(count: number): string {
  return t('{count, plural, one {# contract end is not a date yet:} other {# contract ends are not dates yet:}}', {
    count,
  });
}

function SaveEnds({ form, count }: { form: string; count: number }) {
  return (
    <Button variant="primary" type="submit" form={form} disabled={count === 0}>
      {count === 0 ? t('Nothing to save') : t('{count, plural, one {Save # end} other {Save # ends}}', { count })}
    </Button>
  );
}

/** The progress of the save, with the site whose end is being saved. */
function EndsProgress({ done, total, name }: NonNullable<ReturnType<typeof useSiteSaving>['step']>) {
  return (
    <div className={layout.gap3}>
      <p role="status">{t('Site {number} of {total}: {site}', { number: done + 1, total, site: name })}</p>
      <Progress label={t('Saving contract ends')} value={done / total} />
    </div>
  );
}

interface EndFieldsProps {
  /** The id of the form. */
  form: string;
  sites: readonly EditedSite[];
  typed: TypedEnds;
  onType: (id: number, text: string) => void;
  onSave: () => void;
}

function EndFields({ form, sites, typed, onType, onSave }: EndFieldsProps) {
  return (
    <form
      id={form}
      className={layout.gap4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {sites.map((site) => (
        <EndField key={site.id} site={site} typed={typed.get(site.id)} onType={(text) => onType(site.id, text)} />
      ))}
    </form>
  );
}

interface EndFieldProps {
  site: EditedSite;
  /** The typed text; undefined before anything is typed. */
  typed: string | undefined;
  onType: (text: string) => void;
}

function EndField({ site, typed, onType }: EndFieldProps) {
  const today = useToday();
  const savedEnd = site.contract_until ?? '';
  const value = typed ?? savedEnd;
  return (
    <TextField
      label={site.name}
      value={value}
      onChange={onType}
      autoComplete="off"
      hint={
        value === savedEnd
          ? unreadEndText(savedEnd)
          : (typedEndText(value, today) ?? t('“{text}” is taken away: no end is agreed.', { text: savedEnd }))
      }
    />
  );
}

/** The sites that were not part of a save yet, and those whose save was undone, as they are saved now. */
function remainingSites(sites: readonly EditedSite[], outcome: SavingOutcome | null): readonly EditedSite[] {
  if (outcome === null) return sites;
  const { done, remaining, overtaken, isUndone } = outcome;
  const savedSites = new Map(done.map(({ saved }) => [saved.id, saved]));
  const handledIds = new Set(
    [...remaining.map(({ site }) => site), ...overtaken, ...(isUndone ? [] : savedSites.values())].map(({ id }) => id),
  );
  return sites.filter(({ id }) => !handledIds.has(id)).map((site) => savedSites.get(site.id) ?? site);
}

/** The changes for the fields that have a date now, or are empty. */
function endChanges(sites: readonly EditedSite[], typed: TypedEnds): SiteChange[] {
  return sites.flatMap((site) => {
    const text = typed.get(site.id);
    if (text === undefined || isUnreadEnd(text)) return [];
    return [{ site, fields: { contract_until: textOrNull(text) }, seen: ['contract_until'] }];
  });
}

function EndsSaved({ outcome }: { outcome: SavingOutcome }) {
  const count = outcome.done.length;
  return (
    <SitesSavedList
      outcome={outcome}
      done={
        outcome.isUndone
          ? t('{count, plural, one {# contract end is as before.} other {# contract ends are as before.}}', { count })
          : t('{count, plural, one {# contract end is saved.} other {# contract ends are saved.}}', { count })
      }
      failed={t(
        '{count, plural, one {# contract end could not be saved:} other {# contract ends could not be saved:}}',
        { count: outcome.remaining.length },
      )}
      now={({ contract_until: end }) => contractEnd(end ?? '').text || t('No end date')}
    />
  );
}
