import { useRef } from 'react';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { FieldNoteLine, RefusedFiles, UploadProgress } from '../../../components/task-files/UploadStatus.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { audienceNamed, audienceOptions, documentLimits } from '../../../records/site-documents/document.ts';
import { maxPdfMegabytes } from '../../../records/upload/file-limits.ts';
import type { WaitsFor } from '../../../records/upload/upload.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { FilePick, useIncomingFiles } from '../../../ui/file/FilePick.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import type { PickedDocument, usePickedDocuments } from './use-picked-documents.ts';
import dropZone from '../../../ui/drop-zone.module.css';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './SiteDocuments.module.css';

type Picking = ReturnType<typeof usePickedDocuments>;

/** Takes PDFs that are chosen or dropped, and lists them with their title and audience until they are filed. */
export function PickedDocuments({ picking }: { picking: Picking }) {
  const { picked, refused, note } = picking;
  const dragging = useIncomingFiles(picking.add);
  const part = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const titleInputOf = (id: string) => part.current?.querySelector<HTMLElement>(`[data-upload="${id}"] input`) ?? null;
  const fileAll = () => {
    const untitled = picking.file();
    if (untitled) focusAfter(() => titleInputOf(untitled.id));
  };
  const waitsFor: WaitsFor = picking.waitsForNetwork ? 'network' : null;
  return (
    <div ref={part} className={layout.gap3}>
      <div className={`${layout.row} ${dropZone.zone} ${dragging ? dropZone.dragging : ''}`}>
        <FilePick accept="application/pdf,.pdf" multiple onFiles={picking.add}>
          <Icon name="pdf" />
          {t('Choose PDFs')}
        </FilePick>
        <p className={`${texts.hint} ${dropZone.hint}`}>
          {dragging
            ? t('Drop them anywhere.')
            : t('Or drop them here. Each at most {most} MB.', { most: maxPdfMegabytes })}
        </p>
      </div>
      <RefusedFiles files={refused} onDismiss={picking.dismiss} />
      <FieldNoteLine note={note} onDismiss={picking.dismissNote} />
      {picked.length > 0 && (
        <ol className={`${surface.box} ${layout.clipped}`} aria-label={t('Chosen documents')}>
          {picked.map((document) => (
            <PickedRow
              key={document.upload.id}
              document={document}
              waitsFor={waitsFor}
              picking={picking}
              onRemove={() => {
                // the pressed button disappears with its row
                focusAfter(() => part.current?.querySelector<HTMLElement>('input[type="file"]') ?? null);
                picking.remove(document.upload);
              }}
            />
          ))}
        </ol>
      )}
      {picked.length > 0 && (
        <div className={layout.row}>
          <Button variant="primary" busy={picking.isFiling} onClick={fileAll}>
            {picking.isFiling
              ? t('Filing…')
              : t('{count, plural, one {File # document} other {File # documents}}', { count: picked.length })}
          </Button>
          <NeedsConnection text={t('Filing documents needs a connection.')} />
        </div>
      )}
    </div>
  );
}

interface PickedRowProps {
  document: PickedDocument;
  waitsFor: WaitsFor;
  picking: Picking;
  onRemove: () => void;
}

function PickedRow({ document, waitsFor, picking, onRemove }: PickedRowProps) {
  const { upload, facts } = document;
  return (
    <li className={`${surface.divided} ${layout.gap3} ${styles.picked}`} data-upload={upload.id}>
      <div className={layout.line}>
        <p className={`${texts.medium} ${texts.breaks} ${layout.rest}`}>{upload.name}</p>
        <Button variant="ghost" aria-label={t('Remove: {name}', { name: upload.name })} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </div>
      <div className={styles.fields}>
        <TextField
          label={t('Title')}
          value={facts.title}
          limit={documentLimits.title}
          error={document.titleProblem}
          onChange={(title) => picking.change(upload, { title })}
        />
        <SelectField
          label={t('Who sees it')}
          value={facts.audience}
          options={audienceOptions()}
          onChange={(value) => picking.change(upload, { audience: audienceNamed(value) })}
        />
      </div>
      <UploadProgress upload={upload} waitsFor={waitsFor} onRetry={() => picking.retry(upload.id)} />
      <ErrorNote>{document.problem}</ErrorNote>
    </li>
  );
}
