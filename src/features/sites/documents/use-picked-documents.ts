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
  /** What is wrong with its title, once it was asked for. */
  titleProblem: string | null;
  /** Why it was not filed. */
  problem: string | null;
}

/**
 * The PDFs that were chosen for a site and are not filed yet. They are uploaded at once, and only the office can read them until *File*. What is
 * left behind before leaves the storage too; after it an answer may be lost, so the file stays.
 * @param room how many more documents the site takes
 */
export function usePickedDocuments(siteId: number, room: number) {
  const [queue] = useState(() => new UploadQueue([], 'documents'));
  const uploads = useStore(queue.uploads);
  const isAway = useStore(connection.lost);
  const [typed, setTyped] = useState<ReadonlyMap<string, Partial<DocumentFacts>>>(new Map());
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
    ...typed.get(id),
  });
  const accepted = uploads.filter(({ state }) => state !== 'refused');
  const picked = accepted.map((upload): PickedDocument => {
    const facts = factsOf(upload);
    const wrong = titleProblem(facts.title);
    return { upload, facts, titleProblem: isSubmitted ? wrong : null, problem: problems.get(upload.id) ?? null };
  });
  const summary = summarise(uploads, true);

  const add = (files: readonly File[]) => {
    const left = Math.max(0, room - accepted.length);
    const excess = files.length - left;
    const tooMany = { most: documentLimits.site, left: excess };
    setNote(
      files.length === 0
        ? { text: t('No file provided'), undo: null }
        : excess > 0
          ? { text: t('A site has at most {most} documents: {left} left out.', tooMany), undo: null }
          : null,
    );
    queue.add(files.slice(0, left), 'pdf');
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
      // an answer may be lost, so what a document may have stays in the bucket
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
  /** Files them all, once the last has arrived. Returns the first that lacks a title, which has to be typed before. */
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
    waitsForNetwork: isAway || uploads.some(({ state }) => state === 'paused'),
    isFiling: filing.isPending || afterUploads.waiting,
    add,
    change: ({ id }: Upload, change: Partial<DocumentFacts>) =>
      setTyped((others) => new Map(others).set(id, { ...others.get(id), ...change })),
    remove,
    retry: (id: string) => queue.retry(id),
    dismiss: (id: string) => void queue.remove(id),
    dismissNote: () => setNote(null),
    file,
  };
}

interface Filed {
  filed: { upload: Upload; document: SiteDocument }[];
  /** Why a document was not filed, by the id of its upload. */
  failed: ReadonlyMap<string, string>;
}

/** Files them one after the other, in the order in which they were chosen, as one action of the change log. */
async function fileAll(siteId: number, picked: readonly PickedDocument[]): Promise<Filed> {
  const batch = picked.length > 1 ? newBatch() : undefined;
  const filed: Filed['filed'] = [];
  const failed = new Map<string, string>();
  for (const { upload, facts } of picked) {
    try {
      const name = objectNameOf(upload.url ?? '') ?? '';
      // one after the other, as the log has them in their order
      const document = await fileDocument(siteId, name, { ...facts, title: storedTitle(facts.title) }, batch);
      documentSaved(document);
      filed.push({ upload, document });
    } catch (error) {
      console.error('A document was not filed', error);
      // an error may hide a success
      invalidateDocuments();
      failed.set(upload.id, documentProblem(error));
    }
  }
  return { filed, failed };
}
