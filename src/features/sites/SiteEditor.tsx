import { useRef, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { ConflictDialog, type Conflict } from '../../ui/message/ConflictDialog.tsx';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { SiteLinks } from '../../components/SiteLinks.tsx';
import { useFocusAfter } from '../../lib/screen/use-focus-after.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { siteColumns, siteValueText, type SiteColumn, type SiteField } from '../../records/site/site-columns.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import layout from '../../ui/layout.module.css';
import { Button } from '../../ui/Button.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { siteFields, typedSite, type TypedSite } from './site-edit.ts';
import styles from './SiteEditor.module.css';
import { SiteFieldGroups } from './SiteFieldGroups.tsx';
import { useSiteDraft } from './use-site-draft.ts';
import { useSiteSave, type SiteConflict } from './use-site-save.ts';

interface SiteEditorProps {
  /** Null to add a site. */
  site: EditedSite | null;
  /** All of them: names are unique. */
  sites: readonly EditedSite[];
  /** Shows what a new site needs next. */
  justAdded: boolean;
  onSaved: (site: EditedSite) => void;
}

/** `spec §3`. */
export function SiteEditor({ site, sites, justAdded, onSaved }: SiteEditorProps) {
  const draft = useSiteDraft(site);
  const otherNames = sites.filter(({ id }) => id !== site?.id).map(({ name }) => name);
  const form = useRef<HTMLFormElement>(null);
  const focusAfter = useFocusAfter();
  const save = useSiteSave(draft, otherNames, {
    onSaved,
    onRefused: () => focusAfter(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isSaving) return;
    // half a date has no value, and only the input knows of it
    const inputs = [...event.currentTarget.elements].filter((one) => one instanceof HTMLInputElement);
    save.save(inputs.filter(({ validity }) => validity.badInput).map(({ name }) => name));
  };

  return (
    <>
      {site && (
        <div className={styles.note}>
          {justAdded && (
            <span className={styles.next}>
              The site is added.{' '}
              <Link to={linkTo(paths.accessKeys, { site: site.name })}>Issue an access key for it</Link>
            </span>
          )}
          <SiteLinks site={site.name} />
        </div>
      )}
      <form ref={form} className={layout.loose} noValidate onSubmit={submit} aria-label={site?.name ?? 'New site'}>
        {draft.restored && (
          <p className={styles.restored} role="status">
            Your unsaved changes were restored.
          </p>
        )}
        <SiteFieldGroups
          typed={draft.typed}
          changed={draft.changed}
          errors={save.errors}
          // a new site is reopened as sent, losing what is typed meanwhile
          locked={site === null && save.isSaving}
          onChange={(values) => {
            draft.change(values);
            save.clear(siteFields.filter((field) => field in values));
          }}
        />
        <SiteSaveBar
          isNew={site === null}
          changed={siteColumns.filter(({ column }) => draft.changed.includes(column)).map(({ label }) => label)}
          isSaving={save.isSaving}
          hasFailed={save.hasFailed}
          onDiscard={() => {
            draft.discard();
            save.clear(siteFields);
          }}
        />
      </form>
      {save.conflict && draft.base && (
        <ConflictDialog
          title="Somebody else saved this site first"
          lead="Nothing is lost: choose which value to keep. Fields that only one of you changed are not listed and stay as they were typed."
          conflicts={conflictsOf(save.conflict, draft.typed)}
          spoken={(one, whose) => `${one.label}, ${whose === 'mine' ? 'yours' : 'theirs'}: ${one[whose]}`}
          onClose={save.closeConflict}
          onChosen={save.resolve}
        />
      )}
      <LeaveGuard
        within
        when={draft.changed.length > 0}
        title="Leave without saving?"
        text={site ? `Your changes to ${site.name} are not saved.` : 'The new site is not saved.'}
        onLeave={draft.leave}
      />
    </>
  );
}

function conflictsOf({ fields, theirs }: SiteConflict, typed: TypedSite): Conflict<SiteField>[] {
  const shown = typedSite(theirs);
  return siteColumns
    .filter(({ column }) => fields.includes(column))
    .map((one) => ({
      id: one.column,
      label: one.label,
      theirs: typedText(one, shown),
      mine: typedText(one, typed),
    }));
}

function typedText({ column, kind }: SiteColumn, values: TypedSite): string {
  return siteValueText(kind, kind === 'status' ? values[column] === true : values[column]) ?? '(empty)';
}

interface SiteSaveBarProps {
  isNew: boolean;
  changed: readonly string[];
  isSaving: boolean;
  hasFailed: boolean;
  onDiscard: () => void;
}

function SiteSaveBar({ isNew, changed, isSaving, hasFailed, onDiscard }: SiteSaveBarProps) {
  const problem = { title: 'Error updating data.', text: 'What you typed is still here: try again.' };
  return (
    <SaveBar
      kept={isNew || changed.length > 0}
      status={isSaving ? '' : unsavedText(isNew, changed)}
      problem={hasFailed ? problem : null}
    >
      {changed.length > 0 && (
        <Button busy={isSaving} onClick={onDiscard}>
          {isNew ? 'Clear' : 'Discard'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={isSaving}>
        {isSaving ? 'Saving…' : isNew ? 'Add site' : 'Save'}
      </Button>
    </SaveBar>
  );
}

function unsavedText(isNew: boolean, changed: readonly string[]): string {
  if (isNew) return 'The site has not been added yet.';
  if (changed.length === 0) return 'Everything is saved.';
  return `Not saved: ${changed.join(', ')}`;
}
