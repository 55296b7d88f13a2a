import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten'
import { failure, ranOutOfTime, thrown } from './failure.ts'
import type { Thrown } from './failure.ts'
import type { Fuel } from './fuel.ts'
import type { RealmFailure, RealmRequest, RealmResponse } from './protocol.ts'
import { forms } from './source.ts'

/** Handles are not disposed of: the realm's reset takes the whole heap back. */
export function execute(
  context: QuickJSContext,
  prelude: QuickJSHandle,
  request: RealmRequest,
  fuel: Fuel,
): RealmResponse {
  const string = (text: string) => context.newString(text)
  const ask = (method: string, ...args: QuickJSHandle[]) =>
    context.callMethod(prelude, method, args)
  const logs = (): string[] => {
    fuel.refill()
    const lines = ask('logs')
    return lines.error ? [] : parsed<string[]>(context.getString(lines.value), [])
  }
  const stopped = (error: QuickJSHandle): RealmFailure =>
    fuel.ranOut
      ? ranOutOfTime(request, logs())
      : thrown(describe(context.dump(error)), request, logs())

  const { world, scopeJson, names, mode } = request
  const now = context.newNumber(world.now)
  const began = ask('begin', now, string(world.seed), string(scopeJson))
  if (began.error) return stopped(began.error)

  const compiled = compile(context, request)
  if (compiled.error) return stopped(compiled.error)

  const called = ask('call', compiled.value, string(JSON.stringify(names)), string(mode))
  if (called.error) return stopped(called.error)

  const jobs = mode === 'code' ? context.runtime.executePendingJobs() : null
  if (jobs?.error) return stopped(jobs.error)
  // An async function turns the interruption into a rejection that the code may swallow.
  if (fuel.ranOut) return ranOutOfTime(request, logs())

  const outcome = ask('outcome')
  if (outcome.error) return stopped(outcome.error)
  return settled(context.getString(outcome.value), request, logs())
}

function compile(context: QuickJSContext, request: RealmRequest) {
  const { expression, body, isLikelyBody } = forms(request)
  const asExpression = context.evalCode(expression, 'code')
  if (!asExpression.error) return asExpression
  const asBody = context.evalCode(body, 'code')
  return asBody.error && !isLikelyBody ? asExpression : asBody
}

function settled(outcome: string, request: RealmRequest, logs: string[]): RealmResponse {
  const rest = outcome.slice(1)
  switch (outcome[0]) {
    case 'v':
      return { ok: true, json: rest, logs }
    case 'n':
      return failure('not-json', rest, logs)
    case 'e':
      return thrown(parsed(rest, { name: '', message: rest, stack: '' }), request, logs)
    default:
      return failure('unsettled', 'The code waits for something that never happens', logs)
  }
}

function describe(dumped: unknown): Thrown {
  if (typeof dumped !== 'object' || dumped === null) {
    // QuickJS has no memory left to build the error it would throw.
    return { name: 'InternalError', message: 'out of memory', stack: '' }
  }
  const text = (key: keyof Thrown) => {
    const value = (dumped as Record<string, unknown>)[key]
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
