import type { RunnableConfig } from '@langchain/core/runnables'
import { MemorySaver } from '@langchain/langgraph'
import type {
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from '@langchain/langgraph-checkpoint'
import { onTestFinished } from 'vitest'
import type { RunSink } from '../record/recorder.ts'
import type { RunOutcome, RunRequest } from '../run/request.ts'
import type { WriteLog } from '../run/write-once.ts'
import { type HarnessOptions, memoryJournal, type Recorded, startHarness } from './run-harness.ts'

type Stored = Pick<Recorded, 'events' | 'exchanges' | 'spans'>

export type Process = {
  /** Number of events until the process dies. */
  events?: number
  /**
   * Number of outside calls until the process dies. Each call is stored without what follows it.
   */
  calls?: number
}

/**
 * Runs the real engine in simulated processes that may die. Records and checkpoints are stored in
 * order like on the server: the last ones are lost on death.
 */
export async function startMortalHarness(options: HarnessOptions = {}) {
  let disk = new MemorySaver()
  let journal = openJournal()
  const writes = memoryJournal()
  const { engine, mockProvider } = await startHarness({
    ...options,
    deps: {
      ...options.deps,
      checkpointer: (_, run) => (run ? journal.saver(disk) : disk),
      writes: () => journal.whileOpen(writes),
    },
  })
  const stored: Stored = { events: [], exchanges: [], spans: [] }

  /** Executes a run. Returns null if its process died. */
  async function execute(request: RunRequest, process: Process): Promise<RunOutcome | null> {
    let { events = Infinity, calls = Infinity } = process
    const dying = new AbortController()
    let copy: MemorySaver | null = null
    const { add, flush, close } = (journal = openJournal())
    const die = () => {
      close()
      copy ??= copyOf(disk)
      dying.abort()
    }
    const sink: RunSink = {
      event(body) {
        add(() => stored.events.push(body))
        if (events-- <= 0) die()
      },
      span: (span) => add(() => stored.spans.push(span)),
      exchange(exchange) {
        add(() => stored.exchanges.push(exchange))
        if (calls-- <= 0) void flush().then(die)
      },
      async flushed() {
        await new Promise(setImmediate)
        await flush()
      },
    }
    const outcome = await engine.execute(request, sink, { signal: dying.signal })
    if (copy) {
      disk = copy
      return null
    }
    await flush()
    return outcome
  }
  onTestFinished(() => journal.close())
  return { execute, mockProvider, stored }
}

/** Stores writes in order until it is closed. */
function openJournal() {
  const waiting: (() => unknown)[] = []
  let isOpen = true
  let writing: Promise<void> = Promise.resolve()
  const writeAll = async (writes: readonly (() => unknown)[]) => {
    for (const write of writes) if (isOpen) await write()
  }
  const add = (write: () => unknown) => void waiting.push(write)
  const flush = () => {
    const writes = waiting.splice(0)
    writing = writing.then(() => writeAll(writes))
    return writing
  }
  return {
    add,
    flush,
    close: () => {
      isOpen = false
    },
    saver: (disk: MemorySaver) => new JournalSaver(disk, add),
    /** A dead process neither makes a call nor learns its result. */
    whileOpen(writes: WriteLog): WriteLog {
      const alive = () => {
        if (!isOpen) throw new Error('The process is dead')
      }
      return {
        async begin(...call) {
          alive()
          return writes.begin(...call)
        },
        async end(...ending) {
          alive()
          return writes.end(...ending)
        },
        storeAnswer: (...settled) => writes.storeAnswer(...settled),
      }
    },
  }
}

/** Passes checkpoints on together with the records. */
class JournalSaver extends MemorySaver {
  readonly savesWithRecord = true
  readonly #disk: MemorySaver
  readonly #add: (write: () => unknown) => void

  constructor(disk: MemorySaver, add: (write: () => unknown) => void) {
    super()
    this.#disk = disk
    this.#add = add
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#disk.getTuple(config)
  }

  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    return this.#handOver(() => this.#disk.put(config, checkpoint, metadata))
  }

  override putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    return this.#handOver(() => this.#disk.putWrites(config, writes, taskId))
  }

  #handOver<T>(save: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#add(() => save().then(resolve, reject))
    })
  }
}

function copyOf(saver: MemorySaver): MemorySaver {
  const copy = new MemorySaver()
  copy.storage = structuredClone(saver.storage)
  copy.writes = structuredClone(saver.writes)
  return copy
}
