import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that runs only once at a time: a call while it runs is ignored. A busy button is not enough, because it becomes busy with the
 * next rendering, and on a slow device the second press of a double click comes before that.
 */
export function useSingleMutation<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const { mutateAsync, ...mutation } = useMutation(options);
  const isRunning = useRef(false);
  const mutate = (variables: Variables) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const onSettled = () => {
      isRunning.current = false;
    };
    // an error is handled by `onError`
    void mutateAsync(variables).then(onSettled, onSettled);
  };
  return { ...mutation, mutate };
}
