import { HEADER_MASK, type SqlToolConfig } from '@lathe/contract'

/** Validates the location of the database. */
export function databaseComplaint(
  { database }: SqlToolConfig,
  stored?: { kind: string } | SqlToolConfig,
): string | undefined {
  if (database.type === 'sqlite') {
    return database.file.trim() === '' ? 'Enter a file' : undefined
  }
  const place = placeOf(database.url)
  if (place === undefined) return 'Enter a host and a database: postgres://user@host/database'
  const old = stored && 'database' in stored ? stored.database : undefined
  if (old?.type !== 'postgres' || database.password !== HEADER_MASK) return undefined
  const before = placeOf(old.url)
  return before === place ? undefined : `The hidden password is for ${before}: enter it again`
}

function placeOf(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return undefined
  return url.hostname === '' || url.pathname.length < 2 ? undefined : `${url.username}@${url.host}`
}
