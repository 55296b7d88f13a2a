import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten'
import type { RealmFailure, RealmRequest, RealmResponse } from './protocol.ts'
/** Remaining CPU time of a request. QuickJS is interrupted once it is spent. */
export type Fuel = {
  start: (cpuMs: number) => void
  isSpent: () => boolean
  readonly isExhausted: boolean
  /** Allows a little more time to collect logs. */
  refill: () => void
}

/**
 * Measures CPU time of this thread, because on a busy machine wall time would cause false timeouts.
 */
export function createFuel(): Fuel {
  const cpuMicros = () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  }
  let end = Infinity
  let isInterrupting = false
  let isExhausted = false
  const start = (cpuMs: number) => {
    end = cpuMicros() + cpuMs * 1_000
    isInterrupting = false
  }
  return {
    start(cpuMs) {
      start(cpuMs)
      isExhausted = false
    },
    isSpent() {
      isInterrupting ||= cpuMicros() > end
      isExhausted ||= isInterrupting
      return isInterrupting
    },
    get isExhausted() {
      return isExhausted
    },
    refill: () => start(20),
  }
}

const STATEMENTS = /;|^\s*(?:return|throw|const|let|var|if|for|while|switch|try)\b/m

/** The line of the compiled text that the user's source starts on. */
const FIRST_LINE = 2

/** Both interpretations of a source, and which syntax error to report if neither compiles. */
type Forms = { expression: string; body: string; isLikelyBody: boolean }

/**
 * Compiles a source as expression or function body. The inner function allows a variable with a
 * channel's name.
 */
function compileForms({ source, names, mode }: RealmRequest): Forms {
  const inner = mode === 'code' ? 'async ()' : '()'
  const head = `"use strict";((${['state', ...names].join(',')}) => ${inner} =>`
  return {
    expression: `${head} (\n${source.replace(/;\s*$/, '')}\n))`,
    body: `${head} {\n${source}\n})`,
    isLikelyBody: STATEMENTS.test(source),
  }
}

type Thrown = { name: string; message: string; stack: string }

const OUT_OF_MEMORY = /^(out of memory|string too long|invalid array buffer length)/i
const TOO_DEEP = /stack overflow/

/** Returns the failed result of an execution in the sandbox. */
export function failure(
  reason: RealmFailure['reason'],
  message: string,
  logs: string[] = [],
): RealmFailure {
  return { ok: false, reason, message, line: null, column: null, logs }
}

/** Returns the failed result of code that exceeded its CPU time. */
export const timeFailure = ({ cpuMs }: RealmRequest, logs: string[] = []) =>
  failure('time', `The code ran for more than ${cpuMs} ms and was stopped`, logs)

/** Converts a thrown value to a failure with the position in the user's source. */
function toThrownFailure(error: Thrown, request: RealmRequest, logs: string[]): RealmFailure {
  const { name, message, stack } = error
  if (name === 'InternalError' && OUT_OF_MEMORY.test(message)) {
    return failure('memory', 'The code exceeded its memory limit', logs)
  }
  const reason = TOO_DEEP.test(message) ? 'depth' : 'threw'
  const description =
    reason === 'depth' ? 'The code calls itself too deeply' : withErrorName(name, message)
  const found = /\bcode:(\d+):(\d+)/.exec(stack)
  if (!found) return failure(reason, description, logs)
  const lines = request.source.split('\n').length
  const line = Math.min(Math.max(Number(found[1]) - FIRST_LINE + 1, 1), lines)
  return { ok: false, reason, message: description, line, column: Number(found[2]), logs }
}

const withErrorName = (name: string, message: string) =>
  name === '' || name === 'Error' || name === 'InternalError' ? message : `${name}: ${message}`

/**
 * Executes a request. Handles are not disposed of, because the realm's reset restores the whole
 * heap.
 */
export function execute(
  context: QuickJSContext,
  prelude: QuickJSHandle,
  request: RealmRequest,
  fuel: Fuel,
): RealmResponse {
  const string = (text: string) => context.newString(text)
  const callPrelude = (method: string, ...args: QuickJSHandle[]) =>
    context.callMethod(prelude, method, args)
  const logs = (): string[] => {
    fuel.refill()
    const lines = callPrelude('logs')
    return lines.error ? [] : parsed<string[]>(context.getString(lines.value), [])
  }
  const timeoutFailure = (error: QuickJSHandle): RealmFailure =>
    fuel.isExhausted
      ? timeFailure(request, logs())
      : toThrownFailure(describe(context.dump(error)), request, logs())

  const { clockAndSeed, scopeJson, names, mode } = request
  const now = context.newNumber(clockAndSeed.now)
  const beginResult = callPrelude('begin', now, string(clockAndSeed.seed), string(scopeJson))
  if (beginResult.error) return timeoutFailure(beginResult.error)

  const compiled = compile(context, request)
  if (compiled.error) return timeoutFailure(compiled.error)

  const callResult = callPrelude(
    'call',
    compiled.value,
    string(JSON.stringify(names)),
    string(mode),
  )
  if (callResult.error) return timeoutFailure(callResult.error)

  const jobs = mode === 'code' ? context.runtime.executePendingJobs() : null
  if (jobs?.error) return timeoutFailure(jobs.error)
  // An async function turns the interruption into a rejection, which the code may catch.
  if (fuel.isExhausted) return timeFailure(request, logs())

  const outcome = callPrelude('outcome')
  if (outcome.error) return timeoutFailure(outcome.error)
  return parseOutcome(context.getString(outcome.value), request, logs())
}

function compile(context: QuickJSContext, request: RealmRequest) {
  const { expression, body, isLikelyBody } = compileForms(request)
  const asExpression = context.evalCode(expression, 'code')
  if (!asExpression.error) return asExpression
  const asBody = context.evalCode(body, 'code')
  return asBody.error && !isLikelyBody ? asExpression : asBody
}

function parseOutcome(outcome: string, request: RealmRequest, logs: string[]): RealmResponse {
  const rest = outcome.slice(1)
  switch (outcome[0]) {
    case 'v':
      return { ok: true, json: rest, logs }
    case 'n':
      return failure('not-json', rest, logs)
    case 'e':
      return toThrownFailure(parsed(rest, { name: '', message: rest, stack: '' }), request, logs)
    default:
      return failure('unsettled', 'The code awaits a promise that never settles', logs)
  }
}

function describe(thrown: unknown): Thrown {
  if (typeof thrown !== 'object' || thrown === null) {
    // QuickJS has no memory left to create the error.
    return { name: 'InternalError', message: 'out of memory', stack: '' }
  }
  const text = (key: keyof Thrown) => {
    const value = (thrown as Record<string, unknown>)[key]
    return typeof value === 'string' ? value : ''
  }
  return { name: text('name'), message: text('message'), stack: text('stack') }
}

function parsed<T>(json: string, fallback: T): T {
  try {
    return JSON.parse(json)
  } catch {
    return fallback
  }
}
