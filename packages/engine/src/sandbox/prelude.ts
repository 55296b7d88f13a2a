export type Prelude = {
  begin(time: number, seedText: string, scopeJson: string): void
  call(run: (...values: unknown[]) => () => unknown, names: string, mode: string): void
  /** The first letter is the type: `v` JSON value, `n` not JSON, `e` error as JSON, `p` pending. */
  outcome(): string
  logs(): string
}

/**
 * Runs inside QuickJS from its own source text, so it must not refer to anything outside. Captures
 * everything it needs before user code can replace it.
 */
export function prelude(): Prelude {
  const { parse, stringify } = JSON
  const { freeze, getPrototypeOf, keys } = Object
  const { isArray } = Array
  const text = String
  const construct = Reflect.construct
  const RealDate = Date
  const RealPromise = Promise
  const NON_JSON_TYPES = /^(Weak)?(Map|Set|Ref)$|^Promise$|^RegExp$|Error$|Array$|Buffer$/
  const lines: string[] = []
  let lineSpace = 20_000
  let outcome = 'p'
  let scope: Record<string, unknown> = {}
  let now = 0
  let seed = ''
  let next: (() => number) | null = null

  function deepFreeze(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const key of keys(value)) deepFreeze((value as Record<string, unknown>)[key])
    freeze(value)
  }

  function seededRandom(seed: string): () => number {
    let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef]
    for (let i = 0; i < seed.length; i++) {
      const k = seed.charCodeAt(i)
      a = b ^ Math.imul(a ^ k, 597399067)
      b = c ^ Math.imul(b ^ k, 2869860233)
      c = d ^ Math.imul(c ^ k, 951274213)
      d = a ^ Math.imul(d ^ k, 2716044179)
    }
    const next = () => {
      const t = (((a + b) | 0) + d) | 0
      d = (d + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (c << 21) | (c >>> 11)
      c = (c + t) | 0
      return (t >>> 0) / 4_294_967_296
    }
    for (let i = 0; i < 15; i++) next()
    return next
  }

  const random = (): number => (next ??= seededRandom(seed))()

  function randomUUID(): string {
    return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (digit) => {
      const nibble = Math.floor(random() * 16)
      return (digit === 'x' ? nibble : (nibble & 3) | 8).toString(16)
    })
  }

  const FixedDate = function (this: unknown, ...args: unknown[]): unknown {
    if (!new.target) return new RealDate(now).toString()
    return construct(RealDate, args.length === 0 ? [now] : args, new.target)
  }
  Object.defineProperties(FixedDate, Object.getOwnPropertyDescriptors(RealDate))
  Object.defineProperty(FixedDate, 'now', { value: () => now })
  Object.defineProperty(RealDate.prototype, 'constructor', { value: FixedDate })
  Object.defineProperty(globalThis, 'Date', { value: FixedDate, writable: true })

  function line(value: unknown): string {
    if (typeof value === 'string') return value
    if (value instanceof Error) return `${value.name}: ${value.message}`
    try {
      return stringify(value) ?? text(value)
    } catch {
      return text(value)
    }
  }

  function log(...values: unknown[]): void {
    if (lineSpace <= 0 || lines.length >= 200) return
    const fullLine = values.map(line).join(' ').slice(0, 2_000)
    lineSpace -= fullLine.length
    lines.push(lineSpace > 0 ? fullLine : 'further lines were omitted')
  }

  /**
   * Returns the first value that JSON would lose or reject, with its path. Null if there is none.
   */
  function findLoss(value: unknown, path: string, ancestors: unknown[]): string | null {
    const location = path || 'The result'
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return null
    if (typeof value === 'number') {
      return Number.isFinite(value) ? null : `${location} is ${text(value)}, which JSON cannot hold`
    }
    if (typeof value !== 'object') {
      const kind = typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`
      return `${location} is ${kind}; return plain data`
    }
    if (ancestors.includes(value)) return `${location} contains itself; return plain data`
    if (value instanceof RealDate) return null
    if (!isArray(value)) {
      const proto = getPrototypeOf(value)
      const kind = proto === null ? '' : text(proto.constructor?.name)
      if (NON_JSON_TYPES.test(kind)) {
        return `${location} is a ${kind}, which JSON cannot hold; return plain objects and arrays`
      }
    }
    const withValue = [...ancestors, value]
    const names = isArray(value) ? [...value.keys()] : keys(value)
    for (const name of names) {
      if (name === '__proto__') return `${location} has a key __proto__, which is not plain data`
      const place = typeof name === 'number' ? `${path}[${name}]` : path ? `${path}.${name}` : name
      const found = findLoss((value as Record<string, unknown>)[name], place, withValue)
      if (found) return found
    }
    return null
  }

  function finish(value: unknown, mode: string): void {
    try {
      const result = mode === 'condition' ? !!value : (value ?? null)
      const problem = findLoss(result, '', [])
      outcome = problem ? `n${problem}` : `v${stringify(result)}`
    } catch (error) {
      fail(error)
    }
  }

  async function finishAsync(value: unknown): Promise<void> {
    try {
      finish(await value, 'code')
    } catch (error) {
      fail(error)
    }
  }

  function fail(thrown: unknown): void {
    if (thrown instanceof Error) {
      const { name, message, stack } = thrown
      outcome = `e${stringify({ name: text(name), message: text(message), stack: text(stack) })}`
      return
    }
    outcome = `e${stringify({ name: '', message: `threw ${line(thrown)}`, stack: '' })}`
  }

  Reflect.deleteProperty(globalThis, 'eval')
  Reflect.deleteProperty(globalThis, 'WeakRef')
  Reflect.deleteProperty(globalThis, 'FinalizationRegistry')

  Math.random = random
  const console = { log, info: log, warn: log, error: log, debug: log }
  Object.assign(globalThis, { console, crypto: { randomUUID } })

  return {
    begin(time, seedText, scopeJson) {
      now = time
      seed = seedText
      scope = parse(scopeJson)
      deepFreeze(scope)
    },
    call(run, names, mode) {
      try {
        const values = (parse(names) as string[]).map((name) => scope[name])
        const value = run(scope, ...values)()
        if (mode === 'code') {
          void finishAsync(value)
        } else if (value instanceof RealPromise) {
          outcome = 'nThe result is a promise; an expression cannot wait'
        } else {
          finish(value, mode)
        }
      } catch (error) {
        fail(error)
      }
    },
    outcome: () => outcome,
    logs: () => stringify(lines),
  }
}
