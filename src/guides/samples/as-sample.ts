import type { Layout } from '../../reports/engine/layout.ts';

/** A layout of the product under the file name and number of a sample, saying at its foot that its data is invented. */
export function asSample<Data>(layout: Layout<Data>, name: string, number: string): Layout<Data> {
  return {
    ...layout,
    meta(data) {
      const meta = layout.meta(data);
      return { ...meta, fileName: `${name}.pdf`, foot: `${meta.foot} · Sample with invented data`, fileId: number };
    },
  };
}
