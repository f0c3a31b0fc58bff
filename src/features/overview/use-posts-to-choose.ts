import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';

export interface PostsToChoose {
  /** Their names, in the order of the site. */
  posts: readonly string[];
  /** Where they could not be loaded. */
  retry: (() => void) | null;
}

/** The posts of the one site that visits are limited to; none while that are several sites, or all: a name is another post elsewhere. */
export function usePostsToChoose(sites: readonly string[]): PostsToChoose {
  const only = sites.length === 1 ? (sites[0] ?? null) : null;
  const { data, isError, isFetching, refetch } = useQuery({ ...failureSiteQuery(only), enabled: only !== null });
  return useMemo(
    () => ({
      posts: only === null ? [] : [...(data?.posts.keys() ?? [])],
      retry: only !== null && isError && !isFetching ? () => void refetch() : null,
    }),
    [only, data, isError, isFetching, refetch],
  );
}
