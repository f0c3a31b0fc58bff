import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { onPopStateFirst, historyIndex } from '../lib/history-watch.ts';
import { holdUnsaved } from '../lib/unsaved.ts';
import { ConfirmDialog } from '../ui/message/ConfirmDialog.tsx';

interface LeaveGuardProps {
  when: boolean;
  title: string;
  text: string;
  /** Follows the text in the question, but not at a logout, which deletes drafts. */
  keptText?: string;
  /** Whether another query string on the same page, such as another site's form, counts as leaving. */
  within?: boolean;
  /** Kept as a draft, which the logout lists. */
  isKept?: boolean;
}

/** A URL, or steps in the history. */
type Way = { to: string } | { steps: number };

/** Asks before a link, Back or closing the tab discards something, and lets the logout mention it. */
export function LeaveGuard({ when, title, text, keptText = '', within = false, isKept = false }: LeaveGuardProps) {
  const navigate = useNavigate();
  const [way, setWay] = useState<Way | null>(null);
  const open = useRef(false);

  useEffect(() => (when && !isKept ? holdUnsaved(text) : undefined), [when, isKept, text]);

  useEffect(() => {
    if (!when) return undefined;
    let place = historyIndex(history.state);
    let returning = false;

    const onClick = (event: MouseEvent) => {
      const to = open.current ? null : guardedTarget(event, within);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWay({ to });
    };
    // the browser has already moved, so it is sent back before the router notices
    const onPop = (event: PopStateEvent) => {
      if (open.current) return;
      const steps = historyIndex(event.state) - place;
      if (returning || steps === 0) {
        returning = false;
        place = historyIndex(event.state);
        if (steps !== 0) event.stopImmediatePropagation();
        return;
      }
      event.stopImmediatePropagation();
      returning = true;
      history.go(-steps);
      setWay({ steps });
    };
    // the browser shows its own question
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();

    document.addEventListener('click', onClick, true);
    const unwatch = onPopStateFirst(onPop);
    addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      unwatch();
      removeEventListener('beforeunload', onUnload);
    };
  }, [when, within]);

  const leave = () => {
    open.current = true;
    setWay(null);
    if (way && 'to' in way) void navigate(way.to);
    else if (way) void navigate(way.steps);
  };

  return (
    <ConfirmDialog
      open={way !== null}
      title={title}
      action="Leave"
      variant="secondary"
      cancel="Stay"
      onConfirm={leave}
      onClose={() => setWay(null)}
    >
      <p>{`${text} ${keptText}`.trimEnd()}</p>
    </ConfirmDialog>
  );
}

/** Null for a click that does not leave this page in this tab. */
function guardedTarget(event: MouseEvent, within: boolean): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null;
  const same = link.pathname === location.pathname && (!within || link.search === location.search);
  return same ? null : `${link.pathname}${link.search}${link.hash}`;
}
