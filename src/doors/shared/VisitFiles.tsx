import { useState } from 'react';
import { fetchCode } from '../../lib/fetch-code.ts';
import { t } from '../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { hasPdf, hasPhotos, type SharedVisit } from '../../records/task/task.ts';
import { visitFileName } from '../../records/task/visit.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import type { OpenedLink } from './link-door.ts';
import type { LinkFiles } from './link-files.ts';
import layout from '../../ui/layout.module.css';
import styles from './VisitFiles.module.css';

interface VisitFilesProps {
  link: OpenedLink;
  visit: SharedVisit;
  files: LinkFiles;
  titleId: string;
  onPhotos: () => void;
  onRefused: () => void;
}

/** The buttons that open the photos of a visit and save its report, or the whole visit, as a PDF. */
export function VisitFiles({ link, visit, files, titleId, onPhotos, onRefused }: VisitFilesProps) {
  const report = useSaving(async () => {
    saveFile(await files.pdf(visit.pdf), visitFileName(link.site, visit, 'pdf', 'Report'));
    return '';
  }, onRefused);
  const paper = useSaving(async () => {
    const { visitPaper } = await fetchCode(() => import('./visit-paper.ts'));
    const { file, missing } = await visitPaper(link, visit, files);
    saveFile(file, file.name);
    return missing === 0 ? '' : missingText(missing, visit.urls.length);
  }, onRefused);
  return (
    <div className={`${layout.unprinted} ${styles.files}`}>
      <div className={`${layout.wrap} ${styles.buttons}`}>
        {hasPdf(visit) && (
          <Button busy={report.busy} onClick={report.press} aria-describedby={titleId}>
            <Icon name="pdf" />
            {t('Service report')}
          </Button>
        )}
        {hasPhotos(visit) && (
          <Button onClick={onPhotos} aria-describedby={titleId}>
            <Icon name="photo" />
            {t('View Photos ({count})', { count: visit.urls.length })}
          </Button>
        )}
        <Button busy={paper.busy} onClick={paper.press} aria-describedby={titleId}>
          <Icon name="download" />
          {t('Visit as PDF')}
        </Button>
      </div>
      <ErrorNote>{report.problem}</ErrorNote>
      <ErrorNote>{paper.problem}</ErrorNote>
    </div>
  );
}

function missingText(missing: number, total: number): string {
  return t(
    'Saved. {missing} of {total, plural, one {# photo} other {# photos}} could not be loaded; {missing, plural, one {its place is marked} other {their places are marked}}.',
    { missing, total },
  );
}

/**
 * The state of a button that makes or fetches a file and saves it.
 * @param save resolves to a message for the person, which is empty if all is well
 */
function useSaving(save: () => Promise<string>, onRefused: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async () => {
    setBusy(true);
    setProblem('');
    try {
      setProblem(await save());
    } catch (error) {
      setProblem(t('The file could not be loaded. Try again.'));
      console.warn('A file could not be saved', error);
      if (error instanceof RequestError && !isNoService(error)) onRefused();
    }
    setBusy(false);
  };
  return { busy, problem, press: () => void run() };
}
