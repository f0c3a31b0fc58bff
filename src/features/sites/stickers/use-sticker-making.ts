import { useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { isNoService, serverRefusal } from '../../../lib/request-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { siteTitle } from '../../../records/site/site-columns.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { thisMinute } from '../../../records/time.ts';
import { LettersUnreachable } from '../../../reports/fonts/font-source.ts';
import { openReportMaker } from '../../../reports/report-maker.ts';
import type { PrintedSticker, StickersPerPage } from '../../../reports/report-request.ts';
import { makeSticker, stickersQuery } from './sticker-queries.ts';

type Post = string | null;

/** A post whose sticker could not be made, with the reason. */
export interface UnmadeSticker {
  post: Post;
  reason: string;
}

/**
 * The step of the printing. Only this state has the secrets of the stickers, from the answer of the server until the sheet is drawn.
 * Nothing stores them, so they cannot be shown again.
 */
export type Printing =
  | { step: 'ask' }
  | { step: 'making'; post: Post; done: number; total: number }
  | { step: 'unmade'; made: readonly PrintedSticker[]; unmade: readonly UnmadeSticker[] }
  | { step: 'drawing' }
  | { step: 'undrawn'; made: readonly PrintedSticker[]; reason: string }
  | { step: 'saved'; file: File; count: number };

/** Makes the stickers of posts one after the other, and then draws the sheet. The sheet can be drawn again without new stickers. */
export function useStickerMaking(site: EditedSite, perPage: StickersPerPage) {
  const [printing, setPrinting] = useState<Printing>({ step: 'ask' });
  const controllerRef = useRef<AbortController | null>(null);
  // stops when the screen is left or the session ends
  useEffect(() => () => controllerRef.current?.abort(), []);

  const draw = async (made: readonly PrintedSticker[]) => {
    const { signal } = (controllerRef.current = new AbortController());
    setPrinting({ step: 'drawing' });
    const maker = openReportMaker();
    try {
      const about = { name: site.name, siteName: siteTitle(site), madeOn: thisMinute(), portal: location.origin };
      const { file } = await maker.make({ kind: 'stickers', data: { ...about, perPage, stickers: made } }, signal);
      saveFile(file, file.name);
      setPrinting({ step: 'saved', file, count: made.length });
    } catch (error) {
      if (signal.aborted) return;
      console.error('The sheet could not be drawn', error);
      setPrinting({ step: 'undrawn', made, reason: undrawnText(error) });
    } finally {
      maker.end();
    }
  };

  /** @param before stickers that an earlier attempt made, which go on the sheet too */
  const make = async (posts: readonly Post[], before: readonly PrintedSticker[] = []) => {
    const { signal } = (controllerRef.current = new AbortController());
    const made = [...before];
    const unmade: UnmadeSticker[] = [];
    for (const [index, post] of posts.entries()) {
      setPrinting({ step: 'making', post, done: index, total: posts.length });
      try {
        const { id, secret } = await makeSticker(site.id, post);
        if (signal.aborted) return;
        made.push({ id, post, secret });
      } catch (error) {
        if (signal.aborted) return;
        unmade.push({ post, reason: unmadeText(error) });
        if (!isNoService(error)) continue;
        // the service does not answer: the remaining posts are not tried
        unmade.push(...posts.slice(index + 1).map((other) => ({ post: other, reason: unmadeText(error) })));
        break;
      }
    }
    void queryClient.invalidateQueries({ queryKey: stickersQuery(site.id).queryKey });
    if (unmade.length > 0) setPrinting({ step: 'unmade', made, unmade });
    else await draw(made);
  };

  return { printing, make, draw };
}

/** Says why a sticker was not made. */
function unmadeText(error: unknown): string {
  if (isNoService(error)) return t('the service does not answer');
  const { code, hint } = serverRefusal(error);
  if (hint === 'stickers-full') return t('this site has as many stickers as it can have');
  if (code === 'PT404') return t('this site no longer exists');
  return t('the server refused it');
}

function undrawnText(error: unknown): string {
  return error instanceof LettersUnreachable
    ? t('There is no connection, and the fonts of this sheet are not on this device yet.')
    : t('The sheet could not be drawn.');
}
