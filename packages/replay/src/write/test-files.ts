import packed from './generated/replay-package.json' with { type: 'json' }
import { type RecordedRun, toRecording } from './to-recording.ts'

export type { RecordedRun } from './to-recording.ts'

export const CHECKS = ['output', 'nodes', 'tools', 'requests'] as const

export type Check = (typeof CHECKS)[number]

/** A file of a test: its text, or the base64 of its bytes. */
export type TestFile = { path: string; text: string; encoding?: 'base64' | undefined }

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
    { path: `tests/${name}.tape.json`, text: `${JSON.stringify(toRecording(run), null, 2)}\n` },
  ]
}

/** This package as npm packs it, for a project to bring along. `scripts/pack-packages.ts` writes it. */
export const helperFile: TestFile = {
  path: `vendor/${packed.name}`,
  text: packed.content,
  encoding: 'base64',
}
