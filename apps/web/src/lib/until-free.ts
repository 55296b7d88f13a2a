/** Resolves once the page has nothing else to do, so that long work between two of these holds up nothing it shows. */
export const untilFree = async (): Promise<void> => {
  // Safari before 26.4 has no scheduler.
  if ('scheduler' in window) await scheduler.postTask(() => {}, { priority: 'background' })
}
