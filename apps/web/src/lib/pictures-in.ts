/** Files among what is pasted or dropped that are pictures and nothing else: words copied with them are pasted as ever. */
export function picturesIn({ types, files }: Pick<DataTransfer, 'types' | 'files'>): File[] {
  if (types.includes('text/plain')) return []
  return [...files].filter(({ type }) => type.startsWith('image/'))
}
