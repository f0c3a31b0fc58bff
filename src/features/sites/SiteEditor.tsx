import { useEffect, useRef, type FormEvent } from 'react';
import { Link } from 'react-router-dom';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { siteColumns } from '../../records/site/site-columns.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { siteFields } from './site-edit.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SiteEditor.module.css';
import { SiteFieldGroups } from './SiteFieldGroups.tsx';
import { SiteSaveBar } from './SiteSaveBar.tsx';
import { useSiteDraft } from './use-site-draft.ts';
import { useSiteSave } from './use-site-save.ts';

interface SiteEditorProps {
  /** Null: a site to be added. */
  site: EditedSite | null;
  /** All of them: names are unique. */
  sites: readonly EditedSite[];
  /** Says what a new site needs next. */
  justAdded: boolean;
  onSaved: (site: EditedSite) => void;
}

/** The form for every field of a site record (`spec §3`). */
export function SiteEditor({ site, sites, justAdded, onSaved }: SiteEditorProps) {
  const draft = useSiteDraft(site);
  const otherNames = sites.filter(({ id }) => id !== site?.id).map(({ name }) => name);
  const save = useSiteSave(draft, otherNames, onSaved);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(save.errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [save.errors]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.state === 'saving') return;
    // half a date has no value, and only the input knows of it
    const inputs = [...event.currentTarget.elements].filter((one) => one instanceof HTMLInputElement);
    save.save(inputs.filter(({ validity }) => validity.badInput).map(({ name }) => name));
  };

  return (
    <>
      {site && (
        <p className={styles.note}>
          {justAdded && (
            <span className={styles.next}>
              The site is added.{' '}
              <Link to={{ pathname: '/DataEditor/keys', search: siteQuery(site.name) }}>
                Issue an access key for it
              </Link>
            </span>
          )}
          <Link to={{ pathname: '/profile', search: siteQuery(site.name) }}>See its profile</Link>
          <Link to={{ pathname: '/charts', search: siteQuery(site.name) }}>See its failure counts</Link>
        </p>
      )}
      <form ref={form} className={layout.loose} noValidate onSubmit={submit} aria-label={site?.name ?? 'New site'}>
        {draft.restored && (
          <p className={styles.restored} role="status">
            What you had typed and not saved is here again.
          </p>
        )}
        <SiteFieldGroups
          typed={draft.typed}
          changed={draft.changed}
          errors={save.errors}
          // a new site is opened as it was sent: what is typed meanwhile would be lost
          locked={site === null && save.state === 'saving'}
          onChange={(values) => {
            draft.change(values);
            save.clear(siteFields.filter((field) => field in values));
          }}
        />
        <SiteSaveBar
          isNew={site === null}
          changed={siteColumns.filter(({ column }) => draft.changed.includes(column)).map(({ label }) => label)}
          state={save.state}
          onDiscard={() => {
            draft.discard();
            save.clear(siteFields);
          }}
        />
      </form>
      {save.conflict && draft.base && (
        <ConflictDialog
          conflict={save.conflict}
          typed={draft.typed}
          onClose={save.closeConflict}
          onChosen={save.resolve}
        />
      )}
      <LeaveGuard
        within
        when={draft.changed.length > 0}
        title="Leave without saving?"
        text={site ? `What you changed of ${site.name} is not saved.` : 'The new site is not saved.'}
      />
    </>
  );
}

function siteQuery(name: string): string {
  return `?${new URLSearchParams({ site: name }).toString()}`;
}
