import { sql } from 'kysely'
import type { Queries } from '../db.ts'

/** Without the compatibility option, pg treats these modes as `verify-full` and warns. */
const LIBPQ_MODES = new Set(['prefer', 'require', 'verify-ca'])
const COMPATIBLE = 'uselibpqcompat'

/** Returns the URL with the TLS modes of libpq. */
export function withLibpqModes(url: string): string {
  const { searchParams } = new URL(url)
  if (searchParams.has(COMPATIBLE) || !LIBPQ_MODES.has(searchParams.get('sslmode') ?? ''))
    return url
  return `${url}&${COMPATIBLE}=true`
}

/** Throws an error with a hint if the database cannot be reached. */
export async function checkConnection(db: Queries, url: string): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const { host } = new URL(url)
    const reason = error instanceof Error ? error.message || readCode(error) : String(error)
    throw new Error(
      `DATABASE_URL: Postgres at ${host}: ${reason}${connectionHint(readCode(error), url)}`,
      {
        cause: error,
      },
    )
  }
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'
const UNAUTHORISED = '28000'

function connectionHint(code: string, url: string): string {
  if (code === OTHER_NAME) return '\n  Name the host as its certificate does.'
  if (UNTRUSTED.test(code)) {
    return '\n  Name its authority with sslrootcert=FILE or NODE_EXTRA_CA_CERTS; sslmode=require asks for TLS and trusts any certificate.'
  }
  const isPlain = !new URL(url).searchParams.has('sslmode')
  return code === UNAUTHORISED && isPlain ? '\n  It may want TLS: add sslmode=require.' : ''
}

const readCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
