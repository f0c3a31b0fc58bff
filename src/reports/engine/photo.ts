/** A JPEG ready to embed: upright, without metadata, not larger than it prints. */
export interface ReportPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  /** In pixels. */
  width: number;
  height: number;
}
