/** A feature that the portal uses although a supported browser lacks it. */
export interface Exception {
  /** The name that `npm run browsers` prints. The name of an object, such as `TouchEvent`, covers all its members. */
  feature: string;
  /** The files that may use the feature, by the beginning of their path; all files without this. */
  in?: string;
  because: string;
}

const detected = 'feature detection: the code uses it only in a browser that has it';

/** The features that `npm run browsers` accepts, each with its reason. An exception that no file needs fails the check. */
export const exceptions: readonly Exception[] = [
  { feature: 'Intl.Segmenter', in: 'src/lib/graphemes.ts', because: 'without it a regular expression is used' },
  { feature: 'requestIdleCallback', in: 'src/lib/screen/when-idle.ts', because: detected },
  { feature: 'cancelIdleCallback', in: 'src/lib/screen/when-idle.ts', because: detected },
  { feature: 'Navigator.wakeLock', in: 'src/components/task-files/use-task-files.ts', because: detected },
  { feature: 'Navigator.share', in: 'src/lib/share.ts', because: detected },
  { feature: 'Navigator.canShare', in: 'src/lib/share.ts', because: detected },
  {
    feature: 'FileSystemFileHandle.createWritable',
    in: 'src/lib/zip/zip-target.ts',
    because: 'only the file picker returns such a handle, and browsers without it have no file picker',
  },
  { feature: 'ImageDecoder', in: 'src/lib/photo/shrink-photo.ts', because: detected },
  {
    feature: 'CanvasImageSmoothing.imageSmoothingQuality',
    in: 'src/lib/photo/',
    because: 'only a hint for the quality',
  },
  {
    feature: 'StorageManager.estimate',
    in: 'src/lib/device/copies.ts',
    because: 'without an estimate a usual size of the storage is assumed',
  },
  { feature: 'TouchEvent', in: 'src/components/zoom/', because: 'a browser without touch events never sends one' },
  { feature: 'TouchList', in: 'src/components/zoom/', because: 'as TouchEvent' },
  { feature: 'Touch', in: 'src/components/zoom/', because: 'as TouchEvent' },
  {
    feature: 'MouseEvent.movementX',
    in: 'src/components/zoom/',
    because: 'only a mouse needs it: without a value nothing is scrolled',
  },
  { feature: 'MouseEvent.movementY', in: 'src/components/zoom/', because: 'as movementX' },
  { feature: '<input autocapitalize>', because: 'only a hint for on-screen keyboards' },
  { feature: '<input autocorrect>', because: 'only a hint for on-screen keyboards' },
  { feature: '<dialog closedby>', in: 'src/ui/Dialog.tsx', because: 'each dialog has a button that closes it, too' },

  // the style sheets that use `:has`; each reason says what differs in a browser without it
  ...[
    ['src/ui/field/Field.module.css', 'the focus and errors have other rules without it'],
    [
      'src/ui/file/FilePick.module.css',
      'the focus has another rule without it, and a disabled button does nothing when it is pressed',
    ],
    ['src/ui/message/ConflictDialog.module.css', 'only the radio button shows what is chosen'],
    ['src/styles/base.css', 'the page behind a dialog can be scrolled'],
    ['src/app/frame/SignedInFrame.module.css', 'the footer is visible while a screen is loading'],
    ['src/components/print/PrintedVisits.module.css', 'a text begins a little further to the left'],
    ['src/features/failure-analytics/FailureAnalyticsRoute.module.css', 'there is one column instead of two'],
    ['src/features/failure-analytics/chart/FailureFigure.module.css', 'the edges of a scrolled figure do not fade'],
    ['src/features/failure-analytics/editing/PostTools.module.css', 'a form is narrower'],
    ['src/features/maintenance-form/CheckRows.module.css', 'only the radio button shows what is chosen'],
    [
      'src/features/profile/this-year/YearFacts.module.css',
      'the figures of a year are in four columns instead of three',
    ],
    ['src/features/service-history/TaskHistory.module.css', 'the filters are wider'],
  ].map(([file = '', because = '']) => ({ feature: ':has', in: file, because })),
  { feature: 'text-wrap', because: 'lines break at other words' },
  { feature: 'field-sizing', because: 'a field does not grow with its text, but has a handle' },
  { feature: 'resize', because: 'iOS has no such handle, but the field can be scrolled' },
  { feature: 'content-visibility', because: 'the whole page is laid out, which only takes longer' },
  { feature: 'contain-intrinsic-size', because: 'as content-visibility' },
  { feature: 'contain-intrinsic-height', because: 'as content-visibility' },
  { feature: 'overflow-clip-margin', in: 'src/features/overview/', because: 'as content-visibility' },
  { feature: 'overflow-anchor', because: 'Safari does not anchor, so there is nothing to switch off' },
  { feature: 'scrollbar-width', because: 'a scroll bar is visible' },
  { feature: 'forced-color-adjust', because: 'Safari has no forced colours' },
  { feature: 'cursor', because: 'phones have no cursor' },
  { feature: '@page', in: 'src/styles/print.css', because: 'the paper has the default margins of the browser' },
  { feature: 'size', in: 'src/styles/print.css', because: 'the paper size is chosen in the print dialog' },
  {
    feature: '@bottom-right',
    in: 'src/styles/print.css',
    because: 'the browser prints its own page numbers, see README',
  },
  { feature: '@top-left', in: 'src/styles/print.css', because: 'as @bottom-right' },
  { feature: 'break-after: avoid', because: 'a page may end with a heading' },
  { feature: 'orphans', because: 'a page may end with the first line of a paragraph' },
  { feature: 'widows', because: 'as orphans' },

  { feature: 'Navigator.connection', in: 'node_modules/react-dom/', because: detected },
  { feature: 'PublicKeyCredential', in: 'node_modules/@supabase/auth-js/', because: 'the portal has no passkeys' },
  ...['JSON', 'Uint8Array', 'URL', 'AbortSignal', 'Promise', 'Float16Array', 'Math'].map((feature) => ({
    feature,
    in: 'node_modules/pdfjs-dist/legacy/',
    because: 'this build contains its own implementations',
  })),
  { feature: 'ImageDecoder', in: 'node_modules/pdfjs-dist/legacy/', because: detected },
  { feature: 'Navigator.gpu', in: 'node_modules/pdfjs-dist/legacy/', because: detected },
  { feature: 'Metadata', in: 'node_modules/pdfjs-dist/legacy/', because: 'the name of a class of the package itself' },
];
