import { onTestFinished, vi } from 'vitest';

/**
 * Gives this device a share sheet until the end of the test. Returns the mock that is called with what is shared. @param accepts
 * whether the device accepts the data
 */
export function giveShareSheet(accepts: (data: ShareData) => boolean = () => true) {
  const shared = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
  for (const [name, value] of Object.entries({ share: shared, canShare: accepts }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  onTestFinished(() => {
    for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
  });
  return shared;
}
