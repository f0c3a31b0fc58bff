/** A feature that the portal uses although a supported browser lacks it. */
export interface Exception {
  /** The name that `npm run browsers` prints. The name of an object, such as `TouchEvent`, covers all its members. */
  feature: string;
  /** The files that may use the feature, by the beginning of their path; all files without this. */
  in?: string;
  because: string;
}

const detected = 'feature detection: it is used only where the browser has it';

/** The features that `npm run browsers` accepts, each with its reason. An exception that no file needs fails the check. */
export const exceptions: readonly Exception[] = [
  { feature: 'Intl.Segmenter', in: 'src/lib/graphemes.ts', because: 'a pattern stands in for it' },
  { feature: 'requestIdleCallback', in: 'src/lib/screen/when-idle.ts', because: detected },
  { feature: 'cancelIdleCallback', in: 'src/lib/screen/when-idle.ts', because: detected },
  { feature: 'Navigator.wakeLock', in: 'src/components/task-files/use-task-files.ts', because: detected },
  { feature: 'Navigator.share', in: 'src/lib/share.ts', because: detected },
  { feature: 'Navigator.canShare', in: 'src/lib/share.ts', because: detected },
  {
    feature: 'FileSystemFileHandle.createWritable',
    in: 'src/lib/zip-target.ts',
    because: 'only a file picker gives a handle',
  },
  { feature: 'ImageDecoder', in: 'src/lib/photo/shrink-photo.ts', because: detected },
  { feature: 'CanvasImageSmoothing.imageSmoothingQuality', in: 'src/lib/photo/', because: 'a hint' },
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
  { feature: '<input autocapitalize>', because: 'a hint for keyboards on screens' },
  { feature: '<input autocorrect>', because: 'a hint for keyboards on screens' },
  { feature: '<dialog closedby>', in: 'src/ui/Dialog.tsx', because: 'each dialog has a button that closes it, too' },

  ...[
    ['src/ui/field/Field.module.css', 'the focus and faults have rules without it beside it'],
    [
      'src/ui/file/FilePick.module.css',
      'the focus has a rule without it, and a disabled one does nothing when pressed',
    ],
    ['src/ui/message/ConflictDialog.module.css', 'the radio button shows what is chosen'],
    ['src/styles/base.css', 'the page behind a dialog scrolls'],
    ['src/app/frame/SignedInFrame.module.css', 'the footer is in sight while a screen loads'],
    ['src/components/print/PrintedVisits.module.css', 'a text begins a little to the left'],
    ['src/features/failure-analytics/FailureAnalyticsRoute.module.css', 'one column instead of two'],
    ['src/features/failure-analytics/chart/FailureFigure.module.css', 'no fade at an edge that scrolls'],
    ['src/features/failure-analytics/editing/PostTools.module.css', 'a form is narrower'],
    ['src/features/maintenance-form/CheckRows.module.css', 'the radio button shows what is chosen'],
    [
      'src/features/profile/this-year/YearFacts.module.css',
      'the figures of a year are in four columns instead of three',
    ],
    ['src/features/service-history/TaskHistory.module.css', 'the filters are wider'],
  ].map(([file = '', because = '']) => ({ feature: ':has', in: file, because })),
  { feature: 'text-wrap', because: 'lines break elsewhere' },
  { feature: 'field-sizing', because: 'a field keeps its height and has a handle' },
  { feature: 'resize', because: 'iOS has no handle, and scrolls in the field' },
  { feature: 'content-visibility', because: 'everything is laid out, as before it was invented' },
  { feature: 'contain-intrinsic-size', because: 'as content-visibility' },
  { feature: 'contain-intrinsic-height', because: 'as content-visibility' },
  { feature: 'overflow-clip-margin', in: 'src/features/overview/', because: 'as content-visibility' },
  { feature: 'overflow-anchor', because: 'Safari does not anchor, so there is nothing to switch off' },
  { feature: 'scrollbar-width', because: 'a scroll bar is seen' },
  { feature: 'forced-color-adjust', because: 'Safari has no forced colours' },
  { feature: 'cursor', because: 'phones have no cursor' },
  { feature: '@page', in: 'src/styles/print.css', because: 'paper has the margins of the browser' },
  { feature: 'size', in: 'src/styles/print.css', because: 'the print dialog has the paper' },
  { feature: '@bottom-right', in: 'src/styles/print.css', because: 'page numbers are the browser’s own, see README' },
  { feature: '@top-left', in: 'src/styles/print.css', because: 'as @bottom-right' },
  { feature: 'break-after: avoid', because: 'a page may end with a heading' },
  { feature: 'orphans', because: 'a page may end with one line of a text' },
  { feature: 'widows', because: 'as orphans' },

  { feature: 'Navigator.connection', in: 'node_modules/react-dom/', because: detected },
  { feature: 'PublicKeyCredential', in: 'node_modules/@supabase/auth-js/', because: 'the portal has no passkeys' },
  ...['JSON', 'Uint8Array', 'URL', 'AbortSignal', 'Promise', 'Float16Array', 'Math'].map((feature) => ({
    feature,
    in: 'node_modules/pdfjs-dist/legacy/',
    because: 'this build brings its own',
  })),
  { feature: 'ImageDecoder', in: 'node_modules/pdfjs-dist/legacy/', because: detected },
  { feature: 'Navigator.gpu', in: 'node_modules/pdfjs-dist/legacy/', because: detected },
  { feature: 'Metadata', in: 'node_modules/pdfjs-dist/legacy/', because: 'a class of its own' },
];
