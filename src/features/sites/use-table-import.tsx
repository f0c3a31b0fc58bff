import { useState, type ReactNode } from 'react';
import { useDialogCode } from '../../components/use-dialog-code.ts';
import { t } from '../../lib/language/translate.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { ImportDialog } from './import/ImportDialog.tsx';

/**
 * The imports of visits and of sites. A file that was chosen for the other one is handed on.
 * @param isLinked a link leads to the import of visits, with the earlier ones
 * @param onClose called when the import of visits closes, or gives way to the other
 * @returns what opens each, with a file or null, and the open dialog
 */
export function useTableImport(
  sites: readonly EditedSite[],
  isLinked: boolean,
  onClose: () => void,
): {
  visits: (given: File | null) => void;
  sites: (given: File | null) => void;
  dialog: ReactNode;
} {
  const [given, setGiven] = useState<File | null>(null);
  const [hasVisits, setHasVisits] = useState(false);
  const { Opened, open, close } = useDialogCode(
    loadSiteImport,
    t('The form could not be loaded. Check the connection and try again.'),
  );
  const openVisits = (file: File | null) => {
    close();
    setGiven(file);
    setHasVisits(true);
  };
  const closeVisits = () => {
    setHasVisits(false);
    onClose();
  };
  const openSites = (file: File | null) => {
    closeVisits();
    setGiven(file);
    open();
  };
  const dialog =
    hasVisits || isLinked ? (
      <ImportDialog sites={sites} given={given} onSites={openSites} onClose={closeVisits} />
    ) : (
      Opened && <Opened sites={sites} given={given} onVisits={openVisits} onClose={close} />
    );
  return { visits: openVisits, sites: openSites, dialog };
}

const loadSiteImport = async () => (await import('./import-sites/SiteImportDialog.tsx')).SiteImportDialog;
