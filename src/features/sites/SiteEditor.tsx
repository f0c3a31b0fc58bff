import { useRef, type FormEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { SiteLinks } from '../../components/SitePicker.tsx';
import { rich } from '../../lib/language/rich.tsx';
import { said, t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { plainList } from '../../records/counted.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sentences } from '../../records/sentences.ts';
import {
  siteColumns,
  siteValueText,
  type SiteColumn,
  type SiteField,
  siteGroups,
} from '../../records/site/site-columns.ts';
import { type EditedSite } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { TextAreaField, TextField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConflictDialog, type Conflict } from '../../ui/message/ConflictDialog.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.tsx';
import { IntervalOffer, PromiseOffer } from './ColumnOffers.tsx';
import { ContractEndField } from './ContractEndField.tsx';
import { siteFields, typedSite, type TypedSite, type SiteErrors, useSiteDraft } from './site-edit.ts';
import { TelephoneOffer, telephoneRemark } from './TelephoneOffer.tsx';
import { useSaveQuestions } from './use-save-questions.tsx';
import { useSiteSave, type SiteConflict } from './use-site-save.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './SitesRoute.module.css';

interface SiteEditorProps {
  /** Null to add a site. */
  site: EditedSite | null;
  /** All sites: a name that another site has is refused. */
  sites: readonly EditedSite[];
  /** The site was added just now: the form shows the next step, an access key. */
  justAdded: boolean;
  /** A sentence about unsaved input in the parts below the form; null without any. This form asks about it too, before the screen is left. */
  unsavedBeside: string | null;
  onSaved: (site: EditedSite) => void;
}

/** The form of a site record (`spec §3`). */
export function SiteEditor({ site, sites, justAdded, unsavedBeside, onSaved }: SiteEditorProps) {
  const draft = useSiteDraft(site);
  const otherNames = sites.filter(({ id }) => id !== site?.id).map(({ name }) => name);
  const form = useRef<HTMLFormElement>(null);
  const focusAfter = useFocusAfter();
  const save = useSiteSave(draft, otherNames, {
    onSaved,
    onRefused: () => focusAfter(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')),
  });

  const questions = useSaveQuestions(draft, save, (name) =>
    focusAfter(() => form.current?.querySelector<HTMLElement>(`[name=${name}]`)),
  );

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isSaving) return;
    // an incomplete date has an empty value: only the validity of the input tells
    const inputs = [...event.currentTarget.elements].filter((input) => input instanceof HTMLInputElement);
    const unfinished = inputs.filter(({ validity }) => validity.badInput).map(({ name }) => name);
    questions.ask(unfinished);
  };

  return (
    <>
      {site && (
        <div className={`${layout.row} ${styles.note}`}>
          {justAdded && (
            <span className={styles.next}>
              {rich('The site is added. <link>Issue an access key for it</link>', {
                link: issueLink(site.name),
              })}
            </span>
          )}
          <SiteLinks site={site.name} />
        </div>
      )}
      <form ref={form} className={layout.gap5} noValidate onSubmit={submit} aria-label={site?.name ?? t('New site')}>
        {draft.restored && (
          <p className={styles.restored} role="status">
            {t('Your unsaved changes were restored.')}
          </p>
        )}
        <SiteFieldGroups
          typed={draft.typed}
          changed={draft.changed}
          errors={save.errors}
          // a new site is opened as it was sent, so anything typed during the save would be lost
          locked={site === null && save.isSaving}
          onChange={(values) => {
            draft.change(values);
            save.clear(siteFields.filter((field) => field in values));
          }}
        />
        <SiteSaveBar
          isNew={site === null}
          changed={siteColumns.filter(({ column }) => draft.changed.includes(column)).map(({ label }) => said(label))}
          isSaving={save.isSaving}
          hasFailed={save.hasFailed}
          onDiscard={() => {
            draft.discard();
            save.clear(siteFields);
          }}
        />
      </form>
      {questions.dialog}
      {save.conflict && draft.base && (
        <SiteConflictDialog
          conflicts={conflictsOf(save.conflict, draft.typed)}
          onClose={save.closeConflict}
          onChosen={save.resolve}
        />
      )}
      <LeaveGuard
        alsoForQuery
        when={draft.changed.length > 0 || unsavedBeside !== null}
        title={t('Leave without saving?')}
        text={sentences(draft.changed.length > 0 && unsavedText(site), unsavedBeside)}
        onLeave={draft.leave}
      />
    </>
  );
}

function unsavedText(site: EditedSite | null): string {
  return site ? t('Your changes to {site} are not saved.', { site: site.name }) : t('The new site is not saved.');
}

interface SiteConflictDialogProps {
  conflicts: readonly Conflict<SiteField>[];
  onClose: () => void;
  onChosen: ReturnType<typeof useSiteSave>['resolve'];
}

/** Asks which value to keep in each field that somebody else changed too. */
function SiteConflictDialog({ conflicts, onClose, onChosen }: SiteConflictDialogProps) {
  return (
    <ConflictDialog
      title={t('Somebody else saved this site first')}
      lead={t(
        'Nothing is lost: choose which value to keep. Fields that only one of you changed are not listed and stay as they were typed.',
      )}
      conflicts={conflicts}
      ariaLabelOf={(conflict, whose) =>
        whose === 'mine'
          ? t('{field}, yours: {value}', { field: conflict.label, value: conflict.mine })
          : t('{field}, theirs: {value}', { field: conflict.label, value: conflict.theirs })
      }
      onClose={onClose}
      onChosen={onChosen}
    />
  );
}

function issueLink(site: string): (text: ReactNode) => ReactNode {
  return (text) => <Link to={linkTo(paths.accessKeys, { site, issue: 1 })}>{text}</Link>;
}

function conflictsOf({ fields, theirs }: SiteConflict, typed: TypedSite): Conflict<SiteField>[] {
  const theirTyped = typedSite(theirs);
  return siteColumns
    .filter(({ column }) => fields.includes(column))
    .map((siteColumn) => ({
      id: siteColumn.column,
      label: said(siteColumn.label),
      theirs: typedText(siteColumn, theirTyped),
      mine: typedText(siteColumn, typed),
    }));
}

function typedText({ column, kind }: SiteColumn, values: TypedSite): string {
  return siteValueText(kind, kind === 'status' ? values[column] === true : values[column]) ?? t('(empty)');
}

interface SiteSaveBarProps {
  isNew: boolean;
  changed: readonly string[];
  isSaving: boolean;
  hasFailed: boolean;
  onDiscard: () => void;
}

function SiteSaveBar({ isNew, changed, isSaving, hasFailed, onDiscard }: SiteSaveBarProps) {
  const problem = { title: t('Error updating data.'), text: t('What you typed is still here: try again.') };
  return (
    <SaveBar
      sticky={isNew || changed.length > 0}
      status={isSaving ? '' : changesText(isNew, changed)}
      problem={hasFailed ? problem : null}
    >
      {changed.length > 0 && (
        <Button busy={isSaving} onClick={onDiscard}>
          {isNew ? t('Clear') : t('Discard')}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isSaving}>
        {isSaving ? t('Saving…') : isNew ? t('Add site') : t('Save')}
      </Button>
    </SaveBar>
  );
}

function changesText(isNew: boolean, changed: readonly string[]): string {
  if (isNew) return t('The site has not been added yet.');
  if (changed.length === 0) return t('Everything is saved.');
  return t('Not saved: {fields}', { fields: plainList(changed) });
}

interface SiteFieldGroupsProps {
  typed: TypedSite;
  changed: readonly SiteField[];
  errors: SiteErrors;
  locked: boolean;
  onChange: (values: Partial<TypedSite>) => void;
}

function SiteFieldGroups({ typed, changed, errors, locked, onChange }: SiteFieldGroupsProps) {
  return Object.entries(siteGroups).map(([group, title]) => (
    <fieldset key={group} className={`${surface.box} ${styles.group}`} disabled={locked}>
      <legend className={styles.groupTitle}>{said(title)}</legend>
      <div className={styles.fields}>
        {siteColumns
          .filter((siteColumn) => siteColumn.group === group)
          .map((siteColumn) => (
            <div
              key={siteColumn.column}
              className={`${styles.field} ${siteColumn.kind === 'lines' ? layout.wide : ''}`}
            >
              {siteColumn.kind === 'status' ? (
                <StatusSwitch
                  label={said(siteColumn.label)}
                  online={typed[siteColumn.column] === true}
                  onChange={(online) => onChange({ [siteColumn.column]: online })}
                />
              ) : (
                <SiteFieldInput
                  column={siteColumn}
                  value={String(typed[siteColumn.column] ?? '')}
                  error={errors[siteColumn.column]}
                  onChange={(value) => onChange({ [siteColumn.column]: value })}
                />
              )}
              {siteColumn.column === 'person_in_charge' && (
                <TelephoneOffer
                  typed={String(typed[siteColumn.column] ?? '')}
                  field={siteColumn.column}
                  onTake={(shown) => onChange({ [siteColumn.column]: shown })}
                />
              )}
              {siteColumn.column === 'visit_every_months' && <IntervalOffer typed={typed} onTake={onChange} />}
              {siteColumn.column === 'response_hours' && <PromiseOffer typed={typed} onTake={onChange} />}
              {changed.includes(siteColumn.column) && (
                <p className={`${layout.line} ${texts.smallest} ${texts.bold} ${surface.smallIcons} ${styles.changed}`}>
                  <Icon name="info" />
                  {rich('Not saved<spoken>: {field}</spoken>', {
                    field: said(siteColumn.label),
                    spoken: visuallyHidden,
                  })}
                </p>
              )}
            </div>
          ))}
      </div>
    </fieldset>
  ));
}

interface SiteFieldInputProps {
  column: SiteColumn;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function SiteFieldInput({ column, value, error, onChange }: SiteFieldInputProps) {
  const { label, kind, suggestions } = column;
  const remark = kind === 'phone' ? telephoneRemark(value) : null;
  const hint = remark ?? (column.hint && said(column.hint));
  const shared = {
    label: said(label),
    value,
    onChange,
    autoComplete: 'off',
    name: column.column,
    error,
    ...(hint && { hint }),
  };

  if (kind === 'contract end') return <ContractEndField {...shared} />;
  if (kind === 'lines') return <TextAreaField {...shared} rows={2} />;
  return <TextField {...shared} {...inputOf(kind)} {...(suggestions && { suggestions: suggestions() })} />;
}

function inputOf(kind: SiteColumn['kind']) {
  if (kind === 'name') return { required: true };
  if (kind === 'phone') return { type: 'tel' };
  if (kind === 'months' || kind === 'calls') return { inputMode: 'numeric' } as const;
  return {};
}

interface StatusSwitchProps {
  label: string;
  online: boolean;
  onChange: (online: boolean) => void;
}

function StatusSwitch({ label, online, onChange }: StatusSwitchProps) {
  const id = useId();
  return (
    <div className={styles.status}>
      <label id={`${id}-label`} className={`${texts.small} ${texts.medium}`} htmlFor={id}>
        {label}
      </label>
      <div className={`${layout.line} ${styles.control}`}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={online}
          aria-checked={online}
          // the second label only enlarges the area to press: a switch announces its own state
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-says`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label id={`${id}-says`} className={online ? styles.online : styles.offline} htmlFor={id}>
          <Icon name={online ? 'gate-up' : 'gate-down'} />
          {online ? t('System Online') : t('System Offline')}
        </label>
      </div>
    </div>
  );
}
