import { useSyncExternalStore } from 'react';
import { shownTheme } from '../../../lib/screen/theme.ts';

/** The theme's tokens as values, which a canvas needs. */
export type ChartColours = Readonly<Record<keyof typeof tokens, string>>;

const tokens = {
  ink: '--ink',
  quiet: '--ink-2',
  line: '--line',
  surface: '--surface',
  shade: '--hm-0',
  entrance: '--entrance',
  entranceSoft: '--entrance-soft',
  exit: '--exit',
  exitSoft: '--exit-soft',
  /** Between the stripes. */
  exitGround: '--exit-soft',
  font: '--f',
  headingFont: '--fh',
} as const;

/** The colours of a contrast theme of the system, which a canvas does not get by itself. Bars differ by stripes and by hollow ones. */
const systemColours: Partial<Record<keyof typeof tokens, string>> = {
  ink: 'canvastext',
  quiet: 'canvastext',
  line: 'graytext',
  surface: 'canvas',
  shade: 'canvas',
  entrance: 'canvastext',
  entranceSoft: 'canvas',
  exit: 'canvastext',
  exitSoft: 'graytext',
  exitGround: 'canvas',
};

let lastColours: ChartColours | null = null;
let stale = true;
let listening = 0;

/** The colours now; renders again when the theme changes, and to print. */
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
  const queries = [matchMedia('print'), contrastTheme()];
  for (const query of queries) query.addEventListener('change', changed);
  const unsubscribe = shownTheme.subscribe(changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
    unsubscribe();
    listening -= 1;
  };
}

/** The colours as they are now: the same object until one of them changes. */
export function chartColours(): ChartColours {
  // without a chart, or while the first one renders, nobody is subscribed to changes
  if (lastColours && !stale && listening > 0) return lastColours;
  const now = readTokens();
  stale = false;
  // the same object until something changes, or every chart would be redrawn each time
  if (!lastColours || JSON.stringify(now) !== JSON.stringify(lastColours)) lastColours = now;
  return lastColours;
}

function readTokens(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const isContrast = contrastTheme().matches;
  const value = (name: keyof typeof tokens) => {
    const system = isContrast ? systemColours[name] : undefined;
    return system === undefined ? style.getPropertyValue(tokens[name]).trim() : resolved(system);
  };
  return {
    ink: value('ink'),
    quiet: value('quiet'),
    line: value('line'),
    surface: value('surface'),
    shade: value('shade'),
    entrance: value('entrance'),
    entranceSoft: value('entranceSoft'),
    exit: value('exit'),
    exitSoft: value('exitSoft'),
    exitGround: value('exitGround'),
    font: value('font'),
    headingFont: value('headingFont'),
  };
}

/** Whether the system has a contrast theme, whose colours replace those of every page. */
function contrastTheme(): MediaQueryList {
  return matchMedia('(forced-colors: active)');
}

/** A system colour as it is now: in a canvas its name may mean that of another theme. */
function resolved(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
