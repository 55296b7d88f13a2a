import { newQuickJSWASMModule, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import { execute } from './execute.ts'
import { failure } from './failure.ts'
import { createFuel } from './fuel.ts'
import { prelude } from './prelude.ts'
import { pristine } from './pristine.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'

/** Native recursion past this fails as an ordinary error, well before the thread's own stack ends. */
const STACK_BYTES = 256 * 1024
const PAGE_BYTES = 64 * 1024
/** What the WASM module declares; a memory may not start smaller. */
const INITIAL_PAGES = 256

/** A QuickJS context that starts every request from the same bytes. */
export type Realm = {
  run(request: RealmRequest): RealmResponse
  /** Forgets the last request: the whole heap goes back to what it was before any. */
  reset(): void
  /** True once the WASM module can no longer be trusted and its thread must end. */
  readonly isBroken: boolean
}

const outOfMemory = (bytes: number): string =>
  `The code needed more than the ${Math.round(bytes / 2 ** 20)} MiB of memory that it may use`

/**
 * `memoryBytes` is the most the WASM memory may grow to: QuickJS's own accounting does not see the
 * size of allocations in this build.
 */
export async function openRealm(memoryBytes: number): Promise<Realm> {
  // QuickJS asks the host for its time zone; a run must give the same values on every machine.
  Reflect.set(Date.prototype, 'getTimezoneOffset', () => 0)
  const maximum = Math.max(INITIAL_PAGES, Math.ceil(memoryBytes / PAGE_BYTES))
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum })
  const module = await newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory }))
  const runtime = module.newRuntime()
  const fuel = createFuel()
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(fuel.isSpent)
  const context = runtime.newContext()
  const tools = context.unwrapResult(
    context.evalCode(`"use strict";(${prelude.toString()})()`, 'prelude'),
  )
  const reset = pristine(wasmMemory)
  let isBroken = false

  return {
    get isBroken() {
      return isBroken
    },
    run(request) {
      fuel.fill(request.cpuMs)
      try {
        const response = execute(context, tools, request, fuel)
        // After a failed allocation parts of QuickJS may hold null pointers.
        isBroken = !response.ok && response.reason === 'memory'
        return isBroken ? { ...response, message: outOfMemory(memoryBytes) } : response
      } catch (error) {
        isBroken = true
        return failure('depth', `The code or its data is nested too deeply (${String(error)})`)
      }
    },
    reset,
  }
}
