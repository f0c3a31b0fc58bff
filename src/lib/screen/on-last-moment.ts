/** For an effect: keeps what was typed in the last moment, before the page goes or the screen is left. */
export function onLastMoment(keep: () => void): () => void {
  addEventListener('pagehide', keep);
  return () => {
    removeEventListener('pagehide', keep);
    keep();
  };
}
