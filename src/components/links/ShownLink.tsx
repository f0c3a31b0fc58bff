import { useEffect } from 'react';
import { t } from '../../lib/language/translate.ts';
import { fullUrl, hasShareSheet, share } from '../../lib/share.ts';
import { visitsText } from '../../records/link/link-words.ts';
import { linkPath, type MadeLink } from '../../records/link/link.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ShownOnce } from '../shown-once/ShownOnce.tsx';
import { useCopying, type Copying } from '../shown-once/use-copying.ts';

interface Linked {
  /** As people call it. */
  site: string;
  /** How many the link opens. */
  visits: number;
}

interface Taking extends Copying {
  pass: () => Promise<void>;
}

/** Copies a new link, or passes it on with what it opens. @param onTaken called once somebody has it */
export function useLinkTaking(link: MadeLink | null, { site, visits }: Linked, onTaken: () => void): Taking {
  const path = linkPath(link?.secret ?? '');
  const copying = useCopying(
    fullUrl(path),
    t(
      'The browser does not let the portal copy the link. It is selected: press Ctrl+C, or touch and hold it on a phone.',
    ),
    onTaken,
  );
  const pass = async () => {
    const title = t('{site}: {text}', { site, text: visitsText(visits) });
    const text = t('{title}, until {day}. It opens without a login.', { title, day: longDate(link?.until ?? '') });
    const outcome = await share({ title, text, link: path });
    if (outcome === 'error') return copying.copy();
    if (outcome === 'copied') copying.announce(t('Copied.'));
    return onTaken();
  };
  return { ...copying, pass };
}

/** The buttons below a new link. */
export function LinkTaking({ taking: { copy, pass }, onClose }: { taking: Taking; onClose: () => void }) {
  return (
    <>
      <Button onClick={onClose}>{t('Close')}</Button>
      {hasShareSheet() && (
        <Button onClick={() => void pass()}>
          <Icon name="share" />
          {t('Share')}
        </Button>
      )}
      <Button variant="primary" onClick={() => void copy()} data-autofocus>
        {t('Copy')}
      </Button>
    </>
  );
}

interface ShownLinkProps {
  link: MadeLink;
  /** How many it opens. */
  visits: number;
  taking: Taking;
  /** Called when somebody copies it by hand. */
  onTaken: () => void;
}

/** A new link, which is shown only once. */
export function ShownLink({ link, visits, taking, onTaken }: ShownLinkProps) {
  const { shown } = taking;
  // the pressed button is gone, and copying comes next
  useEffect(() => shown.current?.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [shown]);
  return (
    <ShownOnce kind="address" text={fullUrl(linkPath(link.secret))} copying={taking} onCopied={onTaken}>
      <p>
        {t(
          'It opens {visits} without a login, until {day}. The list of links on the profile says how often it was opened, and ends it.',
          { visits: visitsText(visits), day: longDate(link.until) },
        )}
      </p>
    </ShownOnce>
  );
}
