import { useSyncExternalStore } from 'react';
import { shownTheme } from '../../../lib/screen/theme.ts';

/** The values of the theme's CSS variables, because a canvas cannot use the variables. */
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
  /** The ground between the stripes of the exit bars. */
  exitGround: '--exit-soft',
  font: '--f',
  headingFont: '--fh',
} as const;

/**
 * The CSS system colours for a contrast theme (forced colours), which the browser does not apply to a canvas. The bars then differ by
 * stripes and outlines, not by colours.
 */
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
let isStale = true;
let listenerCount = 0;

/** The current colours. The component renders again when the theme changes and when the page is printed. */
export function useChartColours(): ChartColours {
  return useSyncExternalStore(onColoursChange, chartColours);
}

/** Subscribes to changes of the theme, of the contrast theme and of printing. Returns a function that unsubscribes. */
function onColoursChange(listener: () => void): () => void {
  const onChange = () => {
    isStale = true;
    listener();
  };
  listenerCount += 1;
  // the CSS variables have other values on paper
  const queries = [matchMedia('print'), contrastTheme()];
  for (const query of queries) query.addEventListener('change', onChange);
  const unsubscribe = shownTheme.subscribe(onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
    unsubscribe();
    listenerCount -= 1;
  };
}

/** The current colours: the same object until one of them changes. */
export function chartColours(): ChartColours {
  // while there is no listener (no chart, or only the first one, while it renders), changes are not noticed: then the colours are read again
  if (lastColours && !isStale && listenerCount > 0) return lastColours;
  const colours = readTokens();
  isStale = false;
  // a new object would make every chart redraw
  if (!lastColours || JSON.stringify(colours) !== JSON.stringify(lastColours)) lastColours = colours;
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

/** Matches while the system has a contrast theme, whose colours replace those of every page. */
function contrastTheme(): MediaQueryList {
  return matchMedia('(forced-colors: active)');
}

/** The current value of a CSS system colour: used by its name in a canvas, it may be the colour of another theme. */
function resolved(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
