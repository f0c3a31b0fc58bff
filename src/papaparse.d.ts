/** What the portal uses. The package's own types would add those of Node, which browsers lack. */
declare module 'papaparse' {
  interface ParseProblem {
    code: string;
    /** From 0. */
    row?: number;
  }
  interface Papa {
    parse: (
      text: string,
      options: { delimiter: string; preview?: number },
    ) => { data: string[][]; errors: ParseProblem[] };
  }
  const papa: Papa;
  export default papa;
}
