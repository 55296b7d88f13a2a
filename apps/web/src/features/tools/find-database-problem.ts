import { HEADER_MASK, type SqlToolConfig } from '@lathe/contract'

/** Validates the location of the database. */
export function findDatabaseProblem(
  { database }: SqlToolConfig,
  savedTool?: { kind: string } | SqlToolConfig,
): string | undefined {
  if (database.type === 'sqlite') {
    return database.file.trim() === '' ? 'Enter a file' : undefined
  }
  const location = parseLocation(database.url)
  if (location === undefined) return 'Enter a host and a database: postgres://user@host/database'
  const savedDatabase = savedTool && 'database' in savedTool ? savedTool.database : undefined
  if (savedDatabase?.type !== 'postgres' || database.password !== HEADER_MASK) return undefined
  const before = parseLocation(savedDatabase.url)
  return before === location ? undefined : `The hidden password is for ${before}: enter it again`
}

function parseLocation(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return undefined
  return url.hostname === '' || url.pathname.length < 2 ? undefined : `${url.username}@${url.host}`
}
