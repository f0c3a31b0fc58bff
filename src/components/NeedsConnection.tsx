import { useHasCopies, useServiceAway } from '../lib/device/query-copies.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';

/**
 * Says that an action needs a connection. It is shown only while the service does not answer or offline copies are shown.
 * @param text for example `Saving needs a connection.`
 */
export function NeedsConnection({ text }: { text: string }) {
  const showsCopies = useHasCopies();
  const isServiceAway = useServiceAway();
  if (!showsCopies && !isServiceAway) return null;
  return <p className={`${texts.smaller} ${texts.warning} ${layout.unprinted}`}>{text}</p>;
}
