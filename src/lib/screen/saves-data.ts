/** Data saver is on, or the connection is slow. False in browsers that do not say (Safari, Firefox). */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType }: { saveData?: unknown; effectiveType?: unknown } = connection;
  return saveData === true || ['slow-2g', '2g', '3g'].includes(String(effectiveType));
}
