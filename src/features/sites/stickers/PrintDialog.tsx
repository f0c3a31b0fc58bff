import { useState } from 'react';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { t } from '../../../lib/language/translate.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { listedWords } from '../../../records/counted.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import type { PrintedSticker, StickersPerPage } from '../../../reports/report-request.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { postName, type StickerRow } from './sticker-rows.ts';
import { useStickerMaking, type Printing, type UnmadeSticker } from './use-sticker-making.ts';
import layout from '../../../ui/layout.module.css';
import styles from './SiteStickers.module.css';

interface PrintDialogProps {
  site: EditedSite;
  /** The chosen posts. */
  rows: readonly StickerRow[];
  perPage: StickersPerPage;
  onClose: () => void;
}

/** Makes the stickers of the chosen posts and saves a PDF of them. It asks first, and again if closing would lose the secrets. */
export function PrintDialog({ site, rows, perPage, onClose }: PrintDialogProps) {
  const { printing, make, draw } = useStickerMaking(site, perPage);
  const [leaving, setLeaving] = useState(false);
  const isBusy = printing.step === 'making' || printing.step === 'drawing';
  const unprintedCount = 'made' in printing ? printing.made.length : 0;
  const close = () => {
    // Escape must not close the dialog while stickers are made: their secrets are shown only once
    if (isBusy) return;
    if (unprintedCount > 0) setLeaving(true);
    else onClose();
  };
  const posts = rows.map(({ post }) => post);

  return (
    <>
      <LeaveGuard
        alsoForQuery
        when={isBusy || unprintedCount > 0}
        title={t('Leave without the sheet?')}
        text={t('The codes of the new stickers are shown once, on the sheet. Without it they have to be renewed.')}
      />
      {leaving ? (
        <ConfirmDialog
          title={t('Close without the sheet?')}
          action={t('Close without it')}
          variant="secondary"
          cancel={t('Back to the sheet')}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        >
          <p>{t('The codes of the new stickers are shown once, on the sheet. Without it they have to be renewed.')}</p>
        </ConfirmDialog>
      ) : (
        <Dialog
          open
          title={t('{count, plural, one {Print # sticker} other {Print # stickers}}', { count: rows.length })}
          onClose={close}
          footer={<PrintActions printing={printing} posts={posts} make={make} draw={draw} onClose={close} />}
        >
          <div className={layout.gap3}>
            <PrintState printing={printing} rows={rows} />
          </div>
        </Dialog>
      )}
    </>
  );
}

interface PrintActionsProps {
  printing: Printing;
  posts: readonly (string | null)[];
  make: (posts: readonly (string | null)[], before?: readonly PrintedSticker[]) => Promise<void>;
  draw: (made: readonly PrintedSticker[]) => Promise<void>;
  onClose: () => void;
}

/** The buttons of each step. While stickers are made or drawn, there are none. */
function PrintActions({ printing, posts, make, draw, onClose }: PrintActionsProps) {
  if (printing.step === 'ask')
    return (
      <>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" onClick={() => void make(posts)} data-autofocus>
          {t('Make and print')}
        </Button>
      </>
    );
  if (printing.step === 'unmade') {
    const { made, unmade } = printing;
    const remainingPosts = unmade.map(({ post }) => post);
    return (
      <>
        <Button onClick={onClose}>{t('Close')}</Button>
        {made.length > 0 && (
          <Button onClick={() => void draw(made)}>
            {t('{count, plural, one {Print the # that was made} other {Print the # that were made}}', {
              count: made.length,
            })}
          </Button>
        )}
        <Button variant="primary" onClick={() => void make(remainingPosts, made)}>
          {t('Try again')}
        </Button>
      </>
    );
  }
  if (printing.step === 'undrawn')
    return (
      <>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button variant="primary" onClick={() => void draw(printing.made)}>
          {t('Try again')}
        </Button>
      </>
    );
  if (printing.step === 'saved')
    return (
      <>
        <Button onClick={() => saveFile(printing.file, printing.file.name)}>{t('Save again')}</Button>
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      </>
    );
  return null;
}

function PrintState({ printing, rows }: { printing: Printing; rows: readonly StickerRow[] }) {
  if (printing.step === 'ask')
    return (
      <>
        <p>{t('A PDF is saved on this device, to be printed and cut. Its codes are shown there and nowhere else.')}</p>
        <RenewalNote rows={rows} />
      </>
    );
  if (printing.step === 'making') {
    const { post, done, total } = printing;
    return (
      <>
        <p role="status">
          {t('Sticker {number} of {total}: {post}', { number: done + 1, total, post: postName(post) })}
        </p>
        <Progress label={t('Making the stickers')} value={done / total} />
        <p>{t('Keep this page open until it is done.')}</p>
      </>
    );
  }
  if (printing.step === 'drawing') return <p role="status">{t('Drawing the sheet…')}</p>;
  if (printing.step === 'unmade') return <UnmadeNote {...printing} />;
  if (printing.step === 'undrawn')
    return (
      <>
        <ErrorNote>{printing.reason}</ErrorNote>
        <p>
          {t(
            '{count, plural, one {The new sticker is} other {The # new stickers are}} still here: trying again makes no others.',
            {
              count: printing.made.length,
            },
          )}
        </p>
      </>
    );
  return (
    <>
      <p role="status">{t('Saved: {file}', { file: printing.file.name })}</p>
      <p>{t('Print it at actual size (100 %), and put each sticker up where its post says.')}</p>
    </>
  );
}

/** How many posts are named; the others are only counted. */
const maxNames = 3;

/** Says when the old stickers of the chosen posts stop; absent if none of the posts has a sticker. */
function RenewalNote({ rows }: { rows: readonly StickerRow[] }) {
  const renewedPosts = rows.filter(({ sticker }) => sticker !== null).map(({ post }) => postName(post));
  if (renewedPosts.length === 0) return null;
  const unnamedCount = renewedPosts.length - maxNames;
  const names =
    unnamedCount > 0
      ? [...renewedPosts.slice(0, maxNames), t('{more, number} more', { more: unnamedCount })]
      : renewedPosts;
  return (
    <p>
      {t(
        '{count, plural, one {The old sticker at {posts} stops when the new one is first scanned, in 30 days at the latest.} other {The old stickers at {posts} each stop when the new one is first scanned, in 30 days at the latest.}}',
        { count: renewedPosts.length, posts: listedWords(names) },
      )}
    </p>
  );
}

function UnmadeNote({ made, unmade }: { made: readonly PrintedSticker[]; unmade: readonly UnmadeSticker[] }) {
  return (
    <>
      <ErrorNote>
        {t('{count, plural, one {# sticker was not made:} other {# stickers were not made:}}', {
          count: unmade.length,
        })}
      </ErrorNote>
      <ul className={styles.posts}>
        {unmade.map(({ post, reason }) => (
          <li key={`post ${post}`}>{t('{post}: {reason}', { post: postName(post), reason })}</li>
        ))}
      </ul>
      {made.length > 0 && <p>{t('Made: {posts}.', { posts: listedWords(made.map(({ post }) => postName(post))) })}</p>}
    </>
  );
}
