import { useId, useRef, useState, type FormEvent } from 'react';
import {
  checkKeyRequest,
  endOfDay,
  type KeyRequest,
  type KeyRequestErrors,
  type MadeKey,
  sitesText,
} from './key-request.ts';
import { issueKey, useKeyCall } from './key-calls.ts';
import { useFocusAfter } from '../../lib/screen/use-focus-after.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { ComboField } from '../../ui/combo/ComboField.tsx';
import { TextField, SearchField } from '../../ui/field/TextField.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import dialog from './KeyDialog.module.css';
import { searchFor } from '../../lib/text-search.ts';
import styles from './SitesField.module.css';

interface IssueKeyDialogProps {
  sites: readonly { id: number; name: string }[];
  /** Preselected: a new key is usually for the site on the screen. */
  site: number | null;
  onClose: () => void;
  onIssued: (made: MadeKey) => void;
}

const audiences: readonly { role: KeyRequest['role']; words: string }[] = [
  { role: 'user', words: 'A site: opens its records only' },
  { role: 'technician', words: 'A technician: adds visits to the sites you choose' },
  { role: 'admin', words: 'An admin: opens and changes everything' },
];

export function IssueKeyDialog({ sites, site, onClose, onIssued }: IssueKeyDialogProps) {
  const [request, setRequest] = useState<KeyRequest>({
    role: 'user',
    site: site === null ? '' : String(site),
    sites: site === null ? [] : [site],
    label: '',
    lastDay: '',
  });
  const [errors, setErrors] = useState<KeyRequestErrors>({});
  const { busy, error, run } = useKeyCall();
  const form = useRef<HTMLFormElement>(null);
  const focusAfter = useFocusAfter();
  const id = useId();

  const change = (values: Partial<KeyRequest>) => setRequest((before) => ({ ...before, ...values }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    // half a date has no value, and only the input knows of it
    const unfinished = [...event.currentTarget.elements].some(
      (one) => one instanceof HTMLInputElement && one.validity.badInput,
    );
    const found = checkKeyRequest(request, unfinished, new Date());
    setErrors(found);
    if (Object.keys(found).length > 0)
      focusAfter(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'));
    else
      void run(
        () => issueKey(request),
        (key) =>
          onIssued({
            key,
            label: request.label.trim(),
            site: (request.role === 'user' && sites.find(({ id: one }) => String(one) === request.site)) || null,
            sites: request.role === 'technician' ? sitesText(request.sites, sites) : null,
            until: request.lastDay === '' ? null : endOfDay(request.lastDay),
          }),
      );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Issue a key"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {busy ? 'Issuing…' : 'Issue key'}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={layout.stack} noValidate onSubmit={submit} aria-label="Issue a key">
        <fieldset className={dialog.choices}>
          <legend>For whom</legend>
          {audiences.map(({ role, words }) => (
            <label key={role}>
              <input type="radio" name="role" checked={request.role === role} onChange={() => change({ role })} />
              {words}
            </label>
          ))}
        </fieldset>
        {request.role === 'technician' && (
          <>
            <p className={texts.muted}>
              It can add visits with photos and PDFs and fill in the report form. It can correct or take back a visit of
              its own until the end of that day. It cannot change anything else, and sees neither the keys nor the
              change log.
            </p>
            <SitesField
              sites={sites}
              value={request.sites}
              onChange={(chosen) => change({ sites: chosen })}
              error={errors.sites}
            />
          </>
        )}
        {request.role === 'user' && (
          <ComboField
            label="Site"
            required
            value={request.site}
            onChange={(value) => change({ site: value })}
            error={errors.site}
            placeholder="Select a site"
            options={sites.map(({ id: value, name }) => ({ value: String(value), label: name }))}
          />
        )}
        <TextField
          label="Label"
          hint="Who gets the key. The change log shows it next to their changes."
          value={request.label}
          onChange={(label) => change({ label })}
          error={errors.label}
          autoComplete="off"
          required
        />
        <TextField
          label="Last day (optional)"
          hint="The key works until the end of this day. Leave empty to let it work until it is revoked."
          type="date"
          value={request.lastDay}
          onChange={(lastDay) => change({ lastDay })}
          error={errors.lastDay}
        />
        <ErrorNote>{error}</ErrorNote>
      </form>
    </Dialog>
  );
}

interface SitesFieldProps {
  sites: readonly { id: number; name: string }[];
  /** Ids; null for all. */
  value: readonly number[] | null;
  onChange: (value: readonly number[] | null) => void;
  error: string | undefined;
}

/** With fewer sites no search is needed. */
const searchFrom = 8;

/** The sites of a technician's key: all, or some of hundreds, found by parts of their names. */
export function SitesField({ sites, value, onChange, error }: SitesFieldProps) {
  const id = useId();
  // the chosen ones come first, and stay there while boxes are ticked
  const [first] = useState(value ?? []);
  /** Restored when 'all' is deselected. */
  const [last, setLast] = useState(value ?? []);
  const [query, setQuery] = useState('');
  const isFound = searchFor(query);
  const listed = [...sites.filter((one) => first.includes(one.id)), ...sites.filter((one) => !first.includes(one.id))];
  const found = listed.filter(({ name }) => isFound(name));

  const choose = (ids: readonly number[]) => {
    setLast(ids);
    onChange(ids);
  };
  const toggle = (site: number) => {
    const chosen = value ?? [];
    choose(chosen.includes(site) ? chosen.filter((one) => one !== site) : [...chosen, site]);
  };
  const described = error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` };

  return (
    <fieldset className={dialog.choices}>
      <legend>Sites that it opens</legend>
      <label>
        <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
        All sites, including new ones
      </label>
      <label>
        <input type="radio" name={id} checked={value !== null} onChange={() => onChange(last)} {...described} />
        Only these
      </label>
      {value !== null && (
        <div className={layout.tight}>
          {sites.length >= searchFrom && (
            <SearchField
              label="Find a site"
              value={query}
              onChange={setQuery}
              // Enter would issue the key
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
          <div className={styles.box} role="group" aria-label="Sites" tabIndex={-1}>
            {found.map(({ id: site, name }) => (
              <label key={site}>
                <input type="checkbox" checked={value.includes(site)} onChange={() => toggle(site)} />
                {name}
              </label>
            ))}
            {found.length === 0 && <p className={`${texts.note} ${styles.none}`}>No site has this name.</p>}
          </div>
          <p className={texts.note} role="status">{`${value.length} of ${sites.length} chosen`}</p>
        </div>
      )}
      <ErrorNote id={`${id}-error`}>{error}</ErrorNote>
    </fieldset>
  );
}
