import { NamedValue } from '../../../components/NamedValue.tsx';
import { t } from '../../../lib/language/translate.ts';
import { stickerNumber, type Sticker } from '../../../records/fault/sticker.ts';
import { longDate, longDay } from '../../../records/time.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { postName, type StickerRow } from './sticker-rows.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './SiteStickers.module.css';

interface StickerTableProps {
  rows: readonly StickerRow[];
  chosen: ReadonlySet<string | null>;
  onChoose: (post: string | null, on: boolean) => void;
  /** Called to print the sticker of this post alone. */
  onPrint: (row: StickerRow) => void;
  onEnd: (sticker: Sticker, post: string | null) => void;
}

/**
 * The posts with their newest stickers. Below each post are its other working stickers, and old stickers until the new one is first
 * scanned.
 */
export function StickerTable({ rows, chosen, onChoose, onPrint, onEnd }: StickerTableProps) {
  return (
    <DataTable
      heads={[t('Post'), t('Number'), t('Since'), t('Last scan'), t('Actions')]}
      cardsBelow={720}
      className={styles.table}
      rowsOf={rows}
    >
      {rows.flatMap((row) => [
        <tr key={`post ${row.post}`}>
          <th scope="row">
            <PostChoice row={row} checked={chosen.has(row.post)} onChoose={onChoose} />
          </th>
          <StickerFacts sticker={row.sticker} />
          <td>
            <div className={layout.wrap}>
              {row.isThere && (
                <Button onClick={() => onPrint(row)} aria-label={printLabel(row)}>
                  {row.sticker ? t('Renew') : t('Print')}
                </Button>
              )}
              {row.sticker && <EndButton sticker={row.sticker} post={row.post} onEnd={onEnd} />}
            </div>
          </td>
        </tr>,
        ...[...row.others, ...row.old].map((sticker) => (
          <tr key={`other ${sticker.id}`} className={styles.old}>
            <th scope="row">
              <span className={texts.note}>{otherText(sticker, row)}</span>
            </th>
            <StickerFacts sticker={sticker} />
            <td>
              <EndButton sticker={sticker} post={row.post} onEnd={onEnd} />
            </td>
          </tr>
        )),
      ])}
    </DataTable>
  );
}

/** Describes a sticker of a post that is not the newest. */
function otherText({ renewing }: Sticker, row: StickerRow): string {
  const post = postName(row.post);
  if (!renewing) return t('Another sticker for {post}', { post });
  return row.sticker
    ? t('Old sticker at {post}: stops when {sticker} is first scanned, in 30 days at the latest', {
        post,
        sticker: stickerNumber(row.sticker.id),
      })
    : t('Old sticker at {post}: stops in 30 days at the latest', { post });
}

function printLabel({ post, sticker }: StickerRow): string {
  return sticker
    ? t('Renew the sticker at {post}', { post: postName(post) })
    : t('Print a sticker for {post}', { post: postName(post) });
}

interface PostChoiceProps {
  row: StickerRow;
  checked: boolean;
  onChoose: (post: string | null, on: boolean) => void;
}

/** The post with a checkbox. A post that the site no longer has gets none, because no sticker can be printed for it. */
function PostChoice({ row, checked, onChoose }: PostChoiceProps) {
  const { post, isThere } = row;
  if (!isThere)
    return (
      <span className={`${layout.row} ${texts.breaks}`}>
        {postName(post)}
        <Badge tone="warn" icon="warning">
          {t('Post is gone')}
        </Badge>
      </span>
    );
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChoose(post, target.checked)} />
      <span className={texts.breaks}>{postName(post)}</span>
    </label>
  );
}

function StickerFacts({ sticker }: { sticker: Sticker | null }) {
  if (!sticker)
    return (
      <td colSpan={3} className={texts.faint}>
        {t('No sticker')}
      </td>
    );
  return (
    <>
      <td className={styles.number}>{stickerNumber(sticker.id)}</td>
      <td>
        <NamedValue head={t('Since')} nameClass={styles.name}>
          {longDate(sticker.made_at)}
        </NamedValue>
      </td>
      <td>
        <NamedValue head={t('Last scan')} nameClass={styles.name}>
          {sticker.last_used_on === null ? t('Never') : longDay(sticker.last_used_on)}
        </NamedValue>
      </td>
    </>
  );
}

interface EndButtonProps {
  sticker: Sticker;
  post: string | null;
  onEnd: (sticker: Sticker, post: string | null) => void;
}

function EndButton({ sticker, post, onEnd }: EndButtonProps) {
  return (
    <Button
      onClick={() => onEnd(sticker, post)}
      aria-label={t('End {sticker} at {post}', { sticker: stickerNumber(sticker.id), post: postName(post) })}
    >
      {t('End')}
    </Button>
  );
}
