import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { invalidateAfterArchiving, archiveProblem, saveArchive } from '../../records/site/archive-calls.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';

/**
 * Brings an archived site back into all lists (`decisions §8`). A message shows the outcome, and says that keys, stickers and links that
 * were ended stay ended.
 */
export function useBringBack() {
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (site: EditedSite) => saveArchive(site, { do: 'bring back' }),
    onSuccess: ({ saved }) => {
      notify.success(
        t('{site} is back in all lists. Keys, stickers and links that were ended stay ended.', { site: saved.name }),
      );
      invalidateAfterArchiving();
    },
    onError: (error) => {
      console.error('The site could not be brought back', error);
      notify.error(archiveProblem(error));
    },
  });
  return { bringBack: mutate, isPending };
}
