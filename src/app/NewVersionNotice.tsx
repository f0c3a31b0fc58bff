import { useCallback, useEffect, useRef, useState } from 'react';
import { richSentences } from '../components/rich-sentences.tsx';
import { connection } from '../lib/connection.ts';
import { followLanguage } from '../lib/language/follow-language.ts';
import { message, said, t } from '../lib/language/translate.ts';
import { isReplaced } from '../lib/offline/is-replaced.ts';
import { reloadNewest, startOffline } from '../lib/offline/offline-shell.ts';
import { useWhen } from '../lib/screen/timing.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { Button } from '../ui/Button.tsx';
import layout from '../ui/layout.module.css';
import styles from './NewVersionNotice.module.css';

const texts = {
  released: message('There is a new version of the portal.'),
  missing: message('A part of the portal could not be loaded. There is a new version.'),
} as const;

export interface NewVersionNoticeProps {
  /** How many times a chunk of this release could not be loaded. Whenever the number rises, the host is asked for its release again. */
  missingCount: number;
}

/** How many requests for the release may fail before the host counts as unreachable. */
const maxAttempts = 6;

/**
 * Whether the host has another release. A request without an answer is repeated. Returns false when no request is answered, because a
 * reload would then lose the page.
 */
async function isReplacedWithRetries(signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts && !signal.aborted; attempt += 1) {
    try {
      return await isReplaced();
    } catch {
      await connection.pauseBeforeRetry(signal, attempt);
    }
  }
  return false;
}

/**
 * Offers to reload when a new release is ready, or when the host no longer has chunks of this release. It never reloads without a press,
 * because a form may be open.
 */
export function NewVersionNotice({ missingCount }: NewVersionNoticeProps) {
  const [reason, setReason] = useState<keyof typeof texts | null>(null);
  const [loading, setLoading] = useState(false);
  const unsaved = useUnsaved();
  const controllerRef = useRef(new AbortController());
  const offer = useCallback(async (newReason: keyof typeof texts) => {
    if (await isReplacedWithRetries(controllerRef.current.signal)) setReason(newReason);
  }, []);
  useEffect(() => {
    controllerRef.current = new AbortController();
    return () => controllerRef.current.abort();
  }, []);
  useWhen(missingCount || null, () => void offer('missing'));
  // this is not about releases: it is called here because this component is on every page and is loaded after the first paint
  useEffect(followLanguage, []);
  useEffect(() => {
    if (import.meta.env.PROD) void startOffline(() => void offer('released'));
  }, [offer]);
  if (!reason) return null;
  const reload = async () => {
    setLoading(true);
    await reloadNewest();
    // the reload does not happen if the browser asks about unsaved input and the person stays
    setLoading(false);
  };
  return (
    <div className={`${layout.row} ${styles.notice}`} role={reason === 'missing' ? 'alert' : 'status'}>
      <p>{richSentences(said(texts[reason]), unsaved !== null && t('Before you reload: {unsaved}', { unsaved }))}</p>
      <div className={`${layout.wrap} ${styles.actions}`}>
        <Button variant="primary" busy={loading} onClick={() => void reload()}>
          {t('New version - reload')}
        </Button>
        <Button onClick={() => setReason(null)}>{t('Later')}</Button>
      </div>
    </div>
  );
}
