/** What the portal calls of it. The package's own types bring those of Node along, which the browser has not. */
declare module 'papaparse' {
  interface ParseProblem {
    code: string;
    /** From 0. */
    row?: number;
  }
  interface Papa {
    parse: (text: string, options: { delimiter: string }) => { data: string[][]; errors: ParseProblem[] };
  }
  const papa: Papa;
  export default papa;
}
