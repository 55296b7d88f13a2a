import { dirname, join } from 'node:path'

const APPS = ['apps/server/src', 'apps/web/src']

/** Parts of one screen: they stand on the workbench, which loads them when they are shown. */
const PANES = ['canvas', 'console', 'inspector']
/** Workflows that join two features. */
const WORKFLOWS: Record<string, string[]> = {
  'apps/server/src/features/runs/start-run.ts': ['agents', 'threads'],
  'apps/server/src/features/runs/continuation.ts': ['threads'],
  'apps/server/src/features/runs/fork.ts': ['threads'],
  'apps/server/src/features/comparisons/judging/ask-judge.ts': ['runs'],
  'apps/server/src/features/comparisons/run-cell.ts': ['runs'],
  'apps/server/src/features/comparisons/variant-graphs.ts': ['agents', 'runs'],
  'apps/server/src/features/datasets/from-traces.ts': ['traces'],
  'apps/server/src/features/datasets/examples.routes.ts': ['traces'],
  'apps/server/src/features/datasets/import/read-file.ts': ['knowledge'],
  'apps/server/src/features/prompts/label-move.ts': ['agents'],
  'apps/server/src/features/replays/capsule/import-capsule.ts': ['agents', 'runs'],
  'apps/server/src/features/replays/start-replay.ts': ['agents', 'runs'],
  'apps/server/src/features/replays/read-events.ts': ['runs'],
  'apps/server/src/features/threads/stop-thread.ts': ['runs'],
}

type Import = { specifier: string; isDynamic: boolean }

/** Why a file of a feature, or of what features stand on, may not import this file of a feature. */
export function featureComplaint(file: string, { specifier, isDynamic }: Import): string | null {
  if (!specifier.startsWith('.')) return null
  const app = APPS.find((source) => file.startsWith(`${source}/`))
  const to = join(dirname(file), specifier)
  const feature = app && featureOf(app, to)
  if (!feature) return null

  const home = featureOf(app, file)
  if (home === feature || WORKFLOWS[file]?.includes(feature)) return null
  if (home === undefined) {
    const isBelow = /^apps\/web\/src\/(ui|lib|theme)\//.test(file)
    return isBelow ? `knows no feature and may not import ${to}` : null
  }
  if (feature === 'workbench' && PANES.includes(home)) return null
  if (home === 'workbench' && PANES.includes(feature)) {
    return isDynamic ? null : `loads ${feature} when it is shown: use import()`
  }
  return `is of the feature ${home} and may not import ${to}`
}

const featureOf = (app: string, path: string): string | undefined =>
  path.startsWith(`${app}/features/`) ? path.split('/')[4] : undefined
