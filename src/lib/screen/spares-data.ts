/**
 * Whether nothing is to be fetched before it is asked for: the person said so, or the connection is a slow one. False
 * where the browser does not tell (Safari, Firefox).
 */
export function sparesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection !== 'object' || connection === null) return false;
  const { saveData, effectiveType }: { saveData?: unknown; effectiveType?: unknown } = connection;
  return saveData === true || ['slow-2g', '2g', '3g'].includes(String(effectiveType));
}
