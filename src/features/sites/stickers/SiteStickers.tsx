import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { message, said, t, type Message } from '../../../lib/language/translate.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { RequestError } from '../../../lib/request-error.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { failureSiteQuery } from '../../../records/failure/failure-queries.ts';
import { stickerNumber, type Sticker } from '../../../records/fault/sticker.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import type { StickersPerPage } from '../../../reports/report-request.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { hasFailed, LoadFailure } from '../../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { ListSkeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { PrintDialog } from './PrintDialog.tsx';
import { endSticker, stickersQuery } from './sticker-queries.ts';
import { postName, stickerRows, type StickerRow } from './sticker-rows.ts';
import { StickerTable } from './StickerTable.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import routeStyles from '../SitesRoute.module.css';
import styles from './SiteStickers.module.css';

/** The part of a site's form with the stickers of its posts, which can be printed and ended (`decisions §15`). */
export function SiteStickers({ site }: { site: EditedSite }) {
  const headingId = useId();
  const posts = useQuery(failureSiteQuery(site.name));
  const stickers = useQuery(stickersQuery(site.id));
  // both queries fail for the same reasons, so a single message is shown
  const failedQuery = hasFailed(stickers) ? stickers : posts;
  const isLoaded = posts.data !== undefined && stickers.data !== undefined;
  return (
    <section className={`${surface.box} ${layout.gap4} ${routeStyles.part}`} aria-labelledby={headingId}>
      <div className={layout.gap1}>
        <h2 id={headingId} className={routeStyles.partTitle}>
          {t('Stickers')}
        </h2>
        <p className={`${texts.note} ${texts.measure}`}>
          {t('Whoever scans a sticker at a gate reports a fault of its post, without a key. It opens nothing else.')}
        </p>
      </div>
      <LoadFailure
        query={failedQuery}
        error={t('Error fetching data.')}
        onRetry={() => {
          void posts.refetch();
          void stickers.refetch();
        }}
      />
      {isLoaded ? (
        <StickerList site={site} rows={stickerRows([...(posts.data?.posts.keys() ?? [])], stickers.data)} />
      ) : (
        !hasFailed(failedQuery) && <ListSkeleton text={t('Loading stickers…')} rows={2} height={56} />
      )}
    </section>
  );
}

const pageSizes: readonly { perPage: StickersPerPage; label: Message }[] = [
  { perPage: 8, label: message('8 on a page, 99 × 68 mm') },
  { perPage: 2, label: message('2 on a page, 198 × 135 mm') },
  { perPage: 1, label: message('1 on a page, A4') },
];

/** The table of stickers, the choice of posts and size to print, and the dialogs that print and end stickers. */
function StickerList({ site, rows }: { site: EditedSite; rows: readonly StickerRow[] }) {
  const [chosenPosts, setChosenPosts] = useState<ReadonlySet<string | null>>(new Set());
  const [perPage, setPerPage] = useState<StickersPerPage>(8);
  const [rowsToPrint, setRowsToPrint] = useState<readonly StickerRow[] | null>(null);
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const [stickerToEnd, setStickerToEnd] = useState<{ sticker: Sticker; post: string | null } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfter();
  const listElement = useRef<HTMLDivElement>(null);
  const printable = rows.filter(({ isThere }) => isThere);
  const chosenRows = printable.filter(({ post }) => chosenPosts.has(post));
  const isAllChosen = chosenRows.length === printable.length;
  const choose = (next: ReadonlySet<string | null>) => {
    setChosenPosts(next);
    setChoiceMissing(false);
  };
  const isEmpty = rows.every(({ sticker, old }) => sticker === null && old.length === 0);

  return (
    <div ref={listElement} tabIndex={-1} className={`${layout.gap4} ${styles.part}`}>
      {isEmpty && <p>{t('No stickers yet. Choose the posts that get one.')}</p>}
      <p role="status" className={announcement ? texts.medium : layout.visuallyHidden}>
        {announcement}
      </p>
      <StickerTable
        rows={rows}
        chosen={chosenPosts}
        onChoose={(post, on) =>
          choose(new Set(on ? [...chosenPosts, post] : [...chosenPosts].filter((other) => other !== post)))
        }
        onPrint={(row) => setRowsToPrint([row])}
        onEnd={(sticker, post) => setStickerToEnd({ sticker, post })}
      />
      <div className={layout.controls}>
        <div className={styles.size}>
          <SelectField
            label={t('Size')}
            value={`${perPage}`}
            options={pageSizes.map((size) => ({ value: `${size.perPage}`, label: said(size.label) }))}
            onChange={(value) => setPerPage(pageSizes.find((size) => `${size.perPage}` === value)?.perPage ?? perPage)}
          />
        </div>
        <Button onClick={() => choose(new Set(isAllChosen ? [] : printable.map(({ post }) => post)))}>
          {isAllChosen ? t('Choose none') : t('Choose all')}
        </Button>
        <Button
          variant="primary"
          onClick={() => (chosenRows.length > 0 ? setRowsToPrint(chosenRows) : setChoiceMissing(true))}
        >
          {chosenRows.length > 0
            ? t('{count, plural, one {Print # sticker} other {Print # stickers}}', { count: chosenRows.length })
            : t('Print')}
        </Button>
      </div>
      {isChoiceMissing && (
        <p role="alert" className={texts.problem}>
          {t('Choose at least one post.')}
        </p>
      )}
      <NeedsConnection text={t('Printing stickers needs a connection.')} />
      {rowsToPrint && (
        <PrintDialog
          site={site}
          rows={rowsToPrint}
          perPage={perPage}
          onClose={() => {
            setRowsToPrint(null);
            choose(new Set());
          }}
        />
      )}
      {stickerToEnd && (
        <EndStickerDialog
          siteId={site.id}
          {...stickerToEnd}
          onClose={() => setStickerToEnd(null)}
          onEnded={() => {
            setStickerToEnd(null);
            setAnnouncement(t('{sticker} has ended.', { sticker: stickerNumber(stickerToEnd.sticker.id) }));
            // the pressed button disappears with its sticker
            focusAfter(() => listElement.current);
          }}
        />
      )}
    </div>
  );
}

interface EndStickerDialogProps {
  siteId: number;
  sticker: Sticker;
  post: string | null;
  onClose: () => void;
  onEnded: () => void;
}

/** Asks for confirmation and ends the sticker. */
function EndStickerDialog({ siteId, sticker, post, onClose, onEnded }: EndStickerDialogProps) {
  const ending = useMutation({
    mutationFn: async () => endSticker(sticker.id),
    // after an error too: the sticker may have ended although the answer was lost
    onSettled: () => queryClient.invalidateQueries({ queryKey: stickersQuery(siteId).queryKey }),
    onSuccess: onEnded,
  });
  return (
    <ConfirmDialog
      title={t('End {sticker} at {post}?', { sticker: stickerNumber(sticker.id), post: postName(post) })}
      action={ending.isPending ? t('Ending…') : t('End')}
      variant="danger"
      busy={ending.isPending}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <p>{t('It stops at once: whoever scans it is told to call. What was reported with it stays.')}</p>
      {ending.isError && (
        <ErrorNote>
          {ending.error instanceof RequestError && ending.error.status === 404
            ? t('This sticker does not exist any more.')
            : t('Error updating data. Try again.')}
        </ErrorNote>
      )}
    </ConfirmDialog>
  );
}
