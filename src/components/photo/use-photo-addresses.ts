import { useQuery, useQueryClient } from '@tanstack/react-query';
import { objectNameOf, smallNameOf } from '../../lib/file-names.ts';
import { forgetSigned, signFiles } from '../../lib/stored-files.ts';

interface PhotoAddresses {
  /** Signed addresses, in the order of the photos; undefined while unknown or when there is none. */
  large: (string | undefined)[];
  small: (string | undefined)[];
  /** Whether what is undefined stays so. */
  settled: boolean;
  /** Signs everything anew, for addresses that do not work any more. */
  signAgain: () => Promise<void>;
}

/** Signed addresses of the photos of one task, both sizes in one call. */
export function usePhotoAddresses(photos: readonly string[]): PhotoAddresses {
  const client = useQueryClient();
  const names = photos.map((photo) => objectNameOf(photo));
  const all = names.flatMap((name) => (name ? [name, smallNameOf(name)] : []));
  const queryKey = ['signed', ...all];
  const signing = useQuery({ queryKey, queryFn: () => signFiles(all), enabled: all.length > 0 });

  return {
    large: names.map((name) => (name ? signing.data?.get(name) : undefined)),
    small: names.map((name) => (name ? signing.data?.get(smallNameOf(name)) : undefined)),
    settled: all.length === 0 || signing.isError || signing.isSuccess,
    signAgain: () => {
      forgetSigned(all);
      return client.resetQueries({ queryKey, exact: true });
    },
  };
}
