import { newQuickJSWASMModule, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten'

const CPU_MS = 1_000
const MEMORY_MB = 64
const STACK_BYTES = 256 * 1024
const PAGES_PER_MB = 16
/** The module declares this minimum. */
const FIRST_PAGES = 16 * PAGES_PER_MB

/** Runs inside QuickJS: stores the code's result or error as JSON. */
const WRAPPER_CODE = `(run, json) => {
  const outcome = { json: null }
  const settle = (part) => { outcome.json = JSON.stringify(part) }
  const fail = (error) => settle({ error: error instanceof Error ? error.name + ': ' + error.message : 'threw ' + String(error) })
  run(JSON.parse(json))().then((value) => settle({ value: value ?? null })).catch(fail)
  return outcome
}`

type Evaluated = ReturnType<QuickJSContext['evalCode']>

/** Runs a model's code in QuickJS: no network, no files, limited time and memory. */
export async function evaluateJavascript(code: string, data: unknown = null): Promise<unknown> {
  const wasmMemory = new WebAssembly.Memory({
    initial: FIRST_PAGES,
    maximum: MEMORY_MB * PAGES_PER_MB,
  })
  const module = await newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory }))
  const runtime = module.newRuntime()
  const end = performance.now() + CPU_MS
  const isLate = () => performance.now() > end
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(isLate)
  // The memory is freed with the module, so no handle needs to be disposed of.
  const context = runtime.newContext()
  const isWithinTime = () => {
    if (isLate()) throw new Error(`The code ran for more than ${CPU_MS} ms and was stopped`)
  }
  const failed = (error: QuickJSHandle): Error => {
    isWithinTime()
    const { name, message } = Object(context.dump(error))
    return new Error(
      message ? `${name}: ${message}` : 'The code needed more memory than it may have',
    )
  }
  const toHandle = (result: Evaluated): QuickJSHandle => {
    if (result.error) throw failed(result.error)
    return result.value
  }
  const harness = toHandle(context.evalCode(WRAPPER_CODE))
  const run = toHandle(compiled(context, code))
  const json = context.newString(JSON.stringify(data))
  const outcome = toHandle(context.callFunction(harness, context.undefined, run, json))
  const jobs = runtime.executePendingJobs()
  if (jobs.error) throw failed(jobs.error)
  // An async function turns the interruption into a rejection that the code may swallow.
  isWithinTime()
  const result: unknown = context.dump(context.getProp(outcome, 'json'))
  if (typeof result !== 'string') throw new Error('The code waits for something that never happens')
  const { value = null, error }: { value?: unknown; error?: string } = JSON.parse(result)
  if (error !== undefined) throw new Error(error)
  return value
}

/** An expression where it reads as one, else a function body. */
function compiled(context: QuickJSContext, code: string): Evaluated {
  const head = '"use strict";((data) => async () =>'
  const asExpression = context.evalCode(`${head} (\n${code.replace(/;\s*$/, '')}\n))`)
  if (!asExpression.error) return asExpression
  const asBody = context.evalCode(`${head} {\n${code}\n})`)
  return asBody.error && !/;|^\s*(?:return|const|let|if|for)\b/m.test(code) ? asExpression : asBody
}
