import type { VersionAuthor } from '@lathe/contract'

/** Who made a version, as it stands beside its time. */
export const authorNames: Record<VersionAuthor, string> = {
  owner: 'by you',
  api: 'by the API',
  import: 'as imported',
  lathe: 'by Lathe',
}
