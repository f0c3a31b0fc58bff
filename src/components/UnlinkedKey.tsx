import { useRight } from './use-right.ts';
import { useSession } from '../lib/session.ts';
import { supportMessageUrl } from '../lib/support-message.ts';
import { LoadError } from '../ui/message/LoadError.tsx';
import texts from '../ui/text.module.css';

/** Why a client finds nothing: the key belongs to no site yet (`decisions §7`). Empty for other keys. */
export function UnlinkedKey() {
  const session = useSession();
  const picksSite = useRight('pickSite');
  if (!session || picksSite || session.site !== null) return null;
  return (
    <p className={texts.muted}>
      Your key is not linked to a site yet.{' '}
      <a
        href={supportMessageUrl('My key for the RFID boom gate portal is not linked to a site yet.')}
        target="_blank"
        rel="noopener noreferrer"
      >
        Ask support to link it
      </a>
    </p>
  );
}

/** In place of a site's records, where there are none. */
export function NoSiteData({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <LoadError message="No data found for the selected name." onRetry={onRetry} />
      <UnlinkedKey />
    </>
  );
}
