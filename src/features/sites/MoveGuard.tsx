import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface MoveGuardProps {
  /** While something would be lost. */
  when: boolean;
  title: string;
  text: string;
}

/** Asks before the page is left, and before another site of this page is opened, which the page's guard lets pass. */
export function MoveGuard({ when, title, text }: MoveGuardProps) {
  const navigate = useNavigate();
  const [to, setTo] = useState<string | null>(null);

  useEffect(() => {
    if (!when) return undefined;
    const onClick = (event: MouseEvent) => {
      const address = leadsTo(event);
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(address);
    };
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [when]);

  return (
    <>
      <LeaveGuard when={when} title={title} text={text} />
      <Dialog
        open={to !== null}
        onClose={() => setTo(null)}
        title={title}
        footer={
          <>
            <Button
              onClick={() => {
                setTo(null);
                if (to !== null) void navigate(to);
              }}
            >
              Leave
            </Button>
            <Button variant="primary" onClick={() => setTo(null)} data-autofocus>
              Stay
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}

/** The address on this page that a click in this tab leads to; null for any other click. */
function leadsTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.origin !== location.origin || link.pathname !== location.pathname) return null;
  return link.search === location.search ? null : `${link.pathname}${link.search}`;
}
