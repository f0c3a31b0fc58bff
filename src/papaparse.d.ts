/** The types of what the portal uses. The package's own types would include those of Node, which browsers lack. */
declare module 'papaparse' {
  interface ParseProblem {
    code: string;
    /** The index of the row. */
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
