import { useMutation } from '@tanstack/react-query';
import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { RequestError } from '../../lib/request-error.ts';
import { endLink, linksQuery } from '../../records/link/link-calls.ts';
import type { SharedLink } from '../../records/link/link.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import layout from '../../ui/layout.module.css';

interface EndLinkDialogProps {
  link: SharedLink;
  onClose: () => void;
  onEnded: () => void;
}

/** Asks before a link is ended. */
export function EndLinkDialog({ link, onClose, onEnded }: EndLinkDialogProps) {
  const ending = useMutation({
    mutationFn: async () => endLink(link.id),
    // called after an error too, because the link may have ended although the answer was lost
    onSettled: () => queryClient.invalidateQueries({ queryKey: linksQuery(link.site_id).queryKey }),
    onSuccess: onEnded,
  });
  return (
    <ConfirmDialog
      title={t('End the link for {label}?', { label: link.label })}
      action={ending.isPending ? t('Ending…') : t('End')}
      variant="danger"
      busy={ending.isPending}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <div className={layout.gap3}>
        <p>{t('It stops at once, for everybody who has it. What somebody saved or printed stays with them.')}</p>
        {ending.isError && (
          <ErrorNote>
            {ending.error instanceof RequestError && ending.error.status === 404
              ? t('This link does not exist any more.')
              : t('Error updating data. Try again.')}
          </ErrorNote>
        )}
      </div>
    </ConfirmDialog>
  );
}
