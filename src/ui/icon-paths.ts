/** Strokes on a 20 px grid. */
export const iconPaths = {
  'gate-up': 'M4 17V9M4 11 15 3M2.5 17h3',
  'gate-down': 'M4 17V9M4 10.5h13M2.5 17h3',
  calendar: 'M3.5 5h13v12h-13zM3.5 8.5h13M7 3v3M13 3v3',
  chat: 'M3.5 4.5h13v9h-7l-4 3.5v-3.5h-2z',
  check: 'm4 10.5 4 4 8-9',
  'chevron-down': 'm5 7.5 5 5 5-5',
  'chevron-left': 'm12.5 5-5 5 5 5',
  'chevron-right': 'm7.5 5 5 5-5 5',
  circle: 'M10 5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
  clock: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM10 6v4.2l2.8 1.8',
  close: 'm5 5 10 10M15 5 5 15',
  dash: 'M5 10h10',
  download: 'M10 3v9.5m-4-4 4 4 4-4M4 17h12',
  folder: 'M2.5 16.5v-12h5l2 2.5h8v9.5z',
  'folder-open': 'M2.5 16.5v-12h5l2 2.5h6.5v2.5M2.5 16.5l3-7h13l-2.5 7z',
  info: 'M10 9v5M10 6v.1M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  pdf: 'M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15M7.5 10.5h5M7.5 13.5h5',
  phone: 'M6.5 3 4 4.2C3.6 10.5 9.5 16.4 15.8 16l1.2-2.5-3.6-2-1.7 1.6a9 9 0 0 1-4.8-4.8l1.6-1.7z',
  photo: 'M3 4.5h14v11H3zM3 13l4-4 3.5 3.5L13 10l4 4M12.8 7.5v.1',
  printer: 'M6 7V2.5h8V7M6 14H3V7h14v7h-3M6 11.5h8v6H6z',
  retry: 'M16 10a6 6 0 1 1-2-4.5M14.5 2v4h-4',
  warning: 'M10 3 2.5 16.5h15zM10 8v4M10 14.2v.1',
} as const;

export type IconName = keyof typeof iconPaths;
