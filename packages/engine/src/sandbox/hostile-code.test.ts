import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from './sandbox.ts'

const sandbox = createSandbox({ expressionTimeoutMs: 30, codeTimeoutMs: 100 })
const world = { now: 0, seed: '' }

afterAll(() => sandbox.close())

const endless: Record<string, string> = {
  'a loop': 'for (;;) {}',
  'a loop that catches everything':
    'for (;;) { try { for (;;) {} } catch {} finally { continue } }',
  'a regular expression': '/^(a+)+$/.test("a".repeat(50) + "b")',
  'a native loop over holes': 'Array.prototype.indexOf.call({ length: 2 ** 40 }, 1)',
  'a sort of nothing': 'const a = []; a.length = 2 ** 31; return a.sort()',
  'a search in a long text': '"a".repeat(4e5).indexOf("a".repeat(2e5) + "b")',
  'an endless iterator': 'function* g() { for (;;) yield 1 }\nfor (const x of g()) x\nreturn 1',
  'a getter on the result': 'return { get x() { for (;;) {} } }',
  'a toJSON of the result': 'class T { toJSON() { for (;;) {} } }\nreturn new T()',
  'a name of the error':
    'const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;) {} } }); throw e',
}

const hungry: Record<string, string> = {
  'an array': 'const a = []; for (;;) a.push(new Array(1000).fill(1.5))',
  objects: 'const a = []; for (;;) a.push({ i: a.length })',
  'a doubling text': 'let s = "ab"; for (;;) s = s + s',
  'one huge text': '"x".repeat(2 ** 29).split("")',
  'one huge buffer': 'new Uint8Array(1e9).length',
  'a bomb that catches':
    'const a = []; for (;;) { try { for (;;) a.push(a.join("x") + "y") } catch {} }',
}

const deep: Record<string, string> = {
  recursion: 'function f() { return f() + 1 }\nreturn f()',
  'nested JSON': 'JSON.parse("[".repeat(1e5) + "]".repeat(1e5))',
  'a nested result': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]\nreturn a',
  'nested brackets in a pattern': 'new RegExp("(".repeat(1e5) + ")".repeat(1e5))',
}

const works = () => expect(sandbox.evaluateExpression('1 + 1', {}, world)).toBe(2)

describe('an expression', () => {
  test.each(Object.entries(endless))('that never ends (%s) is stopped', (_, source) => {
    const before = process.threadCpuUsage()

    expect(() => sandbox.evaluateExpression(source, {}, world)).toThrow(
      expect.objectContaining({ code: 'CODE_TIMEOUT' }),
    )
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000)
    works()
  })

  test.each(Object.entries(hungry))('that eats memory (%s) is stopped', (_, source) => {
    expect(() => sandbox.evaluateExpression(source, {}, world)).toThrow(
      expect.objectContaining({ code: 'CODE_TIMEOUT' }),
    )
    works()
  })

  test.each(Object.entries(deep))('that goes too deep (%s) is an error', (_, source) => {
    expect(() => sandbox.evaluateExpression(source, {}, world)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^CODE_(ERROR|TIMEOUT)$/) }),
    )
    works()
  })
})

describe('code', () => {
  test.each(Object.entries({ ...endless, ...hungry }))('of %s is stopped', async (_, source) => {
    const run = sandbox.runCode(source, {}, world)

    await expect(run).rejects.toMatchObject({ code: 'CODE_TIMEOUT' })
    await expect(sandbox.runCode('return 2', {}, world)).resolves.toMatchObject({ value: 2 })
  })

  test('never stalls the event loop', async () => {
    const before = process.threadCpuUsage()

    await expect(
      sandbox.runCode(endless['a native loop over holes'] ?? '', {}, world),
    ).rejects.toMatchObject({ code: 'CODE_TIMEOUT' })

    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(300)
  })

  test('that swallows its interruption is still stopped', async () => {
    const source = 'try { await (async () => { for (;;) {} })() } catch {}\nreturn "went on"'

    await expect(sandbox.runCode(source, {}, world)).rejects.toMatchObject({ code: 'CODE_TIMEOUT' })
  })
})
