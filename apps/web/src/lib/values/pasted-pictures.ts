/** Returns pasted or dropped pictures, unless text was copied along with them. */
export function pictureFiles({ types, files }: Pick<DataTransfer, 'types' | 'files'>): File[] {
  if (types.includes('text/plain')) return []
  return [...files].filter(({ type }) => type.startsWith('image/'))
}
