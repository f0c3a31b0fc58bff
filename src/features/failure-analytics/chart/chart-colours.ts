import { useSyncExternalStore } from 'react';
import { shownTheme } from '../../../lib/screen/theme.ts';

/** The theme's tokens as values, which a canvas needs. */
export type ChartColours = Readonly<Record<keyof typeof tokens, string>>;

const tokens = {
  ink: '--ink',
  quiet: '--ink-2',
  line: '--line',
  surface: '--surface',
  entrance: '--entrance',
  entranceSoft: '--entrance-soft',
  exit: '--exit',
  exitSoft: '--exit-soft',
  font: '--f',
  headingFont: '--fh',
} as const;

let last: ChartColours | null = null;
let stale = true;
let listening = 0;

/** Re-renders when the theme changes. */
export function useChartColours(): ChartColours {
  return useSyncExternalStore(onColoursChange, chartColours);
}

function onColoursChange(listener: () => void): () => void {
  const changed = () => {
    stale = true;
    listener();
  };
  listening += 1;
  // paper has its own values of the tokens
  const printing = matchMedia('print');
  printing.addEventListener('change', changed);
  const forget = shownTheme.subscribe(changed);
  return () => {
    printing.removeEventListener('change', changed);
    forget();
    listening -= 1;
  };
}

export function chartColours(): ChartColours {
  // without a chart, or while the first one renders, nobody is subscribed to changes
  if (last && !stale && listening > 0) return last;
  const now = readTokens();
  stale = false;
  // the same object until something changes, or every chart would be redrawn each time
  if (!last || JSON.stringify(now) !== JSON.stringify(last)) last = now;
  return last;
}

function readTokens(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const value = (name: keyof typeof tokens) => style.getPropertyValue(tokens[name]).trim();
  return {
    ink: value('ink'),
    quiet: value('quiet'),
    line: value('line'),
    surface: value('surface'),
    entrance: value('entrance'),
    entranceSoft: value('entranceSoft'),
    exit: value('exit'),
    exitSoft: value('exitSoft'),
    font: value('font'),
    headingFont: value('headingFont'),
  };
}
