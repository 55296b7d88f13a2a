/** Labels hold no dots, so that a namespace is one text whose prefixes are ranges of it. */
export const toText = (labels: readonly string[]): string => labels.join('.')

export const toLabels = (namespace: string): string[] => namespace.split('.')

/** Whether the labels begin, or end, as a path says; `*` is any one label. */
export function matchesPath(
  labels: readonly string[],
  path: readonly string[],
  at: 'prefix' | 'suffix',
): boolean {
  if (path.length > labels.length) return false
  const part = at === 'prefix' ? labels.slice(0, path.length) : labels.slice(-path.length)
  return path.every((label, index) => label === '*' || label === part[index])
}
