import { availableParallelism, loadavg } from 'node:os'
import type { ErrorCode, Json } from '@lathe/contract'
import { LRUCache } from 'lru-cache'
import { LatheError } from '../errors/lathe-error.ts'
import { createBlockingClient } from './blocking-client.ts'
import { createPool } from './pool.ts'
import type { RealmFailure, RealmRequest, RealmResponse, ClockAndSeed } from './protocol.ts'
import { createSlowSources } from './slow-sources.ts'

/** Values that the user's source sees: each name as a variable, and all of them as `state`. */
type Scope = Record<string, Json>

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for function if implements import in instanceof interface let new ' +
    'null package private protected public return static super switch this throw true try typeof var ' +
    'void while with yield state undefined'
  ).split(' '),
)

/** `state` used other than as `state.name`. */
const READS_WHOLE_STATE = /\bstate\b(?!\s*\??\.\s*[\w$])/

/**
 * Returns the part of the scope that a source can reach, so that a condition on one flag does not
 * pay for a long message list. Sources with escapes get everything.
 */
function reachableScope(source: string, scope: Scope): { names: string[]; scopeJson: string } {
  const needsAll = source.includes('\\') || READS_WHOLE_STATE.test(source)
  const visible = Object.entries(scope).filter(([name]) => needsAll || source.includes(name))
  return {
    names: visible
      .map(([name]) => name)
      .filter((name) => IDENTIFIER.test(name) && !RESERVED.has(name)),
    scopeJson: JSON.stringify(Object.fromEntries(visible)),
  }
}

export type CodeResult = { value: Json; logs: string[] }

type CodeOptions = { timeoutMs?: number; signal?: AbortSignal }

type MaybePromise<T> = T | Promise<T>

/** Runs user code in QuickJS threads without host objects or I/O. */
export type Sandbox = {
  /**
   * Evaluates an expression or a function body, null for undefined. Blocks for a few milliseconds,
   * since most sources take less time than a promise, then moves the source to the pool and returns
   * a promise.
   */
  evaluateExpression(source: string, scope: Scope, clockAndSeed: ClockAndSeed): MaybePromise<Json>
  /** Like `evaluateExpression`, converted to a boolean by truthiness. */
  evaluateCondition(source: string, scope: Scope, clockAndSeed: ClockAndSeed): MaybePromise<boolean>
  /**
   * Like `evaluateExpression`, and keeps the value for an `evaluateNow` with the same source and
   * scope.
   */
  precompute(source: string, scope: Scope, clockAndSeed: ClockAndSeed): MaybePromise<Json>
  /** Like `evaluateExpression`, but always blocks. For callers that cannot wait. */
  evaluateSync(source: string, scope: Scope, clockAndSeed: ClockAndSeed): Json
  /** Runs an expression or function body that may await. Each name of `scope` is a variable. */
  runCode(
    source: string,
    scope: Scope,
    clockAndSeed: ClockAndSeed,
    options?: CodeOptions,
  ): Promise<CodeResult>
  /** Starts the thread, which takes about 100 ms. Call it before expressions are likely. */
  warm(): void
  close(): Promise<void>
}

export type SandboxSettings = {
  expressionTimeoutMs?: number
  codeTimeoutMs?: number
  codeMemoryBytes?: number
  maxThreads?: number
  /** An idle thread ends after this long. */
  idleMs?: number
}

const MiB = 1024 * 1024

const EXPRESSION_MEMORY_BYTES = 32 * MiB

/** CPU time of a blocking call before the expression is moved to the pool. */
const QUICK_CPU_MS = 5

/** Wall time of a blocking call, for native loops and machines too busy to schedule the thread. */
const QUICK_WALL_MS = 20

/**
 * After a blocking call that cannot be moved overran, other calls get the quick limit for this
 * long.
 */
const RECOVERY_MS = 1_000

/** Limits the total size of sources and scopes of precomputed results. */
const MAX_PRECOMPUTED_CHARACTERS = 4_000_000

/**
 * Factor of wall time over CPU time before a thread is terminated. Higher on a machine with other
 * load.
 */
const wallTimeFactor = (): number => 4 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

/** Creates the sandbox, which runs expressions and code of graphs in QuickJS. */
export function createSandbox(settings: SandboxSettings = {}): Sandbox {
  const { expressionTimeoutMs = 50, codeTimeoutMs = 1_000, codeMemoryBytes = 64 * MiB } = settings
  const { maxThreads = Math.min(4, availableParallelism()), idleMs = 30_000 } = settings
  const blocking = createBlockingClient({ idleMs, memoryBytes: EXPRESSION_MEMORY_BYTES })
  const pool = createPool(maxThreads, { idleMs, memoryBytes: codeMemoryBytes })

  const slowSources = createSlowSources()
  const precomputed = new LRUCache<string, { value: Json }>({
    max: 64,
    maxSize: MAX_PRECOMPUTED_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })
  let recoveringUntil = 0

  const requestFor = (
    mode: RealmRequest['mode'],
    source: string,
    scope: Scope,
    clockAndSeed: ClockAndSeed,
  ): RealmRequest => ({
    mode,
    source,
    ...reachableScope(source, scope),
    clockAndSeed,
    cpuMs: expressionTimeoutMs,
  })
  const tryBlocking = (request: RealmRequest): RealmResponse | null => {
    const { source } = request
    if (!slowSources.mayBlock(source)) return null
    const startedAt = performance.now()
    const cpuMs = Math.min(QUICK_CPU_MS, request.cpuMs)
    const response = blocking.tryCall({ ...request, cpuMs }, QUICK_WALL_MS)
    const blockedMs = performance.now() - startedAt
    if (response && !isOverrun(response)) slowSources.noteQuick(source)
    // A busy thread does not block.
    else if (response || blockedMs >= QUICK_WALL_MS) slowSources.noteOverrun(source, blockedMs)
    return response && isOverrun(response) && cpuMs < request.cpuMs ? null : response
  }
  const respondLater = async (request: RealmRequest): Promise<RealmResponse> => {
    await blocking.starting()
    return tryBlocking(request) ?? (await pool.run(request, request.cpuMs * wallTimeFactor()))
  }
  const respond = (request: RealmRequest): MaybePromise<RealmResponse> =>
    tryBlocking(request) ?? respondLater(request)

  const evaluate = (
    mode: 'expression' | 'condition',
    source: string,
    scope: Scope,
    clockAndSeed: ClockAndSeed,
  ): MaybePromise<Json> => {
    const response = respond(requestFor(mode, source, scope, clockAndSeed))
    return response instanceof Promise
      ? response.then((response) => toCodeResult(response).value)
      : toCodeResult(response).value
  }

  return {
    evaluateExpression: (source, scope, clockAndSeed) =>
      evaluate('expression', source, scope, clockAndSeed),
    evaluateCondition(source, scope, clockAndSeed) {
      const value = evaluate('condition', source, scope, clockAndSeed)
      return value instanceof Promise ? value.then((response) => response === true) : value === true
    },
    precompute(source, scope, clockAndSeed) {
      const request = requestFor('expression', source, scope, clockAndSeed)
      const remember = (response: RealmResponse): Json => {
        const { value } = toCodeResult(response)
        precomputed.set(precomputedKey(request), { value })
        return value
      }
      const response = respond(request)
      return response instanceof Promise ? response.then(remember) : remember(response)
    },
    evaluateSync(source, scope, clockAndSeed) {
      const request = requestFor('expression', source, scope, clockAndSeed)
      const result = precomputed.get(precomputedKey(request))
      if (result) return result.value
      const isRecovering = performance.now() < recoveringUntil
      const cpuMs = isRecovering ? Math.min(QUICK_CPU_MS, request.cpuMs) : request.cpuMs
      const response = blocking.call({ ...request, cpuMs }, cpuMs * wallTimeFactor())
      if (isOverrun(response)) recoveringUntil = performance.now() + RECOVERY_MS
      return toCodeResult(response).value
    },
    async runCode(source, scope, clockAndSeed, options = {}) {
      const { timeoutMs: cpuMs = codeTimeoutMs, signal } = options
      const request = { ...requestFor('code', source, scope, clockAndSeed), cpuMs }
      return toCodeResult(await pool.run(request, cpuMs * wallTimeFactor(), signal))
    },
    warm: () => blocking.warm(),
    async close() {
      await Promise.all([blocking.close(), pool.close()])
    },
  }
}

const precomputedKey = ({ source, scopeJson }: RealmRequest): string => `${source}\0${scopeJson}`

const isOverrun = (response: RealmResponse): boolean => !response.ok && response.reason === 'time'

function toCodeResult(response: RealmResponse): CodeResult {
  if (!response.ok) throw codeError(response)
  return { value: JSON.parse(response.json), logs: response.logs }
}

const HINTS: Record<RealmFailure['reason'], string> = {
  threw: 'Correct the code and run it again.',
  time: 'Look for a loop that never ends, or do less in one node.',
  memory: 'Build smaller values, process a list in parts, or do less in one node.',
  depth: 'Look for a function that calls itself without end.',
  unsettled: 'Code may only await its own promises: there are no timers and no network.',
  'not-json': 'Return plain data: strings, finite numbers, booleans, null, arrays and objects.',
}

const CODES: Partial<Record<RealmFailure['reason'], ErrorCode>> = {
  time: 'CODE_TIMEOUT',
  memory: 'CODE_MEMORY',
}

function codeError({ reason, message, line, column, logs }: RealmFailure): LatheError {
  const location = line === null ? '' : ` (line ${line}, column ${column})`
  return new LatheError(CODES[reason] ?? 'CODE_ERROR', `${message}${location}`, {
    hint: HINTS[reason],
    details: { line, column, logs },
  })
}
