// The dependency rules of docs/ARCHITECTURE.md.
import { readFileSync } from 'node:fs'
import { dependencyProblem } from './lib/domain-dependencies.ts'
import { sourceFiles } from './lib/source-files.ts'

const mayImport: Record<string, string[]> = {
  'packages/nodes': [],
  'packages/contract': ['nodes'],
  'packages/runtime': [],
  'packages/stats': [],
  'packages/patterns': [],
  'packages/mock-provider': [],
  'packages/graph': ['contract', 'nodes', 'patterns', 'runtime'],
  'packages/traces': ['contract'],
  'packages/evaluators': ['contract', 'graph', 'patterns'],
  'packages/replay': ['contract'],
  'packages/verdicts': ['contract', 'graph', 'stats'],
  'packages/engine': ['contract', 'graph', 'nodes', 'runtime', 'traces'],
  'apps/server': [
    'contract',
    'nodes',
    'graph',
    'traces',
    'engine',
    'mock-provider',
    'patterns',
    'stats',
    'evaluators',
    'verdicts',
    'replay',
    'runtime',
  ],
  'apps/cli': ['contract', 'graph'],
  'apps/web': ['contract', 'nodes', 'graph', 'traces', 'stats', 'evaluators', 'verdicts'],
}

/** These also run in the browser. */
const pure = [
  'packages/nodes',
  'packages/contract',
  'packages/graph',
  'packages/traces',
  'packages/stats',
  'packages/patterns',
  'packages/evaluators',
  'packages/verdicts',
]
/** Parts of pure packages that only the server loads. */
const serverOnly = ['packages/graph/src/compile/']
const testsMayAlsoImport = ['patterns', 'mock-provider', 'engine', 'replay']

const specifiers = /(?:from|import)\s*(\(?)\s*['"]([^'"]+)['"]/g

function complaints(file: string): string[] {
  const home = Object.keys(mayImport).find((prefix) => file.startsWith(`${prefix}/`))
  if (!home) return []
  const isTest = /\.(test|fixture|cases)\.|\/testing\//.test(file)
  const imported = [...readFileSync(file, 'utf8').matchAll(specifiers)].map(
    ([, bracket, specifier = '']) => ({ specifier, isDynamic: bracket === '(' }),
  )
  return imported.flatMap(({ specifier, isDynamic }) => {
    const appProblem = isTest ? null : dependencyProblem(file, { specifier, isDynamic })
    if (appProblem !== null) return [appProblem]
    const sibling = /^@lathe(?:-ai)?\/([a-z-]+)/.exec(specifier)?.[1]
    if (sibling && sibling !== home.split('/')[1]) {
      const allowed = [...(mayImport[home] ?? []), ...(isTest ? testsMayAlsoImport : [])]
      if (!allowed.includes(sibling)) return [`may not import @lathe/${sibling}`]
    }
    if (specifier === '@lathe/graph/compile' && home === 'apps/web') {
      return ['LangGraph does not belong in the browser']
    }
    const isPure = pure.includes(home) && !serverOnly.some((part) => file.startsWith(part))
    if (isPure && !isTest && /^(node:|express|kysely)/.test(specifier)) {
      return [`is pure and may not import ${specifier}`]
    }
    if (home === 'packages/engine' && /^(express|kysely)/.test(specifier)) {
      return [`knows neither Express nor SQL: ${specifier}`]
    }
    return []
  })
}

let broken = 0
for (const file of sourceFiles('*.ts', '*.tsx')) {
  for (const complaint of complaints(file)) {
    console.error(`${file}: ${complaint}`)
    broken += 1
  }
}
process.exitCode = broken > 0 ? 1 : 0
