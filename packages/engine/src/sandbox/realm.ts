import { newQuickJSWASMModule, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import { execute, failure, createFuel } from './execute.ts'
import { prelude } from './prelude.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'
/** Gaps shorter than this are copied too: only the C stack is that long and all zero. */
const LONGEST_GAP = 1024 * 1024
const MARGIN = 64 * 1024

/** Compared at once: byte by byte the look at 16 MB took most of the start of a thread. */
const ZEROS = Buffer.alloc(4096)

type Segment = { at: number; bytes: Uint8Array }

/**
 * The heap as it is now, to be put back after each request. The C stack, megabytes of zeros
 * between the static data and the heap, is left out: nothing in it outlives a call.
 */
function captureHeap(memory: WebAssembly.Memory): () => void {
  const bytes = new Uint8Array(memory.buffer)
  const segments: Segment[] = []
  let start = 0
  let end = 0
  const close = (until: number) => segments.push({ at: start, bytes: bytes.slice(start, until) })

  for (let at = 0; at < bytes.length; at += ZEROS.length) {
    if (ZEROS.equals(bytes.subarray(at, at + ZEROS.length))) continue
    if (at - end > LONGEST_GAP) {
      close(end + MARGIN)
      start = at - MARGIN
    }
    end = at + ZEROS.length
  }
  close(end)

  return () => {
    const now = new Uint8Array(memory.buffer)
    for (const { at, bytes } of segments) now.set(bytes, at)
  }
}

/** Native recursion past this fails as an ordinary error, well before the thread's own stack ends. */
const STACK_BYTES = 256 * 1024
const PAGE_BYTES = 64 * 1024

/** What the WASM module declares; a memory may not start smaller. */
const INITIAL_PAGES = 256

/** A QuickJS context that starts every request from the same bytes. */
type Realm = {
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
  const reset = captureHeap(wasmMemory)
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
