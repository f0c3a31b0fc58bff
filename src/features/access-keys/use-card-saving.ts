import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { thisMinute } from '../../records/time.ts';
import { LettersUnreachable } from '../../reports/fonts/font-source.ts';
import { openReportMaker } from '../../reports/report-maker.ts';
import type { MadeKey } from './key-calls.ts';

type CardStep = { step: 'none' | 'drawing' } | { step: 'saved'; name: string } | { step: 'failed'; reason: string };

export interface CardSaving {
  busy: boolean;
  /** A text about the progress; empty before the first save. */
  status: string;
  /** A message that says why there is no file; null if nothing went wrong. */
  problem: string | null;
  save: (newKeys: readonly MadeKey[]) => void;
}

/** Whether a key has a card. Keys of clients and technicians have one; an admin key has none, because it is handed over in person. */
export function hasCard({ site, sites }: Pick<MadeKey, 'site' | 'sites'>): boolean {
  return site !== null || sites !== null;
}

/**
 * Saves the cards of new keys as a PDF with one card a page. Only the worker that draws the cards gets the keys, and it is stopped afterwards.
 * @param onSaved called once the browser has the file
 */
export function useCardSaving(onSaved: () => void): CardSaving {
  const [state, setState] = useState<CardStep>({ step: 'none' });
  const controllerRef = useRef<AbortController | null>(null);
  // unmounting stops the drawing: the screen or the session has changed
  useEffect(() => () => controllerRef.current?.abort(), []);

  const draw = async (newKeys: readonly MadeKey[]) => {
    const { signal } = (controllerRef.current = new AbortController());
    setState({ step: 'drawing' });
    const maker = openReportMaker();
    const cards = newKeys
      .filter(hasCard)
      .map(({ key, label, site, sites, until }) => ({ key, label, site: site?.name ?? null, sites, until }));
    const portal = new URL('/', location.href).href;
    try {
      const { file } = await maker.make({ kind: 'cards', data: { madeOn: thisMinute(), portal, cards } }, signal);
      saveFile(file, file.name);
      setState({ step: 'saved', name: file.name });
      onSaved();
    } catch (error) {
      if (signal.aborted) return;
      console.error('The cards could not be drawn', error);
      setState({ step: 'failed', reason: failureText(error) });
    } finally {
      maker.end();
      controllerRef.current = null;
    }
  };

  return {
    busy: state.step === 'drawing',
    status: statusText(state),
    problem: state.step === 'failed' ? state.reason : null,
    save: (newKeys) => {
      if (controllerRef.current === null) void draw(newKeys);
    },
  };
}

function statusText(state: CardStep): string {
  if (state.step === 'drawing') return t('Drawing the cards…');
  return state.step === 'saved' ? t('Saved: {file}', { file: state.name }) : '';
}

function failureText(error: unknown): string {
  return error instanceof LettersUnreachable
    ? t('There is no connection, and the fonts of the cards are not on this device yet. The keys are still here.')
    : t('The cards could not be drawn. The keys are still here: try again, or copy them.');
}
