const LONGEST = 64

/** `Ünïque Näme!` → `unique-name`. Never empty. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return words.slice(0, LONGEST).replace(/-$/, '') || 'agent'
}

/** Yields `slug`, `slug-2`, `slug-3`… */
export function* slugsFrom(slug: string): Generator<string> {
  yield slug
  for (let copy = 2; ; copy++) {
    const suffix = `-${copy}`
    yield `${slug.slice(0, LONGEST - suffix.length)}${suffix}`
  }
}
