import { useQuery } from '@tanstack/react-query';
import { persistPromptQuery } from '../../lib/device/persistent-storage.ts';
import { t } from '../../lib/language/translate.ts';
import texts from '../../ui/text.module.css';

/** Says what Firefox will ask when a site is stored for offline use, and why to allow it. Not rendered in other browsers, which do not ask. */
export function PersistNote() {
  const { data: asks } = useQuery(persistPromptQuery);
  if (!asks) return null;
  return (
    <p className={texts.note}>
      {t(
        'Firefox will ask whether this page may store data permanently. If you allow it, Firefox does not delete these files when the device is nearly full.',
      )}
    </p>
  );
}
