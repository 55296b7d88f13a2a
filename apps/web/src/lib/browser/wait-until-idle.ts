/** Resolves once the page is idle, so that long work in slices does not delay rendering. */
export const waitUntilIdle = async (): Promise<void> => {
  // Safari before 26.4 has no scheduler.
  if ('scheduler' in window) await scheduler.postTask(() => {}, { priority: 'background' })
}
