import { offline } from '../lib/connection.ts';
import { useHasCopies } from '../lib/device/query-copies.ts';
import { useStore } from '../lib/store.ts';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';

/** Says, while offline or showing copies, that an action needs a connection. @param text such as `Saving needs a connection.` */
export function NeedsConnection({ text }: { text: string }) {
  const showsCopies = useHasCopies();
  const isOffline = useStore(offline);
  if (!showsCopies && !isOffline) return null;
  return <p className={`${texts.smaller} ${texts.warning} ${layout.unprinted}`}>{text}</p>;
}
