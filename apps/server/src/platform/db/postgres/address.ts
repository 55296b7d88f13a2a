import { sql } from 'kysely'
import type { Queries } from '../db.ts'

/** Modes that pg takes for `verify-full`, with a warning, unless it is told that libpq's are meant. */
const OF_LIBPQ = new Set(['prefer', 'require', 'verify-ca'])
const COMPATIBLE = 'uselibpqcompat'

/** The address with TLS as every other client of Postgres understands it. */
export function asLibpq(url: string): string {
  const { searchParams } = new URL(url)
  if (searchParams.has(COMPATIBLE) || !OF_LIBPQ.has(searchParams.get('sslmode') ?? '')) return url
  return `${url}&${COMPATIBLE}=true`
}

/** Throws what to put right where there is no database to work with. */
export async function reach(db: Queries, url: string): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const { host } = new URL(url)
    const why = error instanceof Error ? error.message || codeOf(error) : String(error)
    throw new Error(`DATABASE_URL: Postgres at ${host}: ${why}${hintFor(codeOf(error), url)}`, {
      cause: error,
    })
  }
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'
const UNAUTHORISED = '28000'

function hintFor(code: string, url: string): string {
  if (code === OTHER_NAME) return '\n  Name the host as its certificate does.'
  if (UNTRUSTED.test(code)) {
    return '\n  Name its authority with sslrootcert=FILE or NODE_EXTRA_CA_CERTS; sslmode=require asks for TLS and trusts any certificate.'
  }
  const isPlain = !new URL(url).searchParams.has('sslmode')
  return code === UNAUTHORISED && isPlain ? '\n  It may want TLS: add sslmode=require.' : ''
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
