import { useState, type ReactNode } from 'react';
import { useDialogCode } from '../../components/use-dialog-code.ts';
import { t } from '../../lib/language/translate.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { ImportDialog } from './import/ImportDialog.tsx';

/**
 * The dialogs that import visits and sites. Each can hand its file to the other, if it was chosen in the wrong dialog.
 * @param isLinked the address asks for the import of visits
 * @param onClose called when the import of visits closes, also in favour of the import of sites
 * @returns functions that open each dialog, with a file or null, and the open dialog
 */
export function useTableImport(
  sites: readonly EditedSite[],
  isLinked: boolean,
  onClose: () => void,
): {
  openVisits: (file: File | null) => void;
  openSites: (file: File | null) => void;
  dialog: ReactNode;
} {
  const [passedFile, setPassedFile] = useState<File | null>(null);
  const [areVisitsOpen, setVisitsOpen] = useState(false);
  const { Opened, open, close } = useDialogCode(
    loadSiteImport,
    t('The form could not be loaded. Check the connection and try again.'),
  );
  const openVisits = (file: File | null) => {
    close();
    setPassedFile(file);
    setVisitsOpen(true);
  };
  const closeVisits = () => {
    setVisitsOpen(false);
    onClose();
  };
  const openSites = (file: File | null) => {
    closeVisits();
    setPassedFile(file);
    open();
  };
  const dialog =
    areVisitsOpen || isLinked ? (
      <ImportDialog sites={sites} initialFile={passedFile} onSites={openSites} onClose={closeVisits} />
    ) : (
      Opened && <Opened sites={sites} initialFile={passedFile} onVisits={openVisits} onClose={close} />
    );
  return { openVisits, openSites, dialog };
}

const loadSiteImport = async () => (await import('./import-sites/SiteImportDialog.tsx')).SiteImportDialog;
