import { useEffect, useState } from 'react';
import { useAfterUploads, type FieldNote } from '../../../components/task-files/use-task-files.ts';
import { connection } from '../../../lib/connection.ts';
import { objectNameOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { useSingleMutation } from '../../../lib/screen/single-mutation.ts';
import { useStore } from '../../../lib/store.ts';
import { newBatch } from '../../../records/change-log/batch.ts';
import {
  documentProblem,
  documentSaved,
  fileDocument,
  invalidateDocuments,
} from '../../../records/site-documents/document-calls.ts';
import {
  documentLimits,
  storedTitle,
  suggestedTitle,
  titleProblem,
  type DocumentFacts,
  type SiteDocument,
} from '../../../records/site-documents/document.ts';
import { UploadQueue } from '../../../records/upload/upload-queue.ts';
import { summarise, type Upload } from '../../../records/upload/upload.ts';

/** A chosen PDF that is not filed yet. */
export interface PickedDocument {
  upload: Upload;
  facts: DocumentFacts;
  /** The error of the title; null before somebody has pressed *File*. */
  titleProblem: string | null;
  /** The reason why the last attempt to file the document failed. */
  problem: string | null;
}

/**
 * The PDFs that were chosen for a site and are not filed yet. They are uploaded at once, and only the office can read them until somebody
 * presses *File*. If the screen is left before that, their files are deleted. After it they stay, because the answer to a successful call
 * may be lost.
 * @param room how many more documents the site can have
 */
export function usePickedDocuments(siteId: number, room: number) {
  const [queue] = useState(() => new UploadQueue([], 'documents'));
  const uploads = useStore(queue.uploads);
  const isServiceLost = useStore(connection.lost);
  const [typedFacts, setTypedFacts] = useState<ReadonlyMap<string, Partial<DocumentFacts>>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [note, setNote] = useState<FieldNote | null>(null);

  useEffect(() => {
    queue.setSite(siteId);
    return () => queue.discard();
  }, [queue, siteId]);

  const factsOf = ({ id, name }: Upload): DocumentFacts => ({
    title: suggestedTitle(name),
    audience: 'technicians',
    ...typedFacts.get(id),
  });
  const acceptedUploads = uploads.filter(({ state }) => state !== 'refused');
  const picked = acceptedUploads.map((upload): PickedDocument => {
    const facts = factsOf(upload);
    const titleError = titleProblem(facts.title);
    return { upload, facts, titleProblem: isSubmitted ? titleError : null, problem: problems.get(upload.id) ?? null };
  });
  const summary = summarise(uploads, true);

  const add = (files: readonly File[]) => {
    const remainingRoom = Math.max(0, room - acceptedUploads.length);
    const excess = files.length - remainingRoom;
    const tooMany = { most: documentLimits.site, left: excess };
    setNote(
      files.length === 0
        ? { text: t('No file provided'), undo: null }
        : excess > 0
          ? { text: t('A site has at most {most} documents: {left} left out.', tooMany), undo: null }
          : null,
    );
    queue.add(files.slice(0, remainingRoom), 'pdf');
  };
  const remove = ({ id, name }: Upload) => {
    const undo = queue.remove(id);
    setNote({
      text: t('{name} removed.', { name }),
      undo: () => {
        undo();
        setNote(null);
      },
    });
  };

  const filing = useSingleMutation({
    mutationFn: async () => {
      // an answer may be lost: a file that a document may already name stays in the bucket
      queue.retainFiles();
      const { filed, failed } = await fileAll(siteId, picked);
      for (const { upload } of filed) queue.remove(upload.id);
      setProblems(failed);
      return filed.length;
    },
    onSuccess: (count) => {
      setNote(null);
      if (count > 0) notify.success(t('{count, plural, one {# document} other {# documents}} filed.', { count }));
    },
  });
  const afterUploads = useAfterUploads(summary, () => filing.mutate(undefined));
  /** Files all documents once the last upload is complete. If a document lacks a title, it files nothing and returns its upload. */
  const file = (): Upload | null => {
    setIsSubmitted(true);
    setProblems(new Map());
    const untitled = picked.find(({ facts }) => titleProblem(facts.title) !== null);
    if (!untitled && picked.length > 0) afterUploads.begin();
    return untitled?.upload ?? null;
  };

  return {
    picked,
    refused: uploads.filter(({ state }) => state === 'refused'),
    note,
    summary,
    waitsForNetwork: isServiceLost || uploads.some(({ state }) => state === 'paused'),
    isFiling: filing.isPending || afterUploads.waiting,
    add,
    change: ({ id }: Upload, change: Partial<DocumentFacts>) =>
      setTypedFacts((others) => new Map(others).set(id, { ...others.get(id), ...change })),
    remove,
    retry: (id: string) => queue.retry(id),
    dismiss: (id: string) => void queue.remove(id),
    dismissNote: () => setNote(null),
    file,
  };
}

interface FilingResult {
  filed: { upload: Upload; document: SiteDocument }[];
  /** Why a document was not filed, by the id of its upload. */
  failed: ReadonlyMap<string, string>;
}

/** Files the documents one after the other, in the order in which they were chosen, as one action of the change log. */
async function fileAll(siteId: number, picked: readonly PickedDocument[]): Promise<FilingResult> {
  const batch = picked.length > 1 ? newBatch() : undefined;
  const filed: FilingResult['filed'] = [];
  const failed = new Map<string, string>();
  for (const { upload, facts } of picked) {
    try {
      const name = objectNameOf(upload.url ?? '') ?? '';
      // not in parallel, so that the change log lists them in this order
      const document = await fileDocument(siteId, name, { ...facts, title: storedTitle(facts.title) }, batch);
      documentSaved(document);
      filed.push({ upload, document });
    } catch (error) {
      console.error('A document was not filed', error);
      // the call may have succeeded although its answer was lost
      invalidateDocuments();
      failed.set(upload.id, documentProblem(error));
    }
  }
  return { filed, failed };
}
