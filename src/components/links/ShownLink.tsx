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
  /** The title of the site as the screens show it. */
  site: string;
  /** How many visits the link opens. */
  visits: number;
}

interface LinkActions extends Copying {
  /** Shares the link by the share sheet of the device. */
  shareLink: () => Promise<void>;
}

/**
 * Copies a new link, or shares it with a text that says what it opens.
 * @param onCopied called once the link is copied or shared
 */
export function useLinkActions(link: MadeLink | null, { site, visits }: Linked, onCopied: () => void): LinkActions {
  const path = linkPath(link?.secret ?? '');
  const copying = useCopying(
    fullUrl(path),
    t(
      'The browser does not let the portal copy the link. It is selected: press Ctrl+C, or touch and hold it on a phone.',
    ),
    onCopied,
  );
  const shareLink = async () => {
    const title = t('{site}: {text}', { site, text: visitsText(visits) });
    const text = t('{title}, until {day}. It opens without a login.', { title, day: longDate(link?.until ?? '') });
    const outcome = await share({ title, text, link: path });
    if (outcome === 'error') return copying.copy();
    if (outcome === 'copied') copying.announce(t('Copied.'));
    return onCopied();
  };
  return { ...copying, shareLink };
}

/** The buttons that close the dialog, share the link and copy it. */
export function LinkButtons({ actions: { copy, shareLink }, onClose }: { actions: LinkActions; onClose: () => void }) {
  return (
    <>
      <Button onClick={onClose}>{t('Close')}</Button>
      {hasShareSheet() && (
        <Button onClick={() => void shareLink()}>
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
  /** How many visits the link opens. */
  visits: number;
  actions: LinkActions;
  /** Called when a person selects the link and copies it without the button. */
  onCopied: () => void;
}

/** A new link, which is shown only once. */
export function ShownLink({ link, visits, actions, onCopied }: ShownLinkProps) {
  const { shown } = actions;
  // the pressed button has disappeared, so the Copy button gets the focus
  useEffect(() => shown.current?.closest('dialog')?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [shown]);
  return (
    <ShownOnce kind="address" text={fullUrl(linkPath(link.secret))} copying={actions} onCopied={onCopied}>
      <p>
        {t(
          'It opens {visits} without a login, until {day}. The list of links on the profile says how often it was opened, and ends it.',
          { visits: visitsText(visits), day: longDate(link.until) },
        )}
      </p>
    </ShownOnce>
  );
}
