import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'
import { createSandbox } from './sandbox.ts'

const sandbox = createSandbox()
const world = { now: Date.UTC(2026, 0, 2, 3, 4, 5), seed: 'run-1/node' }
const evaluate = async (source: string, scope: Record<string, Json> = {}, at = world) =>
  sandbox.evaluateExpression(source, scope, at)
const failureOf = async (source: string, scope: Record<string, Json> = {}): Promise<LatheError> => {
  try {
    await evaluate(source, scope)
  } catch (error) {
    if (error instanceof LatheError) return error
    throw error
  }
  throw new Error(`${source} did not fail`)
}

afterAll(() => sandbox.close())

describe('expressions', () => {
  test('reads each channel by its name and all of them as state', async () => {
    const scope = { notes: ['a', 'b'], verdict: 'good' }

    expect(await evaluate('notes.length + state.notes.length', scope)).toBe(4)
    expect(await evaluate('Object.keys(state)', scope)).toEqual(['notes', 'verdict'])
    expect(await evaluate('`${st\\u0061te.verdict}`', scope)).toBe('good')
  })

  test.each<[string, Json]>([
    ['notes.map((note) => { return note * 2 })', [2, 4]],
    ['{ count: notes.length }', { count: 2 }],
    ['notes.length > 1;', true],
    ['const notes = state.notes.slice(1)\nreturn notes', [2]],
    ['if (notes[0] === 1) return "one"\nreturn "other"', 'one'],
    ['notes.at(-1) // the last;', 2],
    ['state.missing', null],
    ['const unused = 1;', null],
  ])('expressions evaluate %j like JavaScript', async (source, value) => {
    expect(await evaluate(source, { notes: [1, 2] })).toEqual(value)
  })

  test('expressions skip a channel whose name is a reserved word', async () => {
    expect(await evaluate('state.class + state["new"]', { class: 'a', new: 'b' })).toBe('ab')
  })

  test('expressions use truthiness as conditions', async () => {
    expect(await sandbox.evaluateCondition('state.missing', {}, world)).toBe(false)
    expect(await sandbox.evaluateCondition('notes', { notes: [] }, world)).toBe(true)
  })

  test('expressions cannot change the state', async () => {
    expect(await failureOf('notes.push(1)', { notes: [] })).toMatchObject({ code: 'CODE_ERROR' })
    expect((await failureOf('state.deep.x = 1\nreturn 1', { deep: { x: 0 } })).message).toContain(
      "'x'",
    )
  })

  test.each([
    ['state.a.b', 'TypeError: cannot read property'],
    ['return nope', "ReferenceError: 'nope' is not defined (line 1"],
    ['const a = 1;\n\n  return a.b.c', '(line 3, column'],
    ['1 +* 2', 'SyntaxError: unexpected token'],
    ['const x = ;\nreturn x', '(line 1, column'],
    ['throw new Error("out of luck")', 'out of luck (line 1'],
    ['throw "text"', 'threw text'],
    ['Promise.resolve(1)', 'an expression cannot wait'],
    ['({ verdict: undefined })', 'verdict is undefined'],
    ['() => 1', 'The result is a function'],
    ['({ list: [1, { f: Symbol("x") }] })', 'list[1].f is a symbol'],
    ['({ deep: { sum: NaN } })', 'deep.sum is NaN'],
    ['({ seen: new Map() })', 'seen is a Map'],
    ['const o = {}; o.self = o; return o', 'self contains itself'],
    ['10n', 'The result is a bigint'],
    ['JSON.parse(\'{"__proto__": {"polluted": 1}}\')', '__proto__'],
    ['1\0', 'SyntaxError'],
  ])('expressions report the error in %j and its position', async (source, message) => {
    const error = await failureOf(source)

    expect(error.code).toBe('CODE_ERROR')
    expect(error.message).toContain(message)
    expect(error.hint).toBeTruthy()
  })
})

describe('clock and random numbers of an execution', () => {
  const source = '[Math.random(), crypto.randomUUID(), Date.now(), new Date().toISOString()]'

  test('clock and random numbers of an execution depend only on the seed', async () => {
    const first = await evaluate(source)

    expect(await evaluate(source)).toEqual(first)
    expect(await evaluate(source, {}, { ...world, seed: 'run-2/node' })).not.toEqual(first)
    expect(await evaluate('new Date().toISOString()')).toBe('2026-01-02T03:04:05.000Z')
  })

  test('returns evenly distributed numbers and well-formed ids', async () => {
    const mean = await evaluate(
      'Array.from({ length: 2000 }, Math.random).reduce((a, b) => a + b) / 2000',
    )

    expect(mean).toBeGreaterThan(0.45)
    expect(mean).toBeLessThan(0.55)
    expect(await evaluate('crypto.randomUUID()')).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/,
    )
  })

  test('supports Date completely, in UTC on every machine', async () => {
    const dates =
      'const d = new Date(2026, 5, 1); return [d.toJSON(), d instanceof Date, typeof Date()]'

    expect(await evaluate(dates)).toEqual(['2026-06-01T00:00:00.000Z', true, 'string'])
    expect(await evaluate('new (new Date().constructor)().getTime() === Date.now()')).toBe(true)
    expect(
      await evaluate('class Day extends Date {}\nreturn new Day().getTime() === Date.now()'),
    ).toBe(true)
  })
})

describe('isolation', () => {
  test('separates the globals of two runs', async () => {
    await evaluate(
      'globalThis.leak = 1; Array.prototype.leak = 2; Math.random = () => 7; JSON.x = 1\nreturn 1',
    )
    await evaluate(
      'Object.prototype.toJSON = () => "owned"; Promise.resolve().then(() => 1)\nreturn 1',
    )

    expect(
      await evaluate(
        '[typeof leak, typeof [].leak, Math.random() < 1, typeof JSON.x, typeof {}.toJSON]',
      ),
    ).toEqual(['undefined', 'undefined', true, 'undefined', 'undefined'])
  })

  test.each([
    'this.constructor.constructor("return process")()',
    'Function("return require")()',
    'new Function("return globalThis.process.env")()',
    '(async () => {}).constructor("return process")()',
    'eval("1")',
    'fetch("http://127.0.0.1")',
    'require("node:fs")',
    'import("node:fs")',
    'std.open("/etc/passwd")',
    'new Worker("x")',
    'WebAssembly.compile',
    'console.log.constructor("return process")()',
  ])('blocks an escape through %s', async (source) => {
    expect((await failureOf(source)).code).toBe('CODE_ERROR')
  })

  test('protects the prototypes of the host', async () => {
    await evaluate('Object.prototype.polluted = true; return 1')

    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
