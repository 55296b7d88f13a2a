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

const evaluators = {
  'an expression': async (source: string) => sandbox.evaluateExpression(source, {}, world),
  'a reducer': async (source: string) => sandbox.evaluateSync(source, {}, world),
  'a reducer that is computed ahead': async (source: string) =>
    sandbox.precompute(source, {}, world),
}

describe.each(Object.entries(evaluators))('%s', (_, evaluate) => {
  const expectWorking = async () => expect(await evaluate('1 + 1')).toBe(2)

  test.each(Object.entries(endless))('an endless loop (%s) is stopped', async (__, source) => {
    const before = process.threadCpuUsage()

    await expect(evaluate(source)).rejects.toMatchObject({ code: 'CODE_TIMEOUT' })
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000)
    await expectWorking()
  })

  test.each(Object.entries(hungry))(
    'code that fills memory (%s) is stopped',
    async (__, source) => {
      await expect(evaluate(source)).rejects.toMatchObject({
        code: expect.stringMatching(/^CODE_(MEMORY|TIMEOUT)$/),
      })
      await expectWorking()
    },
  )

  test.each(Object.entries(deep))('deep recursion (%s) is an error', async (__, source) => {
    await expect(evaluate(source)).rejects.toMatchObject({
      code: expect.stringMatching(/^CODE_(ERROR|TIMEOUT)$/),
    })
    await expectWorking()
  })
})

test('60 endless expressions block the event loop for a fraction of their time', async () => {
  const patient = createSandbox({ expressionTimeoutMs: 200 })
  let blockedMs = 0
  const evaluateEndless = async (nth: number): Promise<unknown> => {
    const startedAt = performance.now()
    const value = patient.evaluateExpression(`for (let i = ${nth};;) {}`, {}, world)
    blockedMs += performance.now() - startedAt
    return value
  }

  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => evaluateEndless(n)),
  )
  await patient.close()

  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'))
  // In sequence they would take 12 seconds.
  expect(blockedMs).toBeLessThan(2_000)
}, 120_000)

test('a quick expression does not wait for endless expressions', async () => {
  const busy = createSandbox({ expressionTimeoutMs: 200 })
  await busy.evaluateExpression('1 + 1', {}, world)
  const endlessOnes = Promise.allSettled(
    Array.from({ length: 20 }, async (_, nth) =>
      busy.evaluateExpression(`for (let i = ${nth};;) {}`, {}, world),
    ),
  )

  let isBusy = true
  void endlessOnes.then(() => (isBusy = false))
  expect(await busy.evaluateExpression('1 + 1', {}, world)).toBe(2)

  expect(isBusy).toBe(true)
  await endlessOnes
  await busy.close()
}, 120_000)

test('a result that was computed ahead is not computed again', async () => {
  const once = createSandbox({ expressionTimeoutMs: 1_000 })
  const source = 'let n = 0; for (let i = 0; i < 2e6; i++) n += i\nreturn n + update'
  const value = await once.precompute(source, { update: 1 }, world)

  const startedAt = process.threadCpuUsage()
  expect(once.evaluateSync(source, { update: 1 }, world)).toBe(value)

  expect(process.threadCpuUsage(startedAt).user).toBeLessThan(50_000)
  await once.close()
})

describe('code', () => {
  test.each(Object.entries({ ...endless, ...hungry }))('stops code with %s', async (_, source) => {
    const run = sandbox.runCode(source, {}, world)

    await expect(run).rejects.toMatchObject({
      code: expect.stringMatching(/^CODE_(MEMORY|TIMEOUT)$/),
    })
    await expect(sandbox.runCode('return 2', {}, world)).resolves.toMatchObject({ value: 2 })
  })

  test('code never blocks the event loop', async () => {
    const before = process.threadCpuUsage()

    await expect(
      sandbox.runCode(endless['a native loop over holes'] ?? '', {}, world),
    ).rejects.toMatchObject({ code: 'CODE_TIMEOUT' })

    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(300)
  })

  test('code that catches its interruption is still stopped', async () => {
    const source = 'try { await (async () => { for (;;) {} })() } catch {}\nreturn "went on"'

    await expect(sandbox.runCode(source, {}, world)).rejects.toMatchObject({ code: 'CODE_TIMEOUT' })
  })
})
