import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { checkKeyRequest, endOfDay, type KeyRequest, type KeyRequestErrors, type MadeKey } from './key-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import { ComboField } from '../../ui/combo/ComboField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';
import styles from './IssueKeyDialog.module.css';
import { issueKey } from './key-calls.ts';
import { useKeyCall } from './use-key-call.ts';

interface IssueKeyDialogProps {
  sites: readonly { id: number; name: string }[];
  /** Chosen at first: a key is most likely for the site that is looked at. */
  site: number | null;
  onClose: () => void;
  onIssued: (made: MadeKey) => void;
}

export function IssueKeyDialog({ sites, site, onClose, onIssued }: IssueKeyDialogProps) {
  const [request, setRequest] = useState<KeyRequest>({
    role: 'user',
    site: site === null ? '' : String(site),
    label: '',
    lastDay: '',
  });
  const [errors, setErrors] = useState<KeyRequestErrors>({});
  const { busy, error, run } = useKeyCall(true);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

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
    if (Object.keys(found).length === 0)
      void run(
        () => issueKey(request),
        (key) =>
          onIssued({
            key,
            label: request.label.trim(),
            site: (request.role === 'user' && sites.find(({ id: one }) => String(one) === request.site)) || null,
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
        <fieldset className={styles.role}>
          <legend>For whom</legend>
          {(['user', 'admin'] as const).map((role) => (
            <label key={role}>
              <input type="radio" name="role" checked={request.role === role} onChange={() => change({ role })} />
              {role === 'user' ? 'A site: opens its records only' : 'An admin: opens and changes everything'}
            </label>
          ))}
        </fieldset>
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
          hint="Who gets the key. It stands in the change log beside what they do."
          value={request.label}
          onChange={(label) => change({ label })}
          error={errors.label}
          autoComplete="off"
          required
        />
        <TextField
          label="Last day (optional)"
          hint="The key works to the end of this day. Empty: until it is revoked."
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
