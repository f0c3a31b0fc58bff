import { useHasCopies, useServiceAway } from '../lib/device/query-copies.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';

/**
 * Says that an action needs a connection, while the service does not answer or copies are shown.
 * @param text such as `Saving needs a connection.`
 */
export function NeedsConnection({ text }: { text: string }) {
  const showsCopies = useHasCopies();
  const isAway = useServiceAway();
  if (!showsCopies && !isAway) return null;
  return <p className={`${texts.smaller} ${texts.warning} ${layout.unprinted}`}>{text}</p>;
}
