import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/ErrorNote.tsx';
import layout from '../../ui/layout.module.css';
import { changeKeySites } from './key-calls.ts';
import { keyErrorText, logKeyError } from './key-refusal.ts';
import { noSites } from './key-request.ts';
import { SitesField } from './SitesField.tsx';

interface KeySitesDialogProps {
  target: AccessKey;
  sites: readonly { id: number; name: string }[];
  onClose: () => void;
  /** Called with the new sites; null for all. */
  onChanged: (sites: readonly number[] | null) => void;
}

export function KeySitesDialog({ target, sites, onClose, onChanged }: KeySitesDialogProps) {
  const [chosen, setChosen] = useState<readonly number[] | null>(target.site_ids);
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: (ids: readonly number[] | null) => changeKeySites(target.id, ids),
    onSuccess: (_, ids) => onChanged(ids),
    onError: logKeyError,
  });
  const none = chosen?.length === 0;
  const save = () => {
    setTried(true);
    if (!none) change.mutate(chosen);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Sites of the key “${target.label}”`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={change.isPending} onClick={save}>
            {change.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>This takes effect at once, including for anyone already logged in with this key.</p>
        <SitesField sites={sites} value={chosen} onChange={setChosen} error={tried && none ? noSites : undefined} />
        <ErrorNote>{change.isError && keyErrorText(change.error)}</ErrorNote>
      </div>
    </Dialog>
  );
}
