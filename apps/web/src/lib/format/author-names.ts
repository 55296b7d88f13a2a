import type { VersionAuthor } from '@lathe/contract'

export const authorNames: Record<VersionAuthor, string> = {
  owner: 'by you',
  api: 'by the API',
  import: 'as imported',
  lathe: 'by Lathe',
}
