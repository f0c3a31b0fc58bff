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

/** Lists the contract ends that are not dates, and mends them in place: as many as are typed, with one press. */
export function ContractEndsDialog({ onClose }: { onClose: () => void }) {
  const reading = useQuery({ ...sitesQuery, ...refetchOnOpening });
  // what is typed is about one reading; a save notices what others change after it
  const [sites, setSites] = useState<readonly EditedSite[] | null>(null);
  if (sites === null && reading.data && !reading.isFetching && !reading.isError)
    setSites(sitesInUse(reading.data).filter(({ contract_until: end }) => isUnreadEnd(end)));
  const [typed, setTyped] = useState<TypedEnds>(new Map());
  const { step, outcome, save, cancel, repeat, undo } = useSiteSaving(() => t('Contract ends are being saved.'));
  const form = useId();
  const unsavedSites = remainingSites(sites ?? [], outcome);
  const changes = endChanges(unsavedSites, typed);
  /** The undone ends are asked for again, as they were before they were typed. */
  const takeBack = ({ done, overtaken }: SavingOutcome, undoSaved: () => void) => {
    const others = new Set(overtaken.map(({ id }) => id));
    setSites((before) => before?.filter(({ id }) => !others.has(id)) ?? null);
    const undone = new Set(done.map(({ saved }) => saved.id));
    setTyped((before) => new Map([...before].filter(([id]) => !undone.has(id))));
    undoSaved();
  };
  const saveTyped = () => {
    const isUndone = outcome?.isUndone === true;
    // an Undo that is not done is finished first
    if (changes.length === 0 || (isUndone && outcome.remaining.length > 0)) return;
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
      // a stray key press must not end what takes a while
      onClose={() => step === null && onClose()}
      footer={
        step ? (
          <Button onClick={cancel}>{t('Cancel')}</Button>
        ) : outcome ? (
          <OutcomeButtons
            outcome={outcome}
            onClose={onClose}
            onUndo={undo && (() => takeBack(outcome, undo))}
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

/** The site whose end is being saved. */
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
  /** Undefined while nothing was typed. */
  typed: string | undefined;
  onType: (text: string) => void;
}

function EndField({ site, typed, onType }: EndFieldProps) {
  const today = useToday();
  const stored = site.contract_until ?? '';
  const value = typed ?? stored;
  return (
    <TextField
      label={site.name}
      value={value}
      onChange={onType}
      autoComplete="off"
      hint={
        value === stored
          ? unreadEndText(stored)
          : (typedEndText(value, today) ?? t('“{text}” is taken away: no end is agreed.', { text: stored }))
      }
    />
  );
}

/** The sites that no save is about yet, and those of which it was undone, as they are now. */
function remainingSites(sites: readonly EditedSite[], outcome: SavingOutcome | null): readonly EditedSite[] {
  if (outcome === null) return sites;
  const { done, remaining: left, overtaken, isUndone } = outcome;
  const saved = new Map(done.map((one) => [one.saved.id, one.saved]));
  const handledIds = new Set(
    [...left.map(({ site }) => site), ...overtaken, ...(isUndone ? [] : saved.values())].map(({ id }) => id),
  );
  return sites.filter(({ id }) => !handledIds.has(id)).map((site) => saved.get(site.id) ?? site);
}

/** The typed ends that are dates, and those that were emptied. */
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
