import type { ImportReport } from '@lathe/contract'
import { ORPCError } from '@orpc/client'

/**
 * 1: the command ran and failed; 2: invalid usage, or no response from the server; 3: the run waits
 * for a person.
 */
export type ExitCode = 1 | 2 | 3

/** An error that is printed without its stack. */
export class CliError extends Error {
  readonly hint: string | undefined
  readonly exitCode: ExitCode

  constructor(message: string, options: { hint?: string; exitCode?: ExitCode } = {}) {
    super(message)
    this.name = 'CliError'
    this.hint = options.hint
    this.exitCode = options.exitCode ?? 1
  }
}

/** Errors about a filter have no path. */
type Issue = { path?: string; message: string }

export function toCliError(error: unknown, url: string): CliError {
  if (error instanceof CliError) return error
  if (error instanceof ORPCError && isLathes(error)) return fromServer(error)
  if (error instanceof ORPCError || isGarbled(error)) return notLathe(url)
  if (error instanceof TypeError && error.message.includes('fetch')) {
    return new CliError(`No response from ${url}`, {
      hint: 'Is it running? Start it with `lathe start`, or set LATHE_URL.',
      exitCode: 2,
    })
  }
  return new CliError(error instanceof Error ? error.message : String(error), { exitCode: 2 })
}

/** Every error that Lathe itself returns carries a request id. */
const isLathes = ({ defined, data }: ORPCError<string, unknown>): boolean =>
  defined || (typeof data === 'object' && data !== null && 'requestId' in data)

export const notLathe = (url: string): CliError =>
  new CliError(`The server at ${url} is not Lathe`, {
    hint: 'Check LATHE_URL.',
    exitCode: 2,
  })

const isGarbled = (error: unknown): boolean =>
  error instanceof Error && /^(Cannot parse response|Invalid RPC response)/.test(error.message)

/** The command that lists what was not found, by error code. */
const LISTS: Record<string, string | undefined> = {
  NO_SUCH_AGENT: 'lathe agents',
  NO_SUCH_DATASET: 'lathe datasets list',
  NO_SUCH_PROMPT: 'lathe prompts list',
  NO_SUCH_THREAD: 'lathe threads list',
}

function fromServer(error: ORPCError<string, unknown>): CliError {
  if (error.code === 'UNAUTHENTICATED') {
    return new CliError('The server rejected the token', {
      hint: 'Set LATHE_TOKEN, or LATHE_HOME to the folder the server uses.',
      exitCode: 2,
    })
  }
  const list = LISTS[error.code]
  if (list !== undefined) {
    return new CliError(error.message, { hint: `\`${list}\` lists them.`, exitCode: 2 })
  }
  if (error.code === 'NO_SUCH_VERSION') {
    return new CliError(error.message, {
      hint: '`--version draft` runs the current draft; a number runs a saved version.',
      exitCode: 2,
    })
  }
  if (error.code === 'NO_METRIC') {
    const metrics = listMetrics(error.data)
    const advice = metrics.some((one) => one.startsWith('evaluator:'))
      ? 'Choose a metric'
      : 'Add an evaluator to the comparison or choose a metric'
    return new CliError(error.message, {
      hint: `${advice}: --by ${alternatives.format(metrics)}.`,
      exitCode: 2,
    })
  }
  const details = issuesOf(error.data).map(
    ({ path, message }) => `  ${path === undefined ? '' : `${path}: `}${message}`,
  )
  const reason = reasonOf(error.data)
  const unsaid = details.filter((line) => !error.message.includes(line.trim()))
  const message = [error.message, ...(reason === undefined ? [] : [reason]), ...unsaid].join('\n')
  return new CliError(message, { exitCode: 2 })
}

function issuesOf(data: unknown): Issue[] {
  if (typeof data !== 'object' || data === null) return []
  const list: unknown = Reflect.get(data, 'issues') ?? Reflect.get(data, 'problems')
  if (isRowProblems(list)) {
    return list.first.map(({ row, message }) => ({ path: `row ${row}`, message }))
  }
  // The cast holds: the contract declares both so.
  return Array.isArray(list) ? (list as Issue[]) : []
}

type RowProblems = Pick<ImportReport['problems'], 'first'>

/** Problems of an imported file, which come with their rows. */
const isRowProblems = (value: unknown): value is RowProblems =>
  typeof value === 'object' && value !== null && 'first' in value && Array.isArray(value.first)

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** `evaluators` of several together, `evaluator:<key>` of each, and what a run takes. */
function listMetrics(data: unknown): string[] {
  const list: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'metrics') : undefined
  // The cast holds: the contract declares it so.
  return Array.isArray(list) ? (list as string[]) : []
}

const reasonOf = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : undefined
