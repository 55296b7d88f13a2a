import packed from './generated/replay-package.json' with { type: 'json' }
import { type RecordedRun, toRecording } from './to-recording.ts'

export type { RecordedRun } from './to-recording.ts'

export const CHECKS = ['output', 'nodes', 'tools', 'requests'] as const

export type Check = (typeof CHECKS)[number]

/** A file of a test: its text, or its bytes in base64. */
export type TestFile = { path: string; text: string; encoding?: 'base64' | undefined }

export type TestOptions = {
  /** Part of the file names: letters, digits and dashes. */
  name: string
  assertions: readonly Check[]
  hasTools: boolean
  hasCollections: boolean
}

const ASSERTIONS: Record<Check, string> = {
  output: 'expect(run.output).toEqual(recording.recorded.output)',
  nodes: 'expect(run.nodes).toEqual(recording.recorded.nodes)',
  tools: 'expect(new Set(run.toolCalls)).toEqual(new Set(recording.recorded.toolCalls))',
  requests: 'expect(run.unused).toEqual([])',
}

/** Returns a Vitest file and its recording for the tests folder of an exported project. */
export function testFiles(
  run: RecordedRun,
  { name, assertions, ...features }: TestOptions,
): TestFile[] {
  const modules = [
    ...(features.hasTools ? ['tools'] : []),
    ...(features.hasCollections ? ['collections'] : []),
  ]
  const imports = modules.map((name) => `import * as ${name} from '../${name}.ts'\n`).join('')
  const optionsArgument = modules.length > 0 ? `, { ${modules.join(', ')} }` : ''
  const selectedChecks = CHECKS.filter((check) => assertions.includes(check))
  const test = `import { replay } from '@lathe/replay'
import { expect, test } from 'vitest'
import { graph } from '../agent.ts'
${imports}import recording from './${name}.recording.json' with { type: 'json' }

test(${JSON.stringify(run.title)}, async () => {
  const run = await replay(graph, recording${optionsArgument})

${selectedChecks.map((check) => `  ${ASSERTIONS[check]}`).join('\n')}
})
`
  return [
    { path: `tests/${name}.test.ts`, text: test },
    {
      path: `tests/${name}.recording.json`,
      text: `${JSON.stringify(toRecording(run), null, 2)}\n`,
    },
  ]
}

/** This package as packed by npm, for projects to bundle. Written by `scripts/pack-packages.ts`. */
export const helperFile: TestFile = {
  path: `vendor/${packed.name}`,
  text: packed.content,
  encoding: 'base64',
}
