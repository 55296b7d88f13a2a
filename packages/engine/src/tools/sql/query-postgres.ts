import { lookup } from 'node:dns'
import { isIP, Socket } from 'node:net'
import { runStatement } from '@lathe-ai/runtime/postgres'
import type { SqlAnswer } from '@lathe-ai/runtime/sqlite'
import type { JsonObject } from '@lathe/contract'
import { Client, type ClientConfig } from 'pg'
import { grantedReach, type Grants } from '../../egress/grants.ts'
import { permittedLookup, refusedHost } from '../../egress/guarded-connect.ts'
import { LatheError } from '../../errors/lathe-error.ts'
import { isUntrusted } from '../../errors/network-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { ONLY_READS, queryTimeout } from './query-sqlite.ts'
import type { ConnectionOptions } from 'node:tls'

export type PostgresJob = {
  url: URL
  password: string
  query: string
  params: unknown[]
  allowWrites: boolean
  maxRows: number
  maxBytes: number
}

export type PostgresOptions = { timeoutMs: number; signal: AbortSignal; grants: Grants }

const CANCELLED = '57014'

/**
 * Runs one statement in its own transaction, which Postgres keeps read-only unless writes are
 * allowed.
 */
export async function queryPostgres(
  job: PostgresJob,
  { timeoutMs, signal, grants }: PostgresOptions,
): Promise<SqlAnswer> {
  const client = new Client(clientSettings(job, timeoutMs, grants))
  // The next await reports an error that occurs while nothing waits.
  client.on('error', () => {})
  const timeout = AbortSignal.timeout(timeoutMs)
  const stop = AbortSignal.any([signal, timeout])
  const aborted = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(stop.reason), { once: true })
  })
  try {
    return await Promise.race([runQuery(client, job), aborted])
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted || errorCode(error) === CANCELLED) throw queryTimeout(timeoutMs)
    throw postgresError(error, job.url)
  } finally {
    // A server that hangs would not answer a polite request either.
    void client.end().catch(() => {})
    getSocket(client)?.destroy()
  }
}

const COMMENTS = /^(?:[\s(]|--[^\n]*|\/\*(?:(?!\/\*|\*\/)[^])*\*\/)*/
const READ_STATEMENT = /^(?:select|with|values|table|show|explain)\b/i

/** A read-only transaction can still run programs of the server by COPY, if the role may. */
function refuseCommands(query: string): void {
  if (READ_STATEMENT.test(query.replace(COMMENTS, ''))) return
  const message = 'Only select, with, values, table, show and explain are allowed'
  throw new LatheError('TOOL_ERROR', message, { hint: ONLY_READS })
}

async function runQuery(client: Client, job: PostgresJob): Promise<SqlAnswer> {
  if (!job.allowWrites) refuseCommands(job.query)
  await client.connect()
  limitReceivedBytes(getSocket(client), job.maxBytes * READ_AHEAD_FACTOR)
  return runStatement(client, job)
}

function clientSettings(
  { url, password, allowWrites }: PostgresJob,
  timeoutMs: number,
  grants: Grants,
): ClientConfig {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(url.port) || 5_432,
    user: decodeURIComponent(url.username),
    password,
    database: decodeURIComponent(url.pathname.slice(1)),
    ssl: tlsOptions(url, host),
    application_name: 'lathe',
    statement_timeout: timeoutMs,
    connectionTimeoutMillis: timeoutMs,
    stream: () => guardedSocket(grants),
    ...(!allowWrites && { options: '-c default_transaction_read_only=on' }),
  }
}

/** Connects only to permitted addresses, at the very address that was checked. */
function guardedSocket(grants: Grants): Socket {
  const socket = new Socket()
  const open = socket.connect.bind(socket)
  const connect = (port: number, host: string): Socket => {
    const granted = grantedReach(grants, host, port)
    const refusal = refusedHost(host, granted, grants)
    if (!refusal) return open({ port, host, lookup: permittedLookup(lookup, grants, granted) })
    socket.destroy(refusal)
    return socket
  }
  return Object.assign(socket, { connect })
}

/** How far reading may exceed the limit: a batch of rows arrives before it can be truncated. */
const READ_AHEAD_FACTOR = 16

function limitReceivedBytes(stream: Socket | undefined, maxBytes: number): void {
  stream?.on('data', () => {
    if (stream.bytesRead <= maxBytes) return
    const hint = 'Select fewer columns, or the beginning of long texts.'
    const message = `The rows are more than ${maxBytes} bytes`
    stream.destroy(new LatheError('PAYLOAD_TOO_LARGE', message, { hint }))
  })
}

/** pg keeps its socket private and ends it only after a handshake. */
function getSocket(client: Client): Socket | undefined {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown =
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'stream')
  return stream instanceof Socket ? stream : undefined
}

function postgresError(thrown: unknown, url: URL): LatheError {
  const code = errorCode(thrown)
  const latheError = toLatheError(thrown, { connection: { id: '', name: '', baseUrl: url.href } })
  if (latheError.code === 'CONNECTION' && isUntrusted(code)) {
    return new LatheError('CONNECTION', latheError.message, { hint: UNTRUSTED_HINT, cause: thrown })
  }
  if (latheError.code !== 'INTERNAL') return latheError
  const details: JsonObject = typeof code === 'string' ? { sqlState: code } : {}
  return new LatheError('TOOL_ERROR', latheError.message, { details, cause: thrown })
}

const UNTRUSTED_HINT =
  'Add its authority with NODE_EXTRA_CA_CERTS, or write sslmode=require: TLS with any certificate.'

const errorCode = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined

/** Returns TLS options for `sslmode`, as libpq interprets it. Never falls back to plain text. */
export function tlsOptions(url: URL, host: string): ConnectionOptions | false {
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'disable') return false
  return {
    rejectUnauthorized: mode.startsWith('verify'),
    // `verify-ca` ignores the host name.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    // pg passes host names only, and would compare a certificate with `localhost` for an IP
    // address.
    ...(isIP(host) !== 0 && { host }),
  }
}
