import { useQuery } from '@tanstack/react-query';
import { PdfPreview } from '../../components/pdf/PdfPreview.tsx';
import { guideTitle } from './guide-title.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { fetchGuide, guideAddress } from './guide-file.ts';

interface GuideDialogProps {
  /** File name. */
  file: string;
  /** From 1. */
  page: number;
  onClose: () => void;
}

/** The preview of a guide over the page (`spec §2`, Guidelines); the download works without it. */
export function GuideDialog({ file, page, onClose }: GuideDialogProps) {
  const bytes = useQuery({
    queryKey: ['guide', file],
    queryFn: ({ signal }) => fetchGuide(file, signal),
    // looked at once: not kept, and never exchanged while it is read
    gcTime: 0,
    staleTime: Infinity,
  });
  const title = guideTitle(file);
  return (
    <Dialog
      open
      size="full"
      title={title}
      onClose={onClose}
      footer={
        <ButtonLink variant="primary" href={guideAddress(file)} download={file}>
          <Icon name="download" />
          Download PDF
        </ButtonLink>
      }
    >
      <PdfPreview file={bytes} title={title} page={page} hasDownload />
    </Dialog>
  );
}
