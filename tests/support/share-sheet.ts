import { onTestFinished, vi } from 'vitest';

/**
 * Gives this device a share sheet until the end of the test; returns what is called with all that is shared.
 * @param takes whether the device passes something on
 */
export function giveShareSheet(takes: (data: ShareData) => boolean = () => true) {
  const shared = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  for (const [name, value] of Object.entries({ share: shared, canShare: takes }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  });
  return shared;
}
