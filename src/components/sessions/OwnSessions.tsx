import { useState } from 'react';
import { useRight } from '../use-right.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { NeedsConnection } from '../NeedsConnection.tsx';
import foot from '../foot.module.css';
import { SessionsDialog } from './SessionsDialog.tsx';

/** For people who share a key or lost a phone: where else the key is logged in. Not for admins; not printed. */
export function OwnSessions() {
  const [open, setOpen] = useState(false);
  if (!useRight('endOwnSessions')) return null;
  return (
    <section className={`${layout.apart} ${foot.foot}`} aria-label="Your key">
      <p>A lost phone, or a computer that others use? See where your key is logged in, and log it out there.</p>
      <NeedsConnection what="This" />
      <Button onClick={() => setOpen(true)}>Sessions of your key</Button>
      {open && <SessionsDialog keyId={null} title="Sessions of your key" onClose={() => setOpen(false)} />}
    </section>
  );
}
