import { codeTimeoutMs, reloadWhereRemembered } from './code-loading.ts';

/** Loads a chunk of the portal. @throws whatever `load` throws, and an error after `codeTimeoutMs`. */
export async function fetchCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not come')), codeTimeoutMs);
  });
  try {
    return await Promise.race([load(), tooLong]);
  } catch (error) {
    void reloadWhereRemembered(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
