import icons from '../../ui/Icon.module.css';

/** SVG paths of the icons, on a grid of 20 px. They are not in `ui/icon-paths.ts`, because every page loads that file. */
const paths: Readonly<Record<string, string>> = {
  'Does not open': 'M4 17V9M4 10.5h13M2.5 17h3',
  'Does not close': 'M4 17V9M4 11 15 3M2.5 17h3',
  'Arm hit or broken': 'M4 17V9M4 11l5.5-4M11.5 8.5 17 11M11 4.5l-.6-1.6M13.2 5.2l1-1.4M2.5 17h3',
  'Tag not read': 'M3 6h8v8H3zM13.5 7.5a3.5 3.5 0 0 1 0 5M16 5.5a6.4 6.4 0 0 1 0 9',
  'Hits vehicles': 'M3 11.5 4.6 6.5h10.8L17 11.5v4H3zM3 11.5h14M5 15.5V17M15 15.5V17M5.7 13.5h1M13.3 13.5h1',
  'No power': 'M11 2.5 4.5 11H10l-1 6.5L15.5 9H10z',
  call: 'M6.5 3 4 4.2C3.6 10.5 9.5 16.4 15.8 16l1.2-2.5-3.6-2-1.7 1.6a9 9 0 0 1-4.8-4.8l1.6-1.7z',
  words: 'M3.5 4.5h13v9h-7l-4 3.5v-3.5h-2z',
  photo: 'M3 4.5h14v11H3zM3 13l4-4 3.5 3.5L13 10l4 4M12.8 7.5v.1',
  text: 'M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15M7.5 10.5h5M7.5 13.5h5',
  person: 'M10 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM4 17c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5',
};

/** The icon of a symptom, or the icon of a speech bubble for a symptom without an icon. It is decorative. */
export function SymptomIcon({ symptom }: { symptom: string }) {
  return (
    <svg className={icons.icon} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={paths[symptom] ?? paths['words']} />
    </svg>
  );
}
