/** Photos to fetch, and to make small unless `decoders` is 0. */
export interface FloorRequest {
  urls: readonly string[];
  inFlight: number;
  decoders: number;
}

/** A report with photos, made with jsPDF and createImageBitmap. */
export interface BitmapRequest {
  urls: readonly string[];
  texts: readonly string[];
}

export type BenchMessage = { type: 'done'; bytes: number } | { type: 'failed'; reason: string };

/** The result of a run; `error` says why there is no document. */
export interface BenchRun {
  /** Milliseconds from the click to the Blob. */
  ms: number;
  /** The size of the document, or of the photos where no document is made. */
  bytes: number;
  error: string | null;
  missing: number;
  /** Longest task of the page's main thread in ms; the browser reports none below 50. */
  longestTask: number;
  /** Longest delay of a timer on the page, in ms. */
  longestGap: number;
  /** Requests other than for photos. */
  requests: string[];
}

export type Variant =
  /** `report`: of a year, with two photos a visit, or of chosen visits, with four or five; of a month without it. */
  | { kind: 'ours'; folder: 'photo' | 'small'; warm: boolean; report?: 'year' | 'chosen' }
  | { kind: 'floor'; folder: 'photo' | 'small'; inFlight: number; decode: boolean }
  | { kind: 'bitmap' }
  | { kind: 'naive' };
