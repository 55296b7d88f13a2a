import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import own from '../../package.json' with { type: 'json' }
import { type RecordedRun, toTape } from './to-recording.ts'

export type { RecordedRun } from './to-recording.ts'

export const CHECKS = ['output', 'nodes', 'tools', 'requests'] as const

export type Check = (typeof CHECKS)[number]

export type TestFile = { path: string; text: string }

export type TestOptions = {
  /** Part of the files' names: letters, digits and dashes. */
  name: string
  checks: readonly Check[]
  hasTools: boolean
  hasCollections: boolean
}

const LINES: Record<Check, string> = {
  output: 'expect(run.output).toEqual(tape.recorded.output)',
  nodes: 'expect(run.nodes).toEqual(tape.recorded.nodes)',
  tools: 'expect(new Set(run.toolCalls)).toEqual(new Set(tape.recorded.toolCalls))',
  requests: 'expect(run.unused).toEqual([])',
}

/** A Vitest file and its tape, for the folder of an exported project. */
export function testFiles(run: RecordedRun, { name, checks, ...has }: TestOptions): TestFile[] {
  const modules = [
    ...(has.hasTools ? ['tools'] : []),
    ...(has.hasCollections ? ['collections'] : []),
  ]
  const imports = modules.map((name) => `import * as ${name} from '../${name}.ts'\n`).join('')
  const given = modules.length > 0 ? `, { ${modules.join(', ')} }` : ''
  const asked = CHECKS.filter((check) => checks.includes(check))
  const test = `import { replay } from '@lathe/replay'
import { expect, test } from 'vitest'
import { graph } from '../agent.ts'
${imports}import tape from './${name}.tape.json' with { type: 'json' }

test(${JSON.stringify(run.title)}, async () => {
  const run = await replay(graph, tape${given})

${asked.map((check) => `  ${LINES[check]}`).join('\n')}
})
`
  return [
    { path: `tests/${name}.test.ts`, text: test },
    { path: `tests/${name}.tape.json`, text: `${JSON.stringify(toTape(run), null, 2)}\n` },
  ]
}

const SOURCE = dirname(fileURLToPath(import.meta.resolve('@lathe/replay')))

/** Of an exported project with tests; its `package.json` depends on it. */
const HELPER_FOLDER = 'tests/lathe-replay'

/** This package as files of a project, which so needs nothing from Lathe to run its tests. */
export function helperFiles(): TestFile[] {
  const sources = readdirSync(SOURCE, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ name }) => ({ path: name, text: readFileSync(join(SOURCE, name), 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const { name, version, description, type, peerDependencies } = own
  const manifest = { name, version, description, type, exports: './index.ts', peerDependencies }
  const files = [{ path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` }]
  return [...files, ...sources].map(({ path, text }) => ({
    path: `${HELPER_FOLDER}/${path}`,
    text,
  }))
}
