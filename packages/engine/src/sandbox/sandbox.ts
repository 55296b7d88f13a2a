import { availableParallelism, loadavg } from 'node:os'
import type { Json } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'
import { createBlockingClient } from './blocking-client.ts'
import { createPool } from './pool.ts'
import type { RealmFailure, RealmRequest, RealmResponse, SandboxWorld } from './protocol.ts'
import { reachable } from './scope.ts'
import type { Scope } from './scope.ts'

export type CodeResult = { value: Json; logs: string[] }

export type CodeOptions = { timeoutMs?: number; signal?: AbortSignal }

/** The only place user code runs: QuickJS in threads of their own, without host objects or I/O. */
export type Sandbox = {
  /** The value of an expression or of a function body, null for undefined; waits in the calling thread. */
  evaluateExpression(source: string, scope: Scope, world: SandboxWorld): Json
  /** As `evaluateExpression`, by JavaScript's truthiness. */
  evaluateCondition(source: string, scope: Scope, world: SandboxWorld): boolean
  /** An expression or function body that may await; each name of `scope` is a variable. */
  runCode(
    source: string,
    scope: Scope,
    world: SandboxWorld,
    options?: CodeOptions,
  ): Promise<CodeResult>
  /** Call before expressions are near: the first one otherwise waits for its thread, some 100 ms. */
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
/** Wall time against CPU time before a thread is ended from outside: more where others use the machine too. */
const patience = (): number => 4 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())

export function createSandbox(settings: SandboxSettings = {}): Sandbox {
  const { expressionTimeoutMs = 50, codeTimeoutMs = 1_000, codeMemoryBytes = 64 * MiB } = settings
  const { maxThreads = Math.min(4, availableParallelism()), idleMs = 30_000 } = settings
  const blocking = createBlockingClient({ idleMs, memoryBytes: EXPRESSION_MEMORY_BYTES })
  const pool = createPool(maxThreads, { idleMs, memoryBytes: codeMemoryBytes })

  const evaluate = (
    mode: 'expression' | 'condition',
    source: string,
    scope: Scope,
    world: SandboxWorld,
  ): Json => {
    const cpuMs = expressionTimeoutMs
    const request: RealmRequest = { mode, source, ...reachable(source, scope), world, cpuMs }
    return valueOf(blocking.call(request, expressionTimeoutMs * patience())).value
  }

  return {
    evaluateExpression: (source, scope, world) => evaluate('expression', source, scope, world),
    evaluateCondition: (source, scope, world) =>
      evaluate('condition', source, scope, world) === true,
    async runCode(source, scope, world, options = {}) {
      const { timeoutMs: cpuMs = codeTimeoutMs, signal } = options
      const request: RealmRequest = {
        mode: 'code',
        source,
        ...reachable(source, scope),
        world,
        cpuMs,
      }
      return valueOf(await pool.run(request, cpuMs * patience(), signal))
    },
    warm: () => blocking.warm(),
    async close() {
      await Promise.all([blocking.close(), pool.close()])
    },
  }
}

function valueOf(response: RealmResponse): CodeResult {
  if (!response.ok) throw codeError(response)
  return { value: JSON.parse(response.json), logs: response.logs }
}

const HINTS: Record<RealmFailure['reason'], string> = {
  threw: 'Correct the code and run it again.',
  time: 'Look for a loop that never ends, or do less in one node.',
  memory: 'Build smaller values, or do less in one node.',
  depth: 'Look for a function that calls itself without end.',
  unsettled: 'Code may only await values it makes itself: there are no timers and no network.',
  'not-json': 'Return plain data: strings, finite numbers, booleans, null, arrays and objects.',
}

function codeError({ reason, message, line, column, logs }: RealmFailure): LatheError {
  const code = reason === 'time' || reason === 'memory' ? 'CODE_TIMEOUT' : 'CODE_ERROR'
  const at = line === null ? '' : ` (line ${line}, column ${column})`
  return new LatheError(code, `${message}${at}`, {
    hint: HINTS[reason],
    details: { line, column, logs },
  })
}
