import type { Chart } from 'chart.js';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { Bar } from 'react-chartjs-2';
import { useChartColours } from './chart-colours.ts';
import { countsOnBars, pairedBars } from './chart-parts.ts';
import { chartData, chartOptions, paperSizeOf } from './chart-settings.ts';
import type { FailureBars } from './failure-series.ts';

export type DrawnChart = Chart<'bar', number[], string[]>;

interface BarChartProps {
  bars: FailureBars;
  year: number;
  label: string;
  /** In the size of the sheet and a printer's resolution. */
  printing: boolean;
  chart: RefObject<DrawnChart | null | undefined>;
}

const plugins = [pairedBars, countsOnBars];

/** The bar chart of a post (`spec §2`), in the colours of the theme. */
export function BarChart({ bars, year, label, printing, chart }: BarChartProps) {
  const colours = useChartColours();
  const data = useMemo(() => chartData(bars, colours), [bars, colours]);
  const options = useMemo(() => chartOptions(bars, year, colours, printing), [bars, year, colours, printing]);
  // resized explicitly: the browser takes its snapshot within a frame
  const onPaper = useRef(false);
  useEffect(() => {
    const { width, height } = paperSizeOf(bars);
    if (printing) chart.current?.resize(width, height);
    else if (onPaper.current) chart.current?.resize();
    onPaper.current = printing;
  }, [printing, bars, chart]);
  return <Bar ref={chart} data={data} options={options} plugins={plugins} role="img" aria-label={label} />;
}
