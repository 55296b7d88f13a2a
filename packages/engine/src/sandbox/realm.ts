import { newQuickJSWASMModule, newVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import { execute, failure, createFuel } from './execute.ts'
import { prelude } from './prelude.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'
/** Shorter gaps are copied as well. Only the C stack is a longer run of zeros. */
const MAX_COPIED_GAP = 1024 * 1024
const MARGIN = 64 * 1024

/** Compared in blocks: byte by byte, scanning 16 MB took most of a thread's start time. */
const ZEROS = Buffer.alloc(4096)

type Segment = { offset: number; bytes: Uint8Array }

/**
 * Captures the heap and returns a function that restores it. The C stack, megabytes of zeros
 * between static data and heap, is skipped because nothing in it outlives a call.
 */
function captureHeap(memory: WebAssembly.Memory): () => void {
  const bytes = new Uint8Array(memory.buffer)
  const segments: Segment[] = []
  let start = 0
  let end = 0
  const close = (segmentEnd: number) =>
    segments.push({ offset: start, bytes: bytes.slice(start, segmentEnd) })

  for (let offset = 0; offset < bytes.length; offset += ZEROS.length) {
    if (ZEROS.equals(bytes.subarray(offset, offset + ZEROS.length))) continue
    if (offset - end > MAX_COPIED_GAP) {
      close(end + MARGIN)
      start = offset - MARGIN
    }
    end = offset + ZEROS.length
  }
  close(end)

  return () => {
    const now = new Uint8Array(memory.buffer)
    for (const { offset, bytes } of segments) now.set(bytes, offset)
  }
}

/** Deeper native recursion fails as an ordinary error, well before the thread's own stack ends. */
const STACK_BYTES = 256 * 1024
const PAGE_BYTES = 64 * 1024

/** Declared by the WASM module. A memory must not start smaller. */
const INITIAL_PAGES = 256

/** A QuickJS context that starts every request from the same heap. */
type Realm = {
  run(request: RealmRequest): RealmResponse
  /** Restores the heap from before the first request. */
  reset(): void
  /** True once the WASM module can no longer be trusted and the thread must end. */
  readonly isBroken: boolean
}

const outOfMemory = (bytes: number): string =>
  `The code exceeded its memory limit of ${Math.round(bytes / 2 ** 20)} MiB`

/**
 * Opens a realm. `memoryBytes` limits the WASM memory, because QuickJS's own accounting ignores
 * allocation sizes in this build.
 */
export async function openRealm(memoryBytes: number): Promise<Realm> {
  // QuickJS asks the host for its time zone. Runs must give the same values on every machine.
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
      fuel.start(request.cpuMs)
      try {
        const response = execute(context, tools, request, fuel)
        // After a failed allocation parts of QuickJS may contain null pointers.
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
