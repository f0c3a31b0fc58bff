import type { Chart } from 'chart.js';
import { useMemo, type RefObject } from 'react';
import { Bar } from 'react-chartjs-2';
import type { FailureBars } from './failure-series.ts';
import { useChartColours } from './chart-colours.ts';
import { countsOnBars } from './chart-parts.ts';
import { chartData, chartOptions } from './chart-settings.ts';

interface FailureChartProps {
  bars: FailureBars;
  year: number;
  /** What the picture says, for who does not see it. */
  label: string;
  chart: RefObject<Chart<'bar', number[], string[]> | null | undefined>;
}

const plugins = [countsOnBars];

/** The bar chart of a post (`spec §2`), in the colours of the theme. */
export function FailureChart({ bars, year, label, chart }: FailureChartProps) {
  const colours = useChartColours();
  const data = useMemo(() => chartData(bars, colours), [bars, colours]);
  const options = useMemo(() => chartOptions(bars, year, colours), [bars, year, colours]);
  return <Bar ref={chart} data={data} options={options} plugins={plugins} role="img" aria-label={label} />;
}
