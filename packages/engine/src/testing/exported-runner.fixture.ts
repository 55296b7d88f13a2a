import { join } from 'node:path'
import type { Json } from '@lathe/contract'
import type { ProjectAnswer, ProjectQuestion } from './run-exported.ts'

type Runner = { finalState: (input: Json, answers: readonly Json[]) => Promise<Json> }

async function run({ folder, input, answers, baseUrl }: ProjectQuestion): Promise<ProjectAnswer> {
  process.env['DEMO_BASE_URL'] = baseUrl
  try {
    const { finalState }: Runner = await import(join(folder, 'final-state.ts'))
    return { state: await finalState(input, answers) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (question: ProjectQuestion) => {
  void run(question).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
