import type { GraphDocument, Problem } from '@lathe/contract'
import type { CheckEnvironment } from '@lathe/graph'
import type { CheckAnswer, CheckRequest, FixLabels } from './check.worker.ts'

export type Checker = ReturnType<typeof createChecker>

type Listener = {
  onProblems: (problems: Problem[]) => void
  /** Told after the problems. */
  onFixes: (fixes: FixLabels) => void
}

/** Checks documents off the main thread; only the answer to the newest request is told. */
export function createChecker({ onProblems, onFixes }: Listener) {
  const worker = new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module' })
  let newest = 0
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    if (data.id !== newest) return
    if (data.type === 'problems') onProblems(data.problems)
    else onFixes(data.fixes)
  })

  return {
    check: (document: GraphDocument, environment: CheckEnvironment) => {
      newest += 1
      worker.postMessage({ id: newest, document, environment } satisfies CheckRequest)
    },
    stop: () => worker.terminate(),
  }
}
