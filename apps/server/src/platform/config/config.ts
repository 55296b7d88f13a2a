import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { LANGSMITH_URL, Limits } from '@lathe/contract'
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { defaultHome } from './home.ts'

const wordList = z
  .string()
  .transform((list) => list.split(',').map((word) => word.trim()))
  .transform((list) => list.filter((word) => word !== ''))

const booleanFlag = z
  .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true')

const isProxyAddress = (name: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(name) || isIP(name) !== 0 || isNetwork(name)

function isNetwork(name: string): boolean {
  const [, address = '', bits] = /^(.+)\/(\d{1,3})$/.exec(name) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

const Settings = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port to listen on. Default: 4747, or the next free port.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. A non-loopback address requires `LATHE_TOKEN`.'),
  LATHE_HOME: z
    .string()
    .default(defaultHome)
    .describe(
      'Folder for data, log and keys. Without a home directory: `.lathe` in the working directory.',
    ),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .describe(
      'Postgres to use instead of SQLite. `?sslmode=require` or `verify-full` enables TLS.',
    ),
  LATHE_TOKEN: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Session token. Default: generated and stored in `LATHE_HOME`.'),
  LATHE_SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Encrypts stored secrets. Default: generated and stored in `LATHE_HOME`.'),
  LATHE_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional()
    .describe(
      'Public URL, if it differs from the listening address. With a non-loopback URL, programs must send the token.',
    ),
  LATHE_ALLOW_HOSTS: wordList
    .prefault('')
    .describe(
      'Private hosts that models, tools, webhooks and forwarding may reach, separated by commas: `host` or `host:port`. Link-local and cloud metadata addresses need an entry here.',
    ),
  LATHE_MCP_FILE: z
    .string()
    .optional()
    .describe('File that defines stdio MCP servers. Default: `mcp.json` in `LATHE_HOME`.'),
  LATHE_SQL_FILES: wordList
    .prefault('')
    .describe(
      'SQLite files, or folders of them, that SQL tools may open, separated by commas. Default: `databases` in `LATHE_HOME`.',
    ),
  LATHE_TRUST_PROXY: wordList
    .prefault('')
    .refine(
      (names) => names.every(isProxyAddress),
      'must name IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
    )
    .describe(
      'Proxies whose `X-Forwarded-For` is trusted, separated by commas: addresses, networks or `loopback`. Failed sign-ins are limited by the forwarded address.',
    ),
  LATHE_REQUIRE_KEYS: booleanFlag
    .default(false)
    .describe('`1` requires a key from programs on this machine too.'),
  LANGSMITH_TRACING: z
    .string()
    .optional()
    .transform((value) => value?.toLowerCase() === 'true' || value === '1')
    .describe('`true` forwards traces to LangSmith. Requires `LANGSMITH_API_KEY`.'),
  LANGSMITH_API_KEY: z
    .string()
    .optional()
    .describe('API key for LangSmith. Does not enable forwarding by itself.'),
  LANGSMITH_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .default(LANGSMITH_URL)
    .describe('URL that traces are forwarded to.'),
  LANGSMITH_PROJECT: z
    .string()
    .default('default')
    .describe('LangSmith project for forwarded traces.'),
  LANGSMITH_WORKSPACE_ID: z
    .string()
    .optional()
    .describe('LangSmith workspace, for keys of an organization.'),
  LATHE_LOG: z
    .enum(['file', 'stderr'], 'must be file or stderr')
    .default('file')
    .describe('Log destination: `file` (`LATHE_HOME/log`) or `stderr`.'),
  LATHE_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level: `debug`, `info`, `warn`, `error` or `silent`.'),
})

export type Config = Readonly<{
  /** Undefined means 4747 or the next free port. */
  port: number | undefined
  host: string
  isLoopback: boolean
  home: string
  databaseUrl: string | undefined
  token: string | undefined
  secretKey: string | undefined
  publicUrl: URL | undefined
  allowHosts: readonly string[]
  /** Proxy addresses and networks in the format of Express' `trust proxy`. */
  trustProxy: readonly string[]
  mcpFile: string
  /** Never empty. */
  sqlFiles: readonly string[]
  requireKeys: boolean
  /** Defined if tracing is enabled and an API key is set. */
  langsmith:
    | Readonly<{ endpoint: string; project: string; key: string; workspaceId: string | undefined }>
    | undefined
  log: Readonly<{ to: 'file' | 'stderr'; level: string }>
  limits: Limits
}>

const variableName = (limit: string) =>
  `LATHE_${limit.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const limitNames = Object.keys(Limits.shape)

type Environment = Readonly<Record<string, string | undefined>>

/** Treat an empty variable as unset, because container files write unset variables that way. */
const readVariable = (env: Environment, name: string) => (env[name] === '' ? undefined : env[name])

export function isLoopbackHost(host: string): boolean {
  if (['localhost', '::1', '[::1]'].includes(host)) return true
  return isIP(host) === 4 && host.startsWith('127.')
}

/** Reads the configuration. Throws one `ConfigError` that lists every invalid setting. */
export function readConfig(env: Environment): Config {
  const readVariables = (names: string[]) =>
    names.map((name) => [name, readVariable(env, name)] as const)
  const settings = Settings.safeParse(
    Object.fromEntries(readVariables(Object.keys(Settings.shape))),
  )
  const limits = Limits.safeParse(
    Object.fromEntries(limitNames.map((name) => [name, readVariable(env, variableName(name))])),
  )
  const host = readVariable(env, 'HOST') ?? '127.0.0.1'
  const problems = [
    ...(settings.error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`),
    ...(limits.error?.issues ?? []).map(
      ({ path, message }) => `${variableName(String(path[0]))}: ${message}`,
    ),
  ]
  if (!isLoopbackHost(host) && readVariable(env, 'LATHE_TOKEN') === undefined) {
    problems.push(
      `HOST: ${host} is reachable by other machines and requires sign-in. Set LATHE_TOKEN to a secret of at least 32 characters`,
    )
  }
  if (problems.length > 0 || !settings.success || !limits.success) throw new ConfigError(problems)

  const read = settings.data
  const publicUrl = read.LATHE_PUBLIC_URL === undefined ? undefined : new URL(read.LATHE_PUBLIC_URL)
  return Object.freeze({
    port: read.PORT,
    host,
    isLoopback: isLoopbackHost(host),
    home: resolve(read.LATHE_HOME),
    sqlFiles: Object.freeze(readSqlFiles(read.LATHE_SQL_FILES, read.LATHE_HOME)),
    mcpFile: resolve(read.LATHE_MCP_FILE ?? join(read.LATHE_HOME, 'mcp.json')),
    databaseUrl: read.DATABASE_URL,
    token: read.LATHE_TOKEN,
    secretKey: read.LATHE_SECRET_KEY,
    publicUrl,
    allowHosts: Object.freeze(read.LATHE_ALLOW_HOSTS),
    trustProxy: Object.freeze(read.LATHE_TRUST_PROXY),
    // Behind a proxy every request comes from a loopback address.
    requireKeys:
      read.LATHE_REQUIRE_KEYS || ![host, publicUrl?.hostname ?? host].every(isLoopbackHost),
    langsmith: readLangsmith(read),
    log: Object.freeze({ to: read.LATHE_LOG, level: read.LATHE_LOG_LEVEL }),
    limits: Object.freeze(limits.data),
  })
}

/** The key alone does not enable forwarding: it may be set for other programs. */
const readLangsmith = (read: z.infer<typeof Settings>): Config['langsmith'] =>
  read.LANGSMITH_TRACING && read.LANGSMITH_API_KEY !== undefined
    ? Object.freeze({
        endpoint: read.LANGSMITH_ENDPOINT,
        project: read.LANGSMITH_PROJECT,
        key: read.LANGSMITH_API_KEY,
        workspaceId: read.LANGSMITH_WORKSPACE_ID,
      })
    : undefined

const readSqlFiles = (paths: readonly string[], home: string): string[] =>
  (paths.length > 0 ? paths : [join(home, 'databases')]).map((path) => resolve(path))

/** Returns names that look like settings but are unknown, probably misspelled. */
function unknownSettings(env: Environment): string[] {
  const knownNames = new Set([...Object.keys(Settings.shape), ...limitNames.map(variableName)])
  return Object.keys(env).filter((name) => name.startsWith('LATHE_') && !knownNames.has(name))
}

/** Returns warnings about settings that have no effect or less effect than intended. */
export function settingWarnings(env: Environment): string[] {
  const isSet = (name: string) => readVariable(env, name) !== undefined
  const forwarding = Settings.shape.LANGSMITH_TRACING.safeParse(
    readVariable(env, 'LANGSMITH_TRACING'),
  )
  return [
    ...unknownSettings(env).map((name) => `${name} is not a Lathe setting`),
    ...(isSet('DATABASE_URL') && !isSet('LATHE_SECRET_KEY')
      ? ['LATHE_SECRET_KEY is not set: other servers cannot read the keys that this server stores']
      : []),
    ...(forwarding.data && !isSet('LANGSMITH_API_KEY')
      ? ['LANGSMITH_TRACING has no effect without LANGSMITH_API_KEY']
      : []),
  ]
}

/** Renders all settings as a Markdown table. */
export function renderSettings(): string {
  const rows = [
    ...Object.entries(Settings.shape).map(([name, schema]) => row(name, schema)),
    ...Object.entries(Limits.shape).map(([name, schema]) => row(variableName(name), schema)),
  ]
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function row(name: string, schema: z.ZodType): string {
  const fallback = name === 'LATHE_HOME' ? '~/.lathe' : schema.safeParse(undefined).data
  const defaultText =
    typeof fallback === 'string' || typeof fallback === 'number' ? `\`${fallback}\`` : ''
  return `| \`${name}\` | ${defaultText} | ${schema.description ?? ''} |`
}
