import type { GraphDocument, Problem } from '@lathe/contract'
import type { CheckEnvironment } from '@lathe/graph'
import type { CheckRequest } from './check.worker.ts'

type Answer = { id: number; problems: Problem[] }

export type Checker = ReturnType<typeof createChecker>

/** Checks documents off the main thread; only the answer to the newest request is told. */
export function createChecker(onProblems: (problems: Problem[]) => void) {
  const worker = new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module' })
  let newest = 0
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.id === newest) onProblems(data.problems)
  })

  return {
    check: (document: GraphDocument, environment: CheckEnvironment) => {
      newest += 1
      worker.postMessage({ id: newest, document, environment } satisfies CheckRequest)
    },
    stop: () => worker.terminate(),
  }
}
